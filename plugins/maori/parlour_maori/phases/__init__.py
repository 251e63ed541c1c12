"""The rules of Maori, a file a step of the turn."""
