"""Tables without a server: a folder of static pages, which play in Python for the browser."""
