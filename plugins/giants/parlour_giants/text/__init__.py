"""The drawing of Giants for a terminal."""
