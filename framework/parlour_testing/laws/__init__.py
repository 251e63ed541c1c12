"""Laws that every game must keep."""
