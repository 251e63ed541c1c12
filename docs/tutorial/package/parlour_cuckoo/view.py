"""The view of a seat, and the states that fit it."""

from random import Random

from msgspec import Struct

from parlour import Seat
from parlour_cuckoo.components import CARDS
from parlour_cuckoo.phases import AnyPhase, State


class View(Struct, frozen=True):
    """A match as a seat knows it."""

    seat: Seat
    phases: tuple[AnyPhase, ...]
    seats: int
    cards: tuple[int | None, ...]
    """As in the state; None for a card the seat has not seen."""
    known: tuple[int, ...]
    out: tuple[int, ...]


def view(state: State, seat: Seat) -> View:
    """Show a seat the cards it has seen, wherever they are now."""
    cards = tuple(
        card if known >> seat & 1 else None
        for card, known in zip(state.cards, state.known, strict=True)
    )
    return View(seat, state.phases, state.seats, cards, state.known, state.out)


def determinize(seen: View, rng: Random) -> State:
    """Deal the cards that the seat has not seen."""
    unseen = [card for card in CARDS if card not in seen.cards and card not in seen.out]
    rng.shuffle(unseen)
    cards = tuple(unseen.pop() if card is None else card for card in seen.cards)
    return State(
        phases=seen.phases,
        seats=seen.seats,
        cards=cards,
        known=seen.known,
        out=seen.out,
        deck=tuple(unseen),
    )
