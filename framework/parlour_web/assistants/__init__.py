"""Assistants at the tables of a server, by the Model Context Protocol over HTTP."""
