"""Notices: how a person is told that it is their turn."""
