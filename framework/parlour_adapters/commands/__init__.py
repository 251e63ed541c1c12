"""The command for assistants."""
