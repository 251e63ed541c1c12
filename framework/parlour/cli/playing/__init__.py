"""Commands for players, one a file."""
