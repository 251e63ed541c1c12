"""The commands for leagues."""
