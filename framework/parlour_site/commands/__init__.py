"""The command that writes a site."""
