"""Cuckoo, with all cards open."""

from collections.abc import Iterable, Sequence
from typing import Any

import parlour
from parlour import Decide, DecisionPhase, Game, Move, Over, Seat, State, Tell, one, over


class Keep(Move, frozen=True):
    """Keep the card."""

    form = "keep"


class Swap(Move, frozen=True):
    """Swap cards with the left neighbour."""

    form = "swap"


class Table(State, frozen=True):
    """Who holds which card."""

    phases: tuple["Turn | Over", ...]
    cards: tuple[int, ...]


class Turn(DecisionPhase[Table, Keep | Swap], frozen=True):
    """One seat keeps its card or swaps it."""

    seat: Seat

    def awaited(self, state: Table) -> Decide:
        """Await the seat whose turn it is."""
        return one(self.seat)

    def moves(self, state: Table, seat: Seat) -> Sequence[Keep | Swap]:
        """Return what it may do: the last seat has nobody to swap with."""
        return (Keep(),) if is_last(state, seat) else (Keep(), Swap())

    def play(self, state: Table, seat: Seat, move: Keep | Swap, tell: Tell) -> Table:
        """Swap or keep; then it is the next seat's turn."""
        cards = list(state.cards)
        if isinstance(move, Swap):
            cards[seat], cards[seat + 1] = cards[seat + 1], cards[seat]
        after = over(cards) if is_last(state, seat) else Turn(seat + 1)
        return Table((after,), tuple(cards))


def is_last(state: Table, seat: Seat) -> bool:
    """Tell whether ``seat`` is the last to choose."""
    return seat == len(state.cards) - 1


class Rules(parlour.OpenRules[Table]):
    """The highest card wins."""

    def start(self, seats: int, options: Any) -> Table:
        """Give everybody a card."""
        return Table((Turn(0),), (7, 3, 11, 1, 9, 5)[:seats])

    def census(self, state: Table) -> dict[str, int]:
        """Count the cards."""
        return {"cards": len(state.cards)}


@parlour.impl
def parlour_games() -> Iterable[Game]:
    """Bring Cuckoo."""
    yield Game(
        id="cuckoo",
        title="Cuckoo",
        seats=range(2, 7),
        rules=Rules(),
        state=Table,
        view=parlour.Open[Table],
        moves=Keep | Swap,
    )
