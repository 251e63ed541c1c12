"""Court: its rules, its words, and the hook."""

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec import Struct

import parlour
from parlour import Display, Event, Game, Move, Seat, Viewer, Words
from parlour.kit.cards import Counts, counted, difference, held
from parlour.kit.dealing import Hand, deal
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


def describe_view(view: View, viewer: Viewer) -> Iterable[str]:
    """Tell the table in plain lines."""
    own = [COURTIERS[card] for card in held(view.own) for _ in range(view.own[card])]
    yield f"In hand: {', '.join(own) or 'none'}."
    for seat, (size, coins) in enumerate(zip(view.sizes, view.coins, strict=True)):
        yield f"{viewer.name(seat)}: cards {size}, coins {coins}."
    yield f"Face up: {', '.join(COURTIERS[card] for card in held(view.shown)) or 'nothing'}."


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Tell what happened in a sentence."""
    match event:
        case Turned(seat, card, proof):
            what = "proves the claim with" if proof else "loses"
            return f"{viewer.name(seat)} {what} a {COURTIERS[card]}."
    return None


def draw_text(view: View, viewer: Viewer) -> str:
    """Draw the table as plain lines."""
    return "\n".join(describe_view(view, viewer))


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Court, View, Move]]:
    """Bring Court."""
    yield Game(
        id="court",
        title="Court",
        summary="Claim to know somebody at court, and doubt what others claim",
        seats=range(2, 6),
        rules=Rules(),
        state=Court,
        view=View,
        moves=Work | Beg | Tax | Steal | Poison | Exile | Pass | Doubt | Prevent | Turn,
        outcomes=Draw,
        events=Turned,
        display=Display(text=draw_text, describe=describe_view),
        words=Words(refusals=REFUSALS, describe_event=describe_event),
    )
