"""Court: its rules, its words, and the hook."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

import parlour
from parlour import Display, Event, Game, Move, Seat, Viewer, Words
from parlour.kit.cards import Counts, counted, difference, held
from parlour.kit.dealing import Hand, deal
from parlour.kit.table import Piece, TablePanel, row
from parlour_court.moves import (
    COURTIERS,
    Beg,
    Doubt,
    Draw,
    Exile,
    Pass,
    Poison,
    Prevent,
    Steal,
    Tax,
    Turn,
    Turned,
    Work,
)
from parlour_court.phases import MUST_EXILE, AnyPhase, Court, Dealing

COPIES = 5
ALL: Counts = (COPIES,) * len(COURTIERS)
NONE: Counts = (0,) * len(COURTIERS)


class View(Struct, frozen=True, gc=False):
    """A match as a seat may know it."""

    seat: Seat
    phases: tuple[AnyPhase, ...]
    own: Counts
    """The seat's cards."""
    sizes: tuple[int, ...]
    """The number of cards of each hand."""
    shown: Counts
    coins: tuple[int, ...]


class Rules(parlour.Rules[Court, View]):
    """The rules of Court."""

    def start(self, seats: int, options: Any) -> Court:
        """Deal two cards and two coins to each seat."""
        return Court((Dealing(0),), ALL, (NONE,) * seats, NONE, (2,) * seats)

    def view(self, state: Court, seat: Seat) -> View:
        """Show the own hand, and how many cards others have."""
        sizes = tuple(map(sum, state.hands))
        return View(seat, state.phases, state.hands[seat], sizes, state.shown, state.coins)

    def determinize(self, view: View, rng: Random) -> Court:
        """Deal the hands of others from the cards that the seat has not seen."""
        unseen = difference(ALL, view.own, view.shown)
        sizes = [Hand(0 if s == view.seat else size) for s, size in enumerate(view.sizes)]
        hands = [counted(cards, len(ALL)) for cards in deal(unseen, sizes, rng)]
        deck = difference(unseen, *hands)
        hands[view.seat] = view.own
        return Court(view.phases, deck, tuple(hands), view.shown, view.coins)

    def census(self, state: Court) -> dict[str, int]:
        """Count the cards, wherever they lie."""
        return {"cards": sum(map(sum, (state.deck, state.shown, *state.hands)))}


REFUSALS = {
    "must_exile": f"with {MUST_EXILE} coins or more, a seat must exile another",
    "not_possible": "that is not possible now",
    "not_held": "the seat does not hold that card",
}


def lay_table(view: View, viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: the cards face up, all hands and coins, the own cards."""
    own = [courtier(kind, view.own[kind]) for kind in held(view.own)]
    shown = [courtier(kind, view.shown[kind]) for kind in held(view.shown)]
    rows = [
        row(
            name,
            Piece(shape="chip", name="coins", number=view.coins[seat], ink="seat-3"),
            *([] if seat == view.seat else [Piece(shape="back", number=view.sizes[seat])]),
            *(own if seat == view.seat else []),
            seat=seat,
        )
        for seat, name in enumerate(viewer.names)
    ]
    return [TablePanel(name="court", title="Court", rows=[*rows, row("Face up", *shown)])]


def courtier(kind: int, number: int) -> Piece:
    """Return cards of a kind."""
    return Piece(shape="card", name=COURTIERS[kind], number=number)


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Tell what happened in a sentence."""
    match event:
        case Turned(seat, card, proof):
            what = "proves the claim with" if proof else "loses"
            return f"{viewer.name(seat)} {what} a {COURTIERS[card]}."
    return None


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Court, View, Move]]:
    """Bring Court."""
    yield Game(
        id="court",
        title="Court",
        summary="Claim to know somebody at court, and doubt what others claim",
        minutes=15,
        weight="light",
        seats=range(2, 6),
        rules=Rules(),
        state=Court,
        view=View,
        moves=Work | Beg | Tax | Steal | Poison | Exile | Pass | Doubt | Prevent | Turn,
        outcomes=Draw,
        events=Turned,
        display=Display(table=lay_table),
        words=Words(refusals=REFUSALS, describe_event=describe_event),
    )
