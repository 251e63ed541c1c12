"""Rapa Nui as a picture in a browser or a notebook."""
