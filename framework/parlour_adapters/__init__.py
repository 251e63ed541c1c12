"""Doors to other worlds: Parlour's games in other libraries."""
