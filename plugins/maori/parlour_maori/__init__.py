"""Maori, the tile-laying game by Günter Burkhardt, for Parlour."""
