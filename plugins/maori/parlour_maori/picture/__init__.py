"""Maori as a picture in a browser or a notebook."""
