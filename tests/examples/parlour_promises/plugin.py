"""Promises: its rules, its words, and the hook."""

from collections.abc import Iterable
from random import Random
from typing import Annotated

from msgspec import Meta, Struct

import parlour
from parlour import Display, Event, Game, Seat, Viewer, Words
from parlour.kit.cards import counted
from parlour.kit.dealing import Hand, deal
from parlour.kit.tricks import cards_of
from parlour_promises.moves import MOST, NAMES, PACK, Deal, Laid, Play, Promise, Taken, Turn
from parlour_promises.phases import DEALING, AnyPhase, Table


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of Promises."""

    cards: Annotated[int, Meta(ge=1, le=8, description="cards that each seat is dealt")] = 5


class View(Struct, frozen=True, gc=False):
    """A match as a seat may know it; fields as in ``Table``."""

    seat: Seat
    phases: tuple[AnyPhase, ...]
    cards: int
    own: int
    """The seat's cards, as a set."""
    sizes: tuple[int, ...]
    """The number of cards of each hand."""
    can: tuple[int, ...]
    gone: int
    trump: int
    promises: tuple[int, ...]
    won: tuple[int, ...]


class Rules(parlour.Rules[Table, View]):
    """The rules of Promises."""

    def start(self, seats: int, options: Options) -> Table:
        """Deal to the first seat."""
        hands, can, won = (0,) * seats, (PACK.cards,) * seats, (0,) * seats
        return Table(DEALING[0], options.cards, PACK.cards, hands, can, 0, -1, (), won)

    def view(self, state: Table, seat: Seat) -> View:
        """Show the own hand, and what others may hold."""
        sizes = tuple(hand.bit_count() for hand in state.hands)
        return View(
            seat, state.phases, state.cards, state.hands[seat], sizes, state.can, state.gone,
            state.trump, state.promises, state.won,
        )  # fmt: skip

    def determinize(self, view: View, rng: Random) -> Table:
        """Deal the hands of others from the cards not seen, none of a suit it did not follow."""
        turned = 1 << view.trump if view.trump >= 0 else 0
        unseen = PACK.cards & ~(view.own | view.gone | turned)
        hands = [
            Hand(0 if seat == view.seat else size, view.can[seat])
            for seat, size in enumerate(view.sizes)
        ]
        dealt = deal(counted(cards_of(unseen), len(NAMES)), hands, rng)
        sets = [sum(1 << card for card in cards) for cards in dealt]
        sets[view.seat] = view.own
        deck = unseen & ~sum(bits for seat, bits in enumerate(sets) if seat != view.seat)
        return Table(
            view.phases, view.cards, deck, tuple(sets), view.can, view.gone, view.trump,
            view.promises, view.won,
        )  # fmt: skip

    def census(self, state: Table) -> dict[str, int]:
        """Count the cards, wherever they lie."""
        sets = (state.deck, state.gone, *state.hands)
        return {"cards": sum(cards.bit_count() for cards in sets) + (state.trump >= 0)}


REFUSALS = {
    "adds_up": "the last promise may not make all of them add up to the tricks",
    "promise_first": "promises come before the first trick",
    "follow_suit": "suit must be followed",
    "not_held": "that card is not in the hand",
}


def named(cards: int) -> str:
    """Return a set of cards as people write it."""
    return " ".join(NAMES[card] for card in cards_of(cards)) or "none"


def describe_view(view: View, viewer: Viewer) -> Iterable[str]:
    """Tell the table in plain lines."""
    trump = NAMES[view.trump] if view.trump >= 0 else "none yet"
    yield f"Turned for trumps: {trump}. In hand: {named(view.own)}."
    promises = (*map(str, view.promises), *["-"] * len(view.won))
    for seat, won in enumerate(view.won):
        yield f"{viewer.name(seat)}: tricks {won} of {promises[seat]} promised."
    trick = getattr(view.phases[-1], "trick", ())
    yield f"On the table: {' '.join(NAMES[card] for card in trick) or 'nothing'}."


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Tell what happened in a sentence."""
    match event:
        case Laid(seat, card):
            return f"{viewer.does(seat, 'plays')} {NAMES[card]}."
        case Taken(seat):
            return f"{viewer.does(seat, 'takes')} the trick."
    return None


def draw_text(view: View, viewer: Viewer) -> str:
    """Draw the table as plain lines."""
    return "\n".join(describe_view(view, viewer))


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Table, View, Promise | Play]]:
    """Bring Promises."""
    yield Game(
        id="promises",
        title="Promises",
        summary="Promise a number of tricks, and take exactly these",
        seats=range(3, MOST + 1),
        options=Options,
        rules=Rules(),
        state=Table,
        view=View,
        moves=Promise | Play,
        outcomes=Deal | Turn,
        events=Laid | Taken,
        display=Display(text=draw_text, describe=describe_view),
        words=Words(refusals=REFUSALS, describe_event=describe_event),
    )
