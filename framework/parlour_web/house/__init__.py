"""Things that a house owns: the resources of a server, each with a limit that is known at the start."""
