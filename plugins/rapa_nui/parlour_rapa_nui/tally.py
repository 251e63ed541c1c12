"""Tallies: a number for each kind, as plain tuples."""

from typing import TypeAlias

from parlour.kit.cards import Counts

Tally: TypeAlias = Counts
"""A number for each of the seven kinds of card, or for each of the four sorts of offering."""
