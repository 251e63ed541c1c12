"""Processes that a program of Parlour starts: their imports, their end, and all that they start."""
