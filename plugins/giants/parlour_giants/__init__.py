"""Giants: the clans of Easter Island carve, carry and raise their moais."""
