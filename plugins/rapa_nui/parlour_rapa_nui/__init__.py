"""Rapa Nui, the card game by Klaus-Jürgen Wrede, as a plugin of Parlour."""
