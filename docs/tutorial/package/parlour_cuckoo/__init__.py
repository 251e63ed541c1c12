"""Cuckoo, a card game for Parlour."""
