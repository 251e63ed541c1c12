"""Commands for what is saved: matches and settings, one a file."""
