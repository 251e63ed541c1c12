"""The features of many matches at once."""
