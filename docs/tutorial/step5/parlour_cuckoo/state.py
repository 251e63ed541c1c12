"""A match of Cuckoo as it stands: the cards, and the seats that have seen them."""

from parlour import State
from parlour_cuckoo.components import CARDS


class BaseState(State, frozen=True):
    """The whole table, whatever phases it is in; ``phases.State`` names these."""

    seats: int
    cards: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    """For each card the seats that have seen it: a bit for each seat."""
    out: tuple[int, ...] = ()
    """Cards that lie open, out of the game."""


def deck(state: BaseState) -> list[int]:
    """Return the cards that nobody has, in no order."""
    return [card for card in CARDS if card not in state.cards and card not in state.out]
