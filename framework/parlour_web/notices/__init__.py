"""Notices of turns: they reach a person without an open page."""
