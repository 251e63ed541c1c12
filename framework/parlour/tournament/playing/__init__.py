"""Running a tournament: workers, matches, and the file of results."""
