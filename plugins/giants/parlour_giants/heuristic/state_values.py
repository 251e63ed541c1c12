"""An estimate for bots of how well a seat stands: points, belongings, and hopes for its pieces.

The hope for a piece is the value of the best ahu it can still reach, less the cost of the way:
points for foreign carriers, and figures that are not there yet. All weights are in prestige
points; they are guesses that play well.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, exp, hypot, log1p
from typing import NamedTuple

from parlour import Over, Seat
from parlour_giants.components import HEADDRESS, Size
from parlour_giants.heuristic.bid_values import (
    MORE,
    cost_of_figures,
    hope_of_carving,
    share_kept,
    worth_of_bid,
)
from parlour_giants.heuristic.transport_costs import (
    BASE,
    DESERTED,
    FEE,
    NEVER,
    POINT,
    STEP,
    best_end_in_hand,
    best_ends,
    targets,
    workers_raise,
)
from parlour_giants.moves import Bid
from parlour_giants.phases import (
    Bidding,
    Moving,
    Picking,
    Placing,
    Reading,
    Returning,
    Rolling,
    Stowing,
    Transporting,
)
from parlour_giants.scoring import any_finished, finishes, totals
from parlour_giants.state import NOBODY, BaseState, Clan

WORKER, MARKER, LOG, HALF, RIVAL = 300, 120, 10, 60, 50
"""The worth of a worker, a marker, a log, half a tablet, and a point of the best rival, in
hundredths of a point."""
OTHERS = 40
"""The worth of a point of every other seat, all together, in hundredths of a point: else fees to
seats behind would cost nothing."""
SPOKEN, DAWDLING, HASTE, RESTLESS = 60, 50, 150, 10
"""The cost of a marker on a piece, of leaving a piece unmarked, of still being on the move, and of
not having passed in transport, in hundredths of a point: else bots would carry a piece to and fro,
and pay for it, where it brings nothing."""
MARKED, SCREEN, LOST = 0.85, 0.7, 0.1
"""The probability that a piece gets there: with a marker, from before the screen, and abandoned."""
PUT_OFF = 1.8
"""The worth of a moai that is marked for a later round, for each of its sizes, in points: else bots
would sell the last marker for half a tablet, and leave the moai to others."""
MAX_HOPES = 4
"""Maximum number of pieces that count, best first."""
SOFT = 3.0
"""Width in points of the change from a hopeless piece to a hopeful one."""
DECIDED = 100.0
"""Points that a win is worth, as to bots at the end; a defeat costs as many."""
BUILDING = (Rolling, Bidding, Picking, Placing, Reading)
"""The phases before the last figure of the round is placed."""


class Resting(NamedTuple):
    """A piece at rest that a seat may move."""

    size: Size
    hex: int
    """The number of its hex."""
    sure: float
    """The probability that it gets to its end."""
    cost: float = 0.0
    """The cost of making it so probable, in points; the piece may be let go for nothing."""
    later: float = 0.0
    """The worth of the piece if it is marked for a later round, in points."""


def heuristic(state: BaseState, seat: Seat) -> float:
    """Say how well a seat stands, in prestige points or so; at the end, by the result."""
    phase = state.phases[-1]
    if isinstance(phase, Over):
        return phase.lead(seat)
    points = totals(state)
    if is_last_transport(state):
        return _in_last_transport(state, seat, points, max(0.0, _gain_in_hand(state, seat)))
    value = _with_hopes(state, seat, belongings(state, seat, points) - of_rivals(points, seat))
    if may_finish(state, seat) and (gain := _gain_in_hand(state, seat)) > -NEVER / POINT:
        return max(value, _in_last_transport(state, seat, points, gain))
    return value


def _in_last_transport(state: BaseState, seat: Seat, points: Sequence[int], gain: float) -> float:
    """Value a state as if the match were over, with a ``gain`` by the piece on the move.

    Pieces at rest are no hope: else a seat that has lost would carry one to and fro.
    """
    others = [*points]
    own = others.pop(seat)
    waiting = RESTLESS / POINT * may_move(state, seat)
    # The gain is whole points less some hundredths, for steps.
    return own + gain - max(others) + _decided(own + ceil(gain), others) - waiting


def _gain_in_hand(state: BaseState, seat: Seat) -> float:
    """Return the lead that the piece on the move can still bring a seat: points less fees.

    It is far below 0 if the piece cannot be raised, and 0 if nothing is on the move.
    """
    phase = state.phases[-1]
    if not isinstance(phase, Moving) or phase.seat != seat:
        return 0.0
    return _best_in_hand(state, phase, is_last=True) / POINT


def may_finish(state: BaseState, seat: Seat) -> bool:
    """Tell whether the piece on the move is a seat's moai that ends the match with this round."""
    phase = state.phases[-1]
    return (
        isinstance(phase, Moving)
        and phase.seat == seat
        and phase.size != HEADDRESS
        and finishes(state, seat)
    )


def _decided(own: float, points: Sequence[float]) -> float:
    """Return what places are worth as they stand to a seat with its own points and the others'."""
    beaten = sum((own > other) + (own >= other) for other in points) / len(points)
    return DECIDED * (beaten - 1)


def is_last_transport(state: BaseState) -> bool:
    """Tell whether figures stand, and the match ends with this round."""
    if isinstance(state.phases[-1], BUILDING):
        return False
    return any_finished(state) or state.is_last_round


def expected_points(state: BaseState) -> list[float]:
    """Return the points that each seat has and can hope for, before the end."""
    points = totals(state)
    return [
        _with_hopes(state, seat, belongings(state, seat, points)) for seat in range(state.seats)
    ]


def _with_hopes(state: BaseState, seat: Seat, weight: int) -> float:
    """Return what a seat has, in hundredths of a point, and its hopes: both in points."""
    phase = state.phases[-1]
    hand = _in_hand(state, phase) if isinstance(phase, Moving) and phase.seat == seat else 0.0
    return weight / POINT + hopes_at_rest(state, seat) + hand + promised(state, seat)


def belongings(state: BaseState, seat: Seat, points: Sequence[int]) -> int:
    """Weigh the belongings and markers of a seat and its ``points``, in hundredths of a point."""
    clan = state.clans[seat]
    missing = clan.stored_workers * WORKER + clan.stored_markers * MARKER
    own = clan.bases * BASE + clan.logs * LOG + clan.halves * HALF - missing
    pieces = sum([SPOKEN if p.marked else DAWDLING for p in state.pieces if p.owner == seat])
    return POINT * points[seat] + own - pieces - RESTLESS * may_move(state, seat)


def of_rivals(points: Sequence[int], seat: Seat) -> int:
    """Weigh the points of the others, in hundredths of a point."""
    # The mean of all seats, in whole hundredths, so that the sum has no rounding of floats.
    rivals = [*points[:seat], *points[seat + 1 :]]
    return RIVAL * max(rivals) + OTHERS * sum(rivals) // len(rivals)


def resting(state: BaseState, seat: Seat, more_markers: int = 0) -> list[Resting]:
    """Return the moais and headdresses at rest that a seat may move."""
    clan, phase, markers = state.clans[seat], state.phases[-1], state.clans[seat].markers
    pieces = []
    for number, size in enumerate(
        (*sorted(clan.moais, reverse=True), *(HEADDRESS,) * clan.headdresses)
    ):
        here, kept = state.board.quarry(size), number < markers + more_markers
        if isinstance(phase, BUILDING):
            sure, cost, later = SCREEN, 0.0, put_off(state, size) * kept
        else:  # once figures stand, the piece is anybody's without a marker (rule 5.13)
            sure, cost, later = (MARKED, SPOKEN / POINT, 0.0) if kept else (0.0, 0.0, 0.0)
        pieces.append(Resting(size, here, sure, cost, later))
    # Who carries an abandoned piece nearer to an ahu does it for others.
    lost = LOST if isinstance(phase, Placing | Reading) else 0.0
    is_next = isinstance(phase, Stowing | Returning | Rolling | Bidding)  # nothing moves till then
    for piece in state.pieces:
        if piece.owner in {seat, NOBODY}:
            sure = lost if piece.owner == NOBODY else MARKED if piece.marked else 0.0
            later = put_off(state, piece.size) if piece.marked and is_next else 0.0
            pieces.append(Resting(piece.size, piece.hex, sure, later=later))
    return pieces


def put_off(state: BaseState, size: Size) -> float:
    """Return the worth of a piece that is marked for a later round."""
    return 0.0 if state.is_last_round else PUT_OFF * size


def hopes_at_rest(state: BaseState, seat: Seat) -> float:
    """Add up the best hopes for the pieces at rest that a seat may move."""
    return sum_of_best([prospect(state, seat, piece) for piece in resting(state, seat)])


def sum_of_best(hopes: list[float]) -> float:
    """Add up the best hopes: nobody gets round to more pieces."""
    return sum(sorted(hopes, reverse=True)[:MAX_HOPES])


def prospect(state: BaseState, seat: Seat, piece: Resting) -> float:
    """Weigh a piece at rest by its hope.

    Once figures stand, moves that are still possible in this round count only when they are
    made: else bots would carry the piece to and fro until they have to pass.
    """
    size, here = piece.size, piece.hex
    kept, free = targets(state, seat, size)
    if not kept | free:
        return hope_for(piece, -NEVER)
    # After placing the island counts as deserted: figures leave it before the piece moves on.
    camps = state.camps if isinstance(state.phases[-1], BUILDING) else DESERTED
    ends = best_ends(
        state.options.island, camps, seat, size, kept, free, workers_raise(state, size)
    )
    return hope_for(piece, ends[here])


def hope_for(piece: Resting, best: int) -> float:
    """Weigh a piece at rest with such a best end; there is no ahu for it if that is ``-NEVER``."""
    later = piece.later if best > -NEVER else 0.0
    # Nearly the higher of both, but each step to an ahu still shows.
    return hypot(max(0.0, piece.sure * hope(best) - piece.cost), later)


def may_move(state: BaseState, seat: Seat) -> bool:
    """Tell whether this round's transport has begun and a seat has not passed in it."""
    transport = next((phase for phase in state.phases if isinstance(phase, Transporting)), None)
    return transport is not None and not transport.passed >> seat & 1


@lru_cache(maxsize=1 << 14)
def hope(best: int) -> float:
    """Return the hope for a piece with such a best end: nearly 0 below 0, nearly ``best`` above."""
    # Softplus. A plain max(0, best) would be flat below 0, and bots would see no progress in a
    # figure that makes a hopeless way a little cheaper.
    return SOFT * log1p(exp(best / POINT / SOFT))


def _in_hand(state: BaseState, phase: Moving) -> float:
    """Weigh the piece that is on the move by the best end of its movement."""
    seat, size, here = phase.seat, phase.size, phase.hex
    marked = prospect(state, seat, Resting(size, here, MARKED)) - SPOKEN / POINT
    left = -DAWDLING / POINT
    if phase.claim == "marked":
        rest = marked
    else:
        rest = max(left, marked) if state.clans[seat].markers else left
    if may_finish(state, seat):
        return rest  # to raise it ends the match: that is weighed apart
    return max(rest, (_best_in_hand(state, phase) - HASTE) / POINT)


def _best_in_hand(state: BaseState, phase: Moving, *, is_last: bool = False) -> int:
    """Return the best end of the movement, valued as the last transport if it is the last."""
    kept, free = targets(state, phase.seat, phase.size)
    if not kept | free:
        return -NEVER
    step, fee = STEP, FEE
    if is_last:  # bases are worth nothing any more, and of equal ways the shortest is taken
        kept, free, step, fee = kept | free, 0, 1, POINT
    return best_end_in_hand(
        state.options.island,
        state.camps,
        phase.seat,
        phase.size,
        phase.hex,
        phase.closed(state.options.edition_rules),
        kept,
        free,
        workers_raise(state, phase.size),
        step,
        fee,
    )


def promised(state: BaseState, seat: Seat) -> float:
    """Weigh an answer that is still sealed, and a bid until the figures are placed."""
    phase, clan = state.phases[-1], state.clans[seat]
    if isinstance(phase, Bidding):
        if (bid := phase.answers[seat]) is None:
            return 0.0
        kept = share_kept(state, clan.markers - bid.markers)
        return worth_of_bid(bid, phase.quarry, clan.halves, kept)
    if isinstance(phase, Picking):
        kept = share_kept(state, clan.markers)
        return kept * _to_carve(clan, phase, seat) - cost_of_figures(bid_of(clan))
    if isinstance(phase, Placing | Reading):
        return -cost_of_figures(bid_of(clan))
    if isinstance(phase, Returning) and (answer := phase.answers[seat]):
        return sum(_given_up(state, seat, size, where) for size, where in answer.markers)
    return 0.0


def bid_of(clan: Clan) -> Bid:
    """Return the figures that lie before a screen as a bid; its markers lie among others."""
    return Bid(0, clan.bid_workers, int(clan.bid_sorcerer), int(clan.bid_chief))


def _to_carve(clan: Clan, phase: Picking, seat: Seat) -> float:
    """Weigh the moais that a bid can carve yet."""
    if phase.declined >> seat & 1:
        return 0.0
    chief = int(clan.bid_chief and not clan.moais)
    carved = sum(clan.moais) - (max(clan.moais, default=0) if clan.bid_chief else 0)
    hands = clan.bid_workers + clan.bid_sorcerer - carved
    hope = hope_of_carving(hands, chief, phase.quarry)
    order = phase.order[phase.turn :] + phase.order[: phase.turn]
    early = max(0.5, 1.0 - 0.2 * order.index(seat))  # earlier seats take the best moais
    return hope * early * (MORE if clan.moais else 1.0)


def _given_up(state: BaseState, seat: Seat, size: Size, where: str) -> float:
    """Weigh a marker taken back against the piece that it lay on."""
    here = state.board.index[where]
    piece = Resting(size, here, MARKED - LOST, later=put_off(state, size))
    return MARKER / POINT - prospect(state, seat, piece)
