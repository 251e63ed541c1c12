"""The picture of Giants: its panels, those first that the decision in hand needs."""
