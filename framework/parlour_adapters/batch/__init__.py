"""Many matches at once: their environments, and their features."""
