"""Tables: their files, the people at them, and their life in the memory of a server."""
