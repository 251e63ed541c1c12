"""A match: the one place that knows everything, its dealer, its record and its replay."""
