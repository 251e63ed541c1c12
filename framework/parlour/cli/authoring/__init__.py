"""Commands for those who write games and bots, one a file."""
