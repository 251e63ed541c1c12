"""Things that a house owns: the resources of a server, each with a known limit."""
