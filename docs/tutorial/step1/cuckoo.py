"""Cuckoo, with all cards open."""

from collections.abc import Iterable, Sequence
from typing import Any

import parlour
from parlour import Decide, DecisionPhase, Game, Move, Over, Seat, State, Tell, await_seat


class Keep(Move, frozen=True):
    """Keep the card."""

    form = "keep"


class Swap(Move, frozen=True):
    """Swap cards with the left neighbour."""

    form = "swap"


class Match(State, frozen=True):
    """Who holds which card."""

    phases: tuple["Turn | Over", ...]
    cards: tuple[int, ...]


class Turn(DecisionPhase[Match, Keep | Swap], frozen=True):
    """One seat keeps its card or swaps it."""

    seat: Seat

    def awaited(self, state: Match) -> Decide:
        """Await the seat whose turn it is."""
        return await_seat(self.seat)

    def moves(self, state: Match, seat: Seat) -> Sequence[Keep | Swap]:
        """Return what it may do: the last seat has nobody to swap with."""
        return (Keep(),) if is_last(state, seat) else (Keep(), Swap())

    def play(self, state: Match, seat: Seat, move: Keep | Swap, tell: Tell) -> Match:
        """Swap or keep; then it is the next seat's turn."""
        cards = list(state.cards)
        if isinstance(move, Swap):
            cards[seat], cards[seat + 1] = cards[seat + 1], cards[seat]
        after = Over.ranked(cards) if is_last(state, seat) else Turn(seat + 1)
        return Match((after,), tuple(cards))


def is_last(state: Match, seat: Seat) -> bool:
    """Tell whether ``seat`` is the last to choose."""
    return seat == len(state.cards) - 1


class Rules(parlour.OpenRules[Match]):
    """The highest card wins."""

    def start(self, seats: int, options: Any) -> Match:
        """Give everybody a card."""
        return Match((Turn(0),), (7, 3, 11, 1, 9, 5)[:seats])

    def census(self, state: Match) -> dict[str, int]:
        """Count the cards."""
        return {"cards": len(state.cards)}


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Cuckoo."""
    yield Game(
        id="cuckoo",
        title="Cuckoo",
        seats=range(2, 7),
        rules=Rules(),
        state=Match,
        view=parlour.OpenView[Match],
        moves=Keep | Swap,
    )
