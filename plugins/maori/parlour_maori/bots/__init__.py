"""The opinion of bots about a position: values of states, features to learn from, good turns."""
