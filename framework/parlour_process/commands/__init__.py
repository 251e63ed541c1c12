"""The commands for bots in other processes."""
