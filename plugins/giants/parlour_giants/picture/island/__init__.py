"""The island as it is drawn in a picture."""
