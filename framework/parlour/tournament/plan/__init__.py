"""Plans of tournaments: reading, checking, and which bots are eligible."""
