"""Processes that a program of Parlour starts: their imports, their calls, and their end."""
