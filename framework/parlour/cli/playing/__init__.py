"""Commands for those who play, one a file."""
