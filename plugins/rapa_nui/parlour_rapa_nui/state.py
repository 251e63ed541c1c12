"""A match of Rapa Nui as it stands, and the small changes that several phases make to it."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from parlour import Seat, State, replaced
from parlour.kit.cards import adjusted
from parlour_rapa_nui.components import SORTS, Tally


class Tribe(Struct, frozen=True, gc=False, cache_hash=True):
    """The belongings of one seat, with all that every seat may know of them."""

    lying: Tally
    """The cards of its personal display, by kind."""
    hand: Tally
    """Its hand, by kind of card: every card came from the open display, so all can know it."""
    wood: int
    fame: int
    traced: Tally
    """Offerings taken less those sacrificed face up, by sort: those held and those face down."""
    limits: tuple[Tally, ...] = ()
    """For each card that the seat sacrificed face down: how many of each sort, at most, can lie
    face down with this card and those before it. The seat held a card when it sacrificed it, face
    down or face up, and others learn nothing else."""

    @property
    def offerings(self) -> int:
        """The number of offerings the seat holds, which every seat can count."""
        return sum(self.traced) - len(self.limits)


class Offered(Struct, frozen=True, gc=False, cache_hash=True):
    """A card on the stone."""

    sort: int | None
    """The sort of the offering; None, in a view, where another seat put it face down."""
    seat: Seat | None
    """The seat that sacrificed it; None for a card from a pile."""
    face_down: bool = False


class BaseState(State, frozen=True):
    """The whole table except its phases; ``phases.State`` names these.

    All that is secret in it are the cards face down on the stone.
    """

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
    """Cards out of the game: cards of absent colours, and moais that nobody could build."""


S = TypeVar("S", bound=BaseState)


def with_tribe(state: S, seat: Seat, tribe: Tribe) -> S:
    """Return ``state`` with one seat's belongings changed."""
    return replace(state, tribes=replaced(state.tribes, seat, tribe))


def buried(stone: tuple[Offered, ...], seat: Seat) -> Tally:
    """Return what ``seat`` sacrificed face down, by sort."""
    down = [0] * len(SORTS)
    for card in stone:
        if card.face_down and card.seat == seat and card.sort is not None:
            down[card.sort] += 1
    return tuple(down)


def holdings(tribe: Tribe, stone: tuple[Offered, ...], seat: Seat) -> Tally:
    """Return the offerings ``seat`` holds, by sort; its buried offerings must be known."""
    if not tribe.limits:
        return tribe.traced
    down = buried(stone, seat)
    return tuple(traced - lost for traced, lost in zip(tribe.traced, down, strict=True))


def gained(state: S, seat: Seat, sort: int, number: int = 1) -> S:
    """Return ``state`` after ``seat`` has taken offerings from a pile."""
    tribe = state.tribes[seat]
    richer = replace(tribe, traced=adjusted(tribe.traced, sort, number))
    tribes, piles = replaced(state.tribes, seat, richer), adjusted(state.piles, sort, -number)
    return replace(state, tribes=tribes, piles=piles)
