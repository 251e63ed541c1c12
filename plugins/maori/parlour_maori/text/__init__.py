"""Maori as a terminal shows it."""
