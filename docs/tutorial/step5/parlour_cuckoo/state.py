"""Who holds which card, and who has seen it."""

from parlour import State
from parlour_cuckoo.cards import CARDS


class Cards(State, frozen=True):
    """Who holds which card, whatever phase it is."""

    seats: int
    cards: tuple[int, ...] = ()
    known: tuple[int, ...] = ()
    """For each card, who has seen it: a bit for each seat."""
    out: tuple[int, ...] = ()
    """Cards that lie open, out of the game."""


def deck(state: Cards) -> list[int]:
    """Return the cards that nobody has, in no order."""
    return [card for card in CARDS if card not in state.cards and card not in state.out]
