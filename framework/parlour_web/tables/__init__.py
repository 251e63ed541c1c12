"""Tables: what is kept of them, who sits at them, and their life in the memory of a server."""
