"""Tallies: how many there are of each kind, as plain tuples."""

from typing import TypeAlias

Tally: TypeAlias = tuple[int, ...]
"""How many there are of each: of the seven kinds of card, or of the four sorts of offering."""


def adjusted(tally: Tally, which: int, by: int = 1) -> Tally:
    """Return ``tally`` with ``by`` more of one kind; fewer where ``by`` is negative."""
    return (*tally[:which], tally[which] + by, *tally[which + 1 :])


def added(*tallies: Tally) -> Tally:
    """Add tallies up, kind by kind."""
    return tuple(map(sum, zip(*tallies, strict=True)))
