"""Tallies: a number for each kind, as plain tuples."""

from typing import TypeAlias

Tally: TypeAlias = tuple[int, ...]
"""A number for each of the seven kinds of card, or for each of the four sorts of offering."""


def adjusted(tally: Tally, which: int, by: int = 1) -> Tally:
    """Return ``tally`` with ``by`` more of one kind; fewer where ``by`` is negative."""
    return (*tally[:which], tally[which] + by, *tally[which + 1 :])


def added(*tallies: Tally) -> Tally:
    """Add tallies up, kind by kind."""
    return tuple(map(sum, zip(*tallies, strict=True)))
