"""Cards, moves, outcomes and events of Lanterns."""

from typing import Annotated

from msgspec import Meta

from parlour import Event, Move, Outcome, Seat, Spelling
from parlour.kit.cards import Counts, listed
from parlour.kit.tracks import Track

COLOURS = ("red", "yellow", "green", "blue", "white")
NUMBERS = 5
COPIES = (3, 2, 2, 2, 1)
"""Cards of each number in a colour."""
ALL: Counts = COPIES * len(COLOURS)
"""Cards of each kind; a kind is ``colour * NUMBERS + number - 1``."""
BOX = tuple(listed(ALL))
"""The kind of every card, in rising order."""
EVERY = (1 << len(ALL)) - 1
OF_COLOUR = tuple(0b11111 << NUMBERS * colour for colour in range(len(COLOURS)))
OF_NUMBER = tuple(sum(1 << NUMBERS * c + n for c in range(len(COLOURS))) for n in range(NUMBERS))
ABOUT = tuple(1 << kind // NUMBERS | 1 << len(COLOURS) + kind % NUMBERS for kind in range(len(ALL)))
"""What a hint about a kind can say, as a set: bits of colours, then bits of numbers."""
CANDLES, MISTAKES = 8, 3
COMPLETE = (NUMBERS,) * len(COLOURS)
"""The highest numbers once everything hangs."""
LIT = Track(CANDLES + 1)
"""The track that counts candles, from none to all."""

Colour = Annotated[int, Spelling(COLOURS.__getitem__, COLOURS.index)]
Slot = Annotated[int, Meta(ge=1, le=5)]


def named(kind: int) -> str:
    """Return a kind as people write it: ``red4``."""
    return f"{COLOURS[kind // NUMBERS]}{kind % NUMBERS + 1}"


NAMES = tuple(map(named, range(len(ALL))))
Card = Annotated[int, Spelling(NAMES.__getitem__, NAMES.index)]


class Show(Move, frozen=True):
    """Tell a seat which of its cards are of a colour."""

    form = "show {seat} {colour}"
    seat: Seat
    colour: Colour


class Number(Move, frozen=True):
    """Tell a seat which of its cards have a number."""

    form = "number {seat} {number}"
    seat: Seat
    number: Annotated[int, Meta(ge=1, le=NUMBERS)]


class Hang(Move, frozen=True):
    """Hang the lantern of a slot, the oldest card being in slot 1."""

    form = "hang {slot}"
    covered_by_events = True
    slot: Slot


class Drop(Move, frozen=True):
    """Drop the card of a slot, and light a candle."""

    form = "drop {slot}"
    covered_by_events = True
    slot: Slot


class Draw(Outcome, frozen=True):
    """A card for one seat, which all others see."""

    form = "draw {card} for {seat}"
    public_form = "draw a card for {seat}"
    seat: Seat
    card: Card

    def shown_to(self, seat: Seat) -> bool:
        """Hide the card from whom it is dealt to."""
        return seat != self.seat


class Told(Event, frozen=True):
    """A seat learns which of its slots a hint is about."""

    reveals = True
    seat: Seat
    slots: tuple[Slot, ...]


class Hung(Event, frozen=True):
    """A seat hung a lantern, or tried to."""

    reveals = True
    seat: Seat
    slot: Slot
    card: Card
    fits: bool


class Dropped(Event, frozen=True):
    """A seat dropped a card."""

    reveals = True
    seat: Seat
    slot: Slot
    card: Card
