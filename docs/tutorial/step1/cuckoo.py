"""Cuckoo, with all cards open."""

from collections.abc import Iterable, Sequence

import parlour
from parlour import (
    Display,
    Game,
    Move,
    NoOptions,
    OpenView,
    Over,
    Seat,
    SeatPhase,
    Tell,
    Viewer,
)
from parlour.kit.table import Piece, TablePanel, row


class Keep(Move, frozen=True):
    """Keep the card."""

    form = "keep"


class Swap(Move, frozen=True):
    """Swap cards with the left neighbour."""

    form = "swap"


class State(parlour.State, frozen=True):
    """The cards that the seats hold."""

    phases: tuple["Turn | Over", ...]
    cards: tuple[int, ...]


class Turn(SeatPhase[State, Keep | Swap], frozen=True):
    """One seat keeps its card or swaps it."""

    def moves(self, state: State, seat: Seat) -> Sequence[Keep | Swap]:
        """Return keep and swap, but for the last seat, which has nobody to swap with."""
        return (Keep(),) if is_last(state, seat) else (Keep(), Swap())

    def play(self, state: State, seat: Seat, move: Keep | Swap, tell: Tell) -> State:
        """Swap or keep; then it is the next seat's turn."""
        cards = list(state.cards)
        if isinstance(move, Swap):
            cards[seat], cards[seat + 1] = cards[seat + 1], cards[seat]
        after = Over.ranked(cards) if is_last(state, seat) else Turn(seat + 1)
        return State((after,), tuple(cards))


def is_last(state: State, seat: Seat) -> bool:
    """Tell whether ``seat`` is the last to choose."""
    return seat == len(state.cards) - 1


class Rules(parlour.OpenRules[State]):
    """The highest card wins."""

    def start(self, seats: int, options: NoOptions) -> State:
        """Give everybody a card."""
        return State((Turn(0),), (7, 3, 11, 1, 9, 5)[:seats])

    def census(self, state: State) -> dict[str, int]:
        """Count the cards."""
        return {"cards": len(state.cards)}


def lay_table(view: OpenView[State], viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: each seat's card."""
    seats = zip(viewer.names, view.state.cards, strict=False)
    rows = [row(name, held(card), seat=seat) for seat, (name, card) in enumerate(seats)]
    return [TablePanel(name="cards", title="Cards", rows=rows)]


def held(card: int) -> Piece:
    """Return a card."""
    return Piece(shape="card", name=str(card))


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Cuckoo."""
    yield Game(
        id="cuckoo",
        title="Cuckoo",
        seats=range(2, 7),
        rules=Rules(),
        state=State,
        view=OpenView[State],
        moves=Keep | Swap,
        display=Display(table=lay_table),
    )
