"""Talk at a table: lines of people in rooms, and their file beside the record of the match."""
