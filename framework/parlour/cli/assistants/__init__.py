"""The commands of the table for assistants."""
