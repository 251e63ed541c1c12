"""Doors to other worlds: Parlour's games in other libraries, and theirs at our table."""
