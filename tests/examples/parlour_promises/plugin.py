"""Promises: its rules, its words, and the hook."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct

import parlour
from parlour import Display, Event, Game, Seat, Viewer, Words
from parlour.kit.cards import counted
from parlour.kit.dealing import Hand, deal
from parlour.kit.table import SMALL, Piece, TablePanel, row
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


INKS = ("ink", "seat-2", "seat-2", "ink")
"""The ink of each suit."""


def lay_table(view: View, viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: the trump, the trick, tricks and promises, the own hand."""
    trick = getattr(view.phases[-1], "trick", ())
    turned = [card(view.trump)] if view.trump >= 0 else []
    common = [row("Trump", *turned), row("Trick", *map(card, trick))]
    rows = [
        row(name, *promise(view, seat), in_hand(view.sizes[seat]), seat=seat)
        for seat, name in enumerate(viewer.names)
    ]
    own = [card(one, at=(f"card={NAMES[one]}",)) for one in cards_of(view.own)]
    return [
        TablePanel(name="hand", title="Your hand", role="foot", rows=[row("", *own)]),
        TablePanel(name="table", title="Table", rows=[*common, *rows]),
    ]


def promise(view: View, seat: Seat) -> Iterable[Piece]:
    """Yield the tricks of a seat, beside the number that it has promised."""
    promised = view.promises[seat] if seat < len(view.promises) else 0
    if promised:
        yield Piece(shape="chip", name="tricks", number=view.won[seat], of=promised)
    else:
        yield Piece(shape="chip", name="tricks", number=view.won[seat])


def in_hand(number: int) -> Piece:
    """Return the cards of a hand, face down."""
    return Piece(shape="back", number=number, size=SMALL)


def card(number: int, **more: Any) -> Piece:
    """Return a card of the pack."""
    return Piece(shape="card", name=NAMES[number], ink=INKS[PACK.suit(number)], **more)


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Tell what happened in a sentence."""
    match event:
        case Laid(seat, card):
            return f"{viewer.does(seat, 'plays')} {NAMES[card]}."
        case Taken(seat):
            return f"{viewer.does(seat, 'takes')} the trick."
    return None


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Table, View, Promise | Play]]:
    """Bring Promises."""
    yield Game(
        id="promises",
        title="Promises",
        summary="Promise a number of tricks, and take exactly these",
        minutes=10,
        weight="medium",
        seats=range(3, MOST + 1),
        options=Options,
        rules=Rules(),
        state=Table,
        view=View,
        moves=Promise | Play,
        outcomes=Deal | Turn,
        events=Laid | Taken,
        display=Display(table=lay_table),
        words=Words(refusals=REFUSALS, describe_event=describe_event),
    )
