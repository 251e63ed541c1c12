"""People at a match: what each may see and type, whichever face shows it."""
