"""Moves, outcomes and events of Court."""

from typing import Annotated

from parlour import Event, Move, Outcome, Seat, Spelling

COURTIERS = ("steward", "thief", "poisoner", "healer")
STEWARD, THIEF, POISONER, HEALER = range(4)

Courtier = Annotated[int, Spelling(COURTIERS.__getitem__, COURTIERS.index)]


class Work(Move, frozen=True):
    """Take a coin."""

    form = "work"


class Beg(Move, frozen=True):
    """Take two coins, unless a steward prevents it."""

    form = "beg"


class Tax(Move, frozen=True):
    """Take three coins as the steward."""

    form = "tax"


class Steal(Move, frozen=True):
    """Take up to two coins of another as the thief, unless a thief prevents it."""

    form = "steal from {seat}"
    seat: Seat


class Poison(Move, frozen=True):
    """Pay three coins; as the poisoner, take a card of another, unless a healer prevents it."""

    form = "poison {seat}"
    seat: Seat


class Exile(Move, frozen=True):
    """Pay seven coins and take a card of another."""

    form = "exile {seat}"
    seat: Seat


class Pass(Move, frozen=True):
    """Let it happen."""

    form = "pass"


class Doubt(Move, frozen=True):
    """Say that a claim is false."""

    form = "doubt"


class Prevent(Move, frozen=True):
    """Claim the courtier who prevents a deed."""

    form = "prevent"


class Turn(Move, frozen=True):
    """Turn a card face up: to prove a claim, or because it is lost."""

    form = "turn {card}"
    covered_by_events = True
    card: Courtier


class Draw(Outcome, frozen=True):
    """A card for one seat, which alone sees it."""

    form = "draw {card} for {seat}"
    public_form = "draw a card for {seat}"
    seat: Seat
    card: Courtier

    def shown_to(self, seat: Seat) -> bool:
        """Show the card to whom it is dealt."""
        return seat == self.seat


class Turned(Event, frozen=True):
    """A seat turned a card face up, as proof or as a loss."""

    reveals = True
    seat: Seat
    card: Courtier
    proof: bool
