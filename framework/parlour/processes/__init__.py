"""Processes that a program of Parlour starts: their imports, and their end."""
