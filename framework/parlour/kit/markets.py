"""Markets: rows of open cards. Some are taken, and then the row is filled again.

A row is a tuple of the kinds of its cards, the last being the one in front, and a market is a tuple
of rows. A card is taken and laid in front; what a card costs and when a row is filled are rules.
"""

from itertools import chain
from typing import TypeAlias

from parlour.kit.cards import counted

Row: TypeAlias = tuple[int, ...]
"""The kind of each card of a row, from the back to the front."""
Market: TypeAlias = tuple[Row, ...]
"""Rows that lie side by side, counted from 0."""


def taken(market: Market, row: int) -> tuple[int, Market]:
    """Return the card in front of a row, which must have one, and the market without it."""
    rows = list(market)
    rows[row] = market[row][:-1]
    return market[row][-1], tuple(rows)


def laid(market: Market, row: int, kind: int) -> Market:
    """Return the market with a card of a ``kind`` laid in front of a row."""
    rows = list(market)
    rows[row] = (*market[row], kind)
    return tuple(rows)


def shown(market: Market, kinds: int) -> tuple[int, ...]:
    """Return how many cards of each of ``kinds`` kinds lie in all rows of ``market``."""
    return counted(chain.from_iterable(market), kinds)
