"""Rapa Nui as a terminal shows it."""
