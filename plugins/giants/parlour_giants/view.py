"""What a seat may know.

Nearly everything in Giants happens in the open: what goes behind a screen, into the
container or face down under a moai was seen by all who watched. So a view, which
remembers perfectly, holds it; the drawing leaves out what the table does not show.
Secret are the answers of a phase in which all answer at once, until they are opened.
"""

from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from parlour import Decide, SealedPhase, Seat
from parlour_giants.moves import Bid, TakeBack
from parlour_giants.options import Options
from parlour_giants.phases import AnyPhase, Bidding, Returning, State
from parlour_giants.state import BaseState, Camp, Clan, Piece, Supply


class View(Struct, frozen=True, gc=False, kw_only=True):
    """All that one seat has been able to learn."""

    seat: Seat
    """Who looks."""
    awaited: tuple[Seat, ...]
    """Who must answer now; a seat missing here has answered, where all answer at once."""
    phases: tuple[AnyPhase, ...]
    """The phases in force; of sealed answers only the seat's own."""
    options: Options
    round: int
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
    """The ahus under whose moai each seat was seen to look."""
    supply: Supply


def view(state: BaseState, seat: Seat) -> View:
    """Tell a seat what it may know."""
    awaited = state.phases[-1].awaited(state)
    return View(
        seat=seat,
        awaited=awaited.seats if isinstance(awaited, Decide) else (),
        phases=tuple(_seen(phase, seat) for phase in state.phases),
        options=state.options,
        round=state.round,
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
    if not isinstance(phase, SealedPhase):
        return phase
    seats = range(len(phase.answers))
    own: Any = tuple(phase.answers[seat] if other == seat else None for other in seats)
    if isinstance(phase, Bidding):
        return Bidding(answers=own, quarry=phase.quarry)
    return Returning(answers=own)


def determinize(seen: View, rng: Random) -> State:
    """Fill in sealed answers that a seat does not know, each legal one as likely as the next."""
    state = State(
        phases=seen.phases,
        options=seen.options,
        round=seen.round,
        start=seen.start,
        clans=seen.clans,
        camps=seen.camps,
        forests=seen.forests,
        pieces=seen.pieces,
        reserved=seen.reserved,
        erected=seen.erected,
        sizes=seen.sizes,
        crowned=seen.crowned,
        looked=seen.looked,
        supply=seen.supply,
    )
    phase = seen.phases[-1]
    if not isinstance(phase, SealedPhase):
        return state
    answers: list[Bid | TakeBack | None] = list(phase.answers)
    for seat, known in enumerate(phase.answers):
        if known is None and seat not in seen.awaited:
            moves = phase.moves(state, seat)
            answers[seat] = moves[int(rng.random() * len(moves))]
    sampled: Any = tuple(answers)
    return replace(state, phases=(*seen.phases[:-1], replace(phase, answers=sampled)))
