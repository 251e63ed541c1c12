"""Matches without a record: what environments of learning play."""
