"""Reports of a tournament: as text, as one HTML page, and as files for other programs."""
