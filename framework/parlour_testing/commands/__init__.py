"""The commands for authors."""
