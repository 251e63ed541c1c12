"""The picture of Giants for a browser or a notebook."""
