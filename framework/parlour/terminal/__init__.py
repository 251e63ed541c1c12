"""People at a match, in plain lines at a terminal."""
