"""The view of a seat: all that it may know.

Nearly everything in Giants happens in the open: what goes behind a screen, into the
container or face down under a moai was seen by all who watched. So a view, which
remembers perfectly, holds it; the drawing leaves out what the table does not show.
Secret are the answers of a phase in which all answer at once, until they are opened.
"""

from random import Random
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from parlour import Decide, Seat
from parlour_giants.moves import Bid, TakeBack
from parlour_giants.options import Options
from parlour_giants.phases import AnyPhase, Bidding, Returning, State
from parlour_giants.state import BaseState, Camp, Clan, Piece, Supply

A = TypeVar("A")


class View(Struct, frozen=True, gc=False, kw_only=True):
    """All that one seat has been able to learn; ``BaseState`` explains the fields they share."""

    seat: Seat
    """The seat that looks."""
    awaited: tuple[Seat, ...]
    """The seats that must answer now. In a sealed phase a seat that is missing has answered."""
    phases: tuple[AnyPhase, ...]
    """The phases in force; of sealed answers only the seat's own."""
    options: Options
    round: int
    last_round: int = 0
    start: Seat
    clans: tuple[Clan, ...]
    camps: tuple[Camp, ...]
    forests: int
    pieces: tuple[Piece, ...]
    reserved: tuple[int, ...]
    erected: tuple[int, ...]
    sizes: tuple[int, int, int]
    crowned: int
    looked: tuple[int, ...]
    supply: Supply


SHARED = tuple(name for name in State.__struct_fields__ if name != "phases")
"""The fields of a state that a view holds unchanged."""


def view(state: BaseState, seat: Seat) -> View:
    """Build what a seat may know (rule 1.5): the table, and of sealed answers its own."""
    awaited = state.phases[-1].awaited(state)
    return View(
        seat=seat,
        awaited=awaited.seats if isinstance(awaited, Decide) else (),
        phases=tuple(_seen(phase, seat) for phase in state.phases),
        options=state.options,
        round=state.round,
        last_round=state.last_round,
        start=state.start,
        clans=state.clans,
        camps=state.camps,
        forests=state.forests,
        pieces=state.pieces,
        reserved=state.reserved,
        erected=state.erected,
        sizes=state.sizes,
        crowned=state.crowned,
        looked=state.looked,
        supply=state.supply,
    )


def _seen(phase: AnyPhase, seat: Seat) -> AnyPhase:
    """Build what a seat sees of a phase."""
    if isinstance(phase, Bidding):
        return Bidding(answers=_own(phase.answers, seat), quarry=phase.quarry)
    if isinstance(phase, Returning):
        return Returning(answers=_own(phase.answers, seat))
    return phase


def _own(answers: tuple[A | None, ...], seat: Seat) -> tuple[A | None, ...]:
    """Return a seat's own answer among nothing."""
    return tuple(answer if other == seat else None for other, answer in enumerate(answers))


def table(seen: View) -> State:
    """Return the table as a seat sees it: sealed answers of the others are missing."""
    return State(phases=seen.phases, **{name: getattr(seen, name) for name in SHARED})


def determinize(seen: View, rng: Random) -> State:
    """Fill in sealed answers that a seat does not know, each legal one as likely as the next."""
    state = table(seen)
    phase = seen.phases[-1]
    if not isinstance(phase, Bidding | Returning):
        return state
    answers: list[Bid | TakeBack | None] = list(phase.answers)
    for seat, known in enumerate(phase.answers):
        if known is None and seat not in seen.awaited:
            moves = phase.moves(state, seat)
            answers[seat] = moves[int(rng.random() * len(moves))]
    sampled = replace(phase, answers=tuple(answers))
    return replace(state, phases=(*seen.phases[:-1], sampled))
