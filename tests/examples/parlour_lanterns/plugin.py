"""Lanterns: its rules, its words, and the hook."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

import parlour
from parlour import Display, Event, Game, Over, Seat, Viewer, Words, replaced
from parlour.kit.cards import Counts, difference, held, listed
from parlour.kit.dealing import Hand, deal
from parlour.kit.table import Piece, TablePanel, row
from parlour_lanterns.heuristic import worth
from parlour_lanterns.moves import (
    ALL,
    BOX,
    CANDLES,
    COLOURS,
    MISTAKES,
    NAMES,
    NUMBERS,
    OF_COLOUR,
    OF_NUMBER,
    Draw,
    Drop,
    Dropped,
    Hang,
    Hung,
    Number,
    Show,
    Told,
)
from parlour_lanterns.phases import DRAWINGS, TURNS, Drawing, Garden, Turn, hand_size


class View(Struct, frozen=True, gc=False):
    """A match as a seat may know it; fields as in ``Garden``."""

    seat: Seat
    phases: tuple[Drawing | Turn | Over, ...]
    cards: int
    """The number of cards in the deck."""
    hands: tuple[tuple[int | None, ...], ...]
    """As in the state, None for the own cards; all at the end."""
    can: tuple[tuple[int, ...], ...]
    hung: tuple[int, ...]
    gone: Counts
    candles: int
    mistakes: int
    last: int


class Rules(parlour.Rules[Garden, View]):
    """The rules of Lanterns."""

    def start(self, seats: int, options: Any) -> Garden:
        """Deal hands, and light all candles."""
        draws = [draw for (draw,) in reversed(DRAWINGS[:seats]) for _ in range(hand_size(seats))]
        empty, hung, gone = ((),) * seats, (0,) * len(COLOURS), (0,) * len(ALL)
        return Garden((*TURNS[0], *draws), BOX, empty, empty, hung, gone, CANDLES, 0, seats)

    def view(self, state: Garden, seat: Seat) -> View:
        """Show a seat all but its own cards and the deck."""
        hands: tuple[tuple[int | None, ...], ...] = state.hands
        if not isinstance(state.phases[-1], Over):
            hands = replaced(hands, seat, (None,) * len(hands[seat]))
        return View(
            seat, state.phases, len(state.deck), hands, state.can, state.hung, state.gone,
            state.candles, state.mistakes, state.last,
        )  # fmt: skip

    def determinize(self, view: View, rng: Random) -> Garden:
        """Deal the own cards from those that the seat does not see, as it was told of them."""
        seen = [card for hand in view.hands for card in hand if card is not None]
        counts = list(difference(ALL, view.gone, lanterns(view.hung)))
        for card in seen:
            counts[card] -= 1
        hands, own = view.hands, view.hands[view.seat]
        if None in own:
            slots = [Hand(1, can) for can in view.can[view.seat]]
            dealt = [card for (card,) in deal(tuple(counts), slots, rng)]
            for card in dealt:
                counts[card] -= 1
            hands = replaced(hands, view.seat, tuple(dealt))
        return Garden(
            view.phases, tuple(listed(counts)), hands,  # type: ignore[arg-type]  # all cards are known now
            view.can, view.hung, view.gone, view.candles, view.mistakes, view.last,
        )  # fmt: skip

    def census(self, state: Garden) -> dict[str, int]:
        """Count the cards, wherever they lie."""
        in_hands = sum(map(len, state.hands))
        return {"cards": len(state.deck) + in_hands + sum(state.hung) + sum(state.gone)}

    def heuristic(self, state: Garden, seat: Seat) -> float:
        """Value what hangs, what still can, and what is known of the cards in hand."""
        end = state.phases[-1]
        return end.scores[seat] if isinstance(end, Over) else worth(state)


def lanterns(hung: tuple[int, ...]) -> Counts:
    """Return the lanterns that hang, as counts."""
    return tuple(int(number < high) for high in hung for number in range(NUMBERS))


REFUSALS = {
    "candles_lit": "all candles are lit, so no card can be dropped",
    "no_candle": "no candle is left to tell anything",
    "touches_nothing": "a hint must be about a card of another",
    "no_such_slot": "there is no card in that slot",
}


INKS = ("seat-2", "seat-3", "seat-1", "seat-0", "ink")
"""The ink of each colour."""


def lay_table(view: View, viewer: Viewer) -> Sequence[TablePanel]:
    """Say what lies on the table: what hangs, what is left, and the hands but for the own one."""
    lanterns = [lantern(c * NUMBERS + n - 1) if n else gap(c) for c, n in enumerate(view.hung)]
    left = (
        Piece(shape="chip", name="candles", number=view.candles, of=CANDLES, ink="seat-3"),
        Piece(shape="chip", name="mistakes", number=view.mistakes, of=MISTAKES, ink="seat-2"),
        Piece(shape="chip", name="in the deck", number=view.cards),
    )
    gone = [lantern(kind, view.gone[kind]) for kind in held(view.gone)]
    hands = [
        row(name, *in_hand(view, seat, name), seat=seat) for seat, name in enumerate(viewer.names)
    ]
    return [
        TablePanel(
            name="garden", title="The garden", rows=[row("Hung", *lanterns), row("", *left)]
        ),
        TablePanel(name="hands", title="Hands, and what was told of them", rows=hands),
        TablePanel(name="gone", title="Gone", rows=[row("", *gone)], needed=False),
    ]


def in_hand(view: View, seat: Seat, name: str) -> Iterable[Piece]:
    """Yield the cards of a hand, the oldest first, each with what was told about it.

    A click on a card of another chooses the seat that is told something.
    """
    for slot, (card, can) in enumerate(zip(view.hands[seat], view.can[seat], strict=True), 1):
        told = hinted(can)
        if card is not None:
            at = (f"seat={seat}",) * (seat != view.seat)
            yield lantern(card, note=told, label=f"{name}: {NAMES[card]}, told {told}", at=at)
        else:
            at = (f"slot={slot}",)
            yield Piece(shape="back", note=told, at=at, label=f"your card {slot}, told {told}")


def lantern(kind: int, number: int = 1, **more: Any) -> Piece:
    """Return lanterns of a kind."""
    name = NAMES[kind]
    return Piece(shape="card", name=name, number=number, ink=INKS[kind // NUMBERS], **more)


def gap(colour: int) -> Piece:
    """Return the place where the lanterns of a colour will hang."""
    return Piece(shape="card", name=COLOURS[colour], number=0)


def hinted(can: int) -> str:
    """Return what a card can be by what was told: a colour, a number, both, or little."""
    colours = [name for name, kinds in zip(COLOURS, OF_COLOUR, strict=True) if can & kinds]
    numbers = [str(n) for n, kinds in enumerate(OF_NUMBER, 1) if can & kinds]
    sure = [some[0] for some in (colours, numbers) if len(some) == 1]
    return "".join(sure) or "-"


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Tell what happened in a sentence."""
    match event:
        case Told(seat, slots):
            return f"{viewer.name(seat)}: slots {', '.join(map(str, slots))}."
        case Hung(seat, slot, card, fits):
            end = "it fits" if fits else "a mistake"
            return f"{viewer.does(seat, 'hangs')} {NAMES[card]} of slot {slot}: {end}."
        case Dropped(seat, slot, card):
            return f"{viewer.does(seat, 'drops')} {NAMES[card]} of slot {slot}."
    return None


@parlour.hookimpl
def parlour_games() -> Iterable[Game[Garden, View, Show | Number | Hang | Drop]]:
    """Bring Lanterns."""
    yield Game(
        id="lanterns",
        title="Lanterns",
        summary="All hang lanterns in order, and nobody sees the own cards",
        minutes=20,
        weight="medium",
        seats=range(2, 6),
        objective="shared",
        rules=Rules(),
        state=Garden,
        view=View,
        moves=Show | Number | Hang | Drop,
        outcomes=Draw,
        events=Told | Hung | Dropped,
        display=Display(table=lay_table),
        words=Words(refusals=REFUSALS, describe_event=describe_event),
    )
