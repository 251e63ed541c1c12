"""A match of Cuckoo as it stands: the cards, and the seats that have seen them."""

from parlour import State
from parlour_cuckoo.components import CARDS


class BaseState(State, frozen=True):
    """The whole table except its phases; ``phases.State`` names these."""

    seats: int
    cards: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    """For each card the seats that have seen it: a bit for each seat."""
    out: tuple[int, ...] = ()
    """Cards that lie open, out of the game."""
    deck: tuple[int, ...] = tuple(CARDS)
    """Cards that can still be drawn, in no order that matters."""


def without(deck: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return a deck without one card."""
    return tuple(other for other in deck if other != card)
