"""The commands that serve the table."""
