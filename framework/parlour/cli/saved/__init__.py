"""Commands for saved things: matches and settings, one a file."""
