"""Bots that break the protocol, one file each way; each is run as a process of its own."""
