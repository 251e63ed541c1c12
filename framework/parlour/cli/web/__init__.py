"""The commands of the table in a browser."""
