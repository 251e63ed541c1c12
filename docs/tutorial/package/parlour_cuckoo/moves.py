"""The moves of Cuckoo."""

from parlour import Move


class Keep(Move, frozen=True):
    """Keep the card."""

    form = "keep"


class Swap(Move, frozen=True):
    """Swap cards with the left neighbour; the last seat swaps with the deck."""

    form = "swap"
