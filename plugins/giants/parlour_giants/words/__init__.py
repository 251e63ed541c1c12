"""The sentences a player of Giants reads."""
