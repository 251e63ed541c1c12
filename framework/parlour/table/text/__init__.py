"""Everything that people read of a match, put in sentences."""
