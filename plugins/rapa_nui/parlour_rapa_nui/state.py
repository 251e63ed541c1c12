"""A whole situation of a match, but for the kinds of phases, which ``match`` adds."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import Seat
from parlour_rapa_nui.pieces import SORTS, Tally, changed


class Tribe(Struct, frozen=True, gc=False):
    """What stands before one seat, with all that everybody may know of it."""

    lying: Tally
    """Its personal display, by kind of card."""
    hand: Tally
    """By kind of card. Every card came from the open display, so whoever has watched knows it."""
    wood: int
    fame: int
    traced: Tally
    """Offerings taken less those sacrificed face up, by sort: what it holds and what it buried."""
    limits: tuple[Tally, ...] = ()
    """For each card it sacrificed face down: so many of each sort, at most, can lie face down
    with this card and those before it. The seat held a card when it sacrificed it, face down or
    face up, and that is all that others learn."""

    @property
    def offerings(self) -> int:
        """How many offerings the seat holds, as everybody can count."""
        return sum(self.traced) - len(self.limits)


class Offered(Struct, frozen=True, gc=False):
    """A card on the stone."""

    sort: int | None
    """None, in a view, where the card lies face down and is not one's own."""
    seat: Seat | None
    """Who sacrificed it; None for a card from a pile."""
    face_down: bool = False


class BaseState(parlour.State, frozen=True):
    """A whole situation. All that is secret in it are the cards face down on the stone."""

    tribes: tuple[Tribe, ...]
    columns: tuple[tuple[int, ...], ...]
    """Each column's cards from the back to the front."""
    stack: Tally
    """The cards not yet turned up, by kind; they have no order."""
    piles: Tally
    """Offerings left in supply, by sort."""
    stone: tuple[Offered, ...]
    """From the bottom to the top."""
    box: Tally
    """Cards out of the game: those of absent colours, and moais that nobody could build."""


S = TypeVar("S", bound=BaseState)


def with_tribe(state: S, seat: Seat, tribe: Tribe) -> S:
    """Return ``state`` with one seat's belongings changed."""
    tribes = state.tribes
    return replace(state, tribes=(*tribes[:seat], tribe, *tribes[seat + 1 :]))


def buried(stone: tuple[Offered, ...], seat: Seat) -> Tally:
    """Return what ``seat`` sacrificed face down, by sort."""
    down = [0] * len(SORTS)
    for card in stone:
        if card.face_down and card.seat == seat and card.sort is not None:
            down[card.sort] += 1
    return tuple(down)


def holdings(tribe: Tribe, stone: tuple[Offered, ...], seat: Seat) -> Tally:
    """Return the offerings ``seat`` holds, by sort; what it buried must be known."""
    if not tribe.limits:
        return tribe.traced
    down = buried(stone, seat)
    return tuple(traced - lost for traced, lost in zip(tribe.traced, down, strict=True))


def gained(state: S, seat: Seat, sort: int, number: int = 1) -> S:
    """Return ``state`` after ``seat`` has taken offerings from a pile."""
    tribe = state.tribes[seat]
    tribe = replace(tribe, traced=changed(tribe.traced, sort, number))
    return replace(with_tribe(state, seat, tribe), piles=changed(state.piles, sort, -number))
