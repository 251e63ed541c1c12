"""Cards, moves, outcomes and the event of Promises."""

from typing import Annotated

from msgspec import Meta

from parlour import Event, Move, Outcome, Seat, Spelling
from parlour.kit.tricks import Pack

PACK = Pack(suits=4, ranks=13)
MOST = 6
"""Seats at most."""
RANKS = "23456789TJQKA"
NAMES = tuple(rank + suit for suit in "cdhs" for rank in RANKS)
"""Cards as people write them, clubs first: ``Ah`` is the ace of hearts."""
SUITS = tuple(map(PACK.suit, range(len(NAMES))))
"""The suit of each card."""


def card_named(text: str) -> int:
    """Return the card of a name, in capitals or small letters."""
    return NAMES.index(text[:-1].upper() + text[-1:].lower())


Card = Annotated[int, Spelling(NAMES.__getitem__, card_named)]


class Promise(Move, frozen=True):
    """Promise a number of tricks."""

    form = "promise {tricks}"
    tricks: Annotated[int, Meta(ge=0)]


class Play(Move, frozen=True):
    """Play a card."""

    form = "play {card}"
    covered_by_events = True
    card: Card


class Deal(Outcome, frozen=True):
    """A card for one seat, which alone sees it."""

    form = "deal {card} to {seat}"
    public_form = "deal a card to {seat}"
    seat: Seat
    card: Card

    def shown_to(self, seat: Seat) -> bool:
        """Show the card to whom it is dealt."""
        return seat == self.seat


class Turn(Outcome, frozen=True):
    """The card that is turned for trumps."""

    form = "turn {card}"
    card: Card


class Laid(Event, frozen=True):
    """A seat played a card, which nobody else was sure that it held."""

    reveals = True
    seat: Seat
    card: Card


class Taken(Event, frozen=True):
    """A seat took a trick."""

    seat: Seat


PLAYS = tuple(map(Play, range(len(NAMES))))
PROMISES = tuple(map(Promise, range(11)))
TURNS = tuple(map(Turn, range(len(NAMES))))
DEALS = tuple(tuple(Deal(seat, card) for card in range(len(NAMES))) for seat in range(MOST))
