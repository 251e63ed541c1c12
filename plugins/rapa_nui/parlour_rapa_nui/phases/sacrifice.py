"""The sacrifice round: a decision of everybody inside the builder's turn (chapter 5)."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from parlour import (
    Decide,
    DecisionPhase,
    Refusal,
    Seat,
    SeatPhase,
    Tell,
    await_seat,
    left_of,
    popped,
    pushed,
    swapped,
)
from parlour.kit.cards import adjusted
from parlour_rapa_nui.components import SORTS, Tally
from parlour_rapa_nui.events import Added, Buried, Sacrificed
from parlour_rapa_nui.moves import (
    ADDS,
    FACE_DOWN,
    OFFERS,
    Add,
    Offer,
    OfferFaceDown,
    RapaNuiMove,
    mask,
)
from parlour_rapa_nui.phases.refusals import not_now
from parlour_rapa_nui.state import BaseState, Offered, Tribe, holdings, with_tribe

S = TypeVar("S", bound=BaseState)


class Offering(DecisionPhase[BaseState, Offer], frozen=True):
    """Rule 5.2: one of the other seats sacrifices face up.

    Views and goldens hold the builder before the seat, so this is no ``SeatPhase``.
    """

    rule: ClassVar[str] = "5.2"
    builder: Seat
    """The seat that has built a moai."""
    seat: Seat

    def awaited(self, state: BaseState) -> Decide:
        """Rule 5.2: await the seat that sacrifices."""
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Offer]:
        """Rule 5.2: the sorts that the seat holds."""
        return OFFERS[mask(holdings(state.tribes[seat], state.stone, seat))]

    def why_not(self, state: BaseState, seat: Seat, move: RapaNuiMove) -> Refusal | None:
        """Say that the seat lacks this sort, or when the move can be made (rule 5.2)."""
        if isinstance(move, Offer):
            return Refusal.of("5.2", "not_held", sort=SORTS[move.sort])
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: Offer, tell: Tell) -> BaseState:
        """Rule 5.2: lay the card on the stone; the next seat follows."""
        if tell:
            tell(Sacrificed(seat, move.sort))
        after = with_tribe(state, seat, without(state.tribes[seat], move.sort))
        return _next(_on_stone(after, move.sort, seat), self.builder, seat)


class Burying(SeatPhase[BaseState, OfferFaceDown], frozen=True):
    """Rule 5.3: the builder of the moai sacrifices face down."""

    rule: ClassVar[str] = "5.3"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[OfferFaceDown]:
        """Rule 5.3: the sorts that the builder holds."""
        return FACE_DOWN[mask(holdings(state.tribes[seat], state.stone, seat))]

    def why_not(self, state: BaseState, seat: Seat, move: RapaNuiMove) -> Refusal | None:
        """Say that the builder lacks this sort, or must lay it face down (rule 5.3)."""
        if isinstance(move, OfferFaceDown):
            return Refusal.of("5.3", "not_held", sort=SORTS[move.sort])
        if isinstance(move, Offer):
            return Refusal.of("5.3", "builder_face_down")
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: OfferFaceDown, tell: Tell) -> BaseState:
        """Rule 5.3: lay the card on the stone; one from a pile follows."""
        if tell:
            tell(Buried(seat, move.sort))
        tribe = state.tribes[seat]
        after = with_tribe(state, seat, replace(tribe, limits=(*tribe.limits, tribe.traced)))
        return _then_add(_on_stone(popped(after), move.sort, seat, face_down=True), seat)


class Adding(SeatPhase[BaseState, Add], frozen=True):
    """Rule 5.4: the builder of the moai adds a card from a pile."""

    rule: ClassVar[str] = "5.4"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Add]:
        """Rule 5.4: the sorts whose piles are not empty."""
        return ADDS[mask(state.piles)]

    def why_not(self, state: BaseState, seat: Seat, move: RapaNuiMove) -> Refusal | None:
        """Say that the pile is empty (rule 5.4)."""
        if isinstance(move, Add):
            return Refusal.of("5.4", "pile_empty", sort=SORTS[move.sort])
        return not_now(move)

    def play(self, state: BaseState, seat: Seat, move: Add, tell: Tell) -> BaseState:
        """Rule 5.4: lay the card on the stone; the turn goes on."""
        if tell:
            tell(Added(seat, move.sort))
        after = replace(popped(state), piles=adjusted(state.piles, move.sort, -1))
        return _on_stone(after, move.sort, None)


def sacrifice_round(state: S, builder: Seat) -> S:
    """Return the phases after a moai: all sacrifice, from the left neighbour on (rule 5.1)."""
    return _next(pushed(state, Burying(builder)), builder, builder)


def without(tribe: Tribe, sort: int) -> Tribe:
    """Return a tribe after a sacrifice face up, which showed that it still had the card."""
    traced = adjusted(tribe.traced, sort, -1)
    if not tribe.limits:
        return replace(tribe, traced=traced)
    # What is shown was held all along, so at most the rest of its sort can lie face down.
    *before, last = tribe.limits
    shown: Tally = adjusted(last, sort, min(0, traced[sort] - last[sort]))
    return replace(tribe, traced=traced, limits=(*before, shown))


def _next(state: S, builder: Seat, seat: Seat) -> S:
    """Turn to the next seat clockwise that has an offering, and to the builder last (rule 5.3)."""
    seats = len(state.tribes)
    seat = left_of(seat, seats)
    while seat != builder and not state.tribes[seat].offerings:
        seat = left_of(seat, seats)
    if seat != builder:
        return swapped(state, Offering(builder, seat))
    if state.tribes[builder].offerings:
        return swapped(state, Burying(builder))
    return _then_add(popped(state), builder)


def _then_add(state: S, builder: Seat) -> S:
    """Turn to the builder's card from a pile, if there is a pile left (rule 5.4)."""
    return pushed(state, Adding(builder)) if any(state.piles) else state


def _on_stone(state: S, sort: int, seat: Seat | None, *, face_down: bool = False) -> S:
    return replace(state, stone=(*state.stone, Offered(sort, seat, face_down)))
