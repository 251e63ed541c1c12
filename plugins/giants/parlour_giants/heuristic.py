"""An estimate for bots of how well a seat stands: points, belongings, and hopes for its pieces.

The hope for a piece is the value of the best ahu it can still reach, less the cost of the way:
points for foreign carriers, and figures that are not there yet. All weights are in prestige
points; they are guesses that play well.
"""

from functools import lru_cache
from heapq import heappop, heappush
from math import exp, log1p

from msgspec.structs import asdict

from parlour import Over, Seat
from parlour_giants.board import Board, board, members
from parlour_giants.components import HEADDRESS, Size, burden
from parlour_giants.moves import Bid, TakeBack
from parlour_giants.phases import (
    Bidding,
    Moving,
    Picking,
    Placing,
    Reading,
    Returning,
    Rolling,
)
from parlour_giants.scoring import score
from parlour_giants.state import NO_CAMP, NOBODY, BaseState, Camp, Clan

WORKER, MARKER, LOG, HALF, RIVAL = 3.0, 1.2, 0.5, 0.6, 0.5
"""The worth of a worker, a marker, a log, half a tablet, and a point of the best rival."""
STEP, FEE, MISSING, STRANGER = 0.2, 0.6, 1.4, 1.2
"""The cost of a way: each hex, each foreign carrier, each missing one, and no figure at its end."""
NEVER = 1000.0
"""The cost of a way that cannot be taken."""
MARKED, SCREEN, LOST, LEFT = 0.85, 0.7, 0.1, 0.09
"""The probability that a piece gets there: with a marker, from before the screen, abandoned, and
left by the seat in this phase."""
HASTE, DAWDLING = 1.5, 0.5
"""The cost of still being on the move, and of leaving a piece unmarked: without them a bot that
goes on alone would carry it to and fro for ever."""
HOPES = 4
"""The number of pieces that count, best first."""
SOFT = 3.0
"""The points over which a piece turns from hopeless to hopeful."""
BASE = 1.2
"""The worth of a base while no moai stands on it."""
BUILDING = (Rolling, Bidding, Picking, Placing, Reading)
"""The phases in which or after which figures are placed in this round."""
CARVED = 4.0
"""The hope for a moai that a bid can carve, for each of its sizes."""
SPENT = {"markers": 1.5, "workers": 1.8, "sorcerer": 3.0, "chief": 4.5}
"""The cost of missing what was bid, each for a round."""


def heuristic(state: BaseState, seat: Seat) -> float:
    """Say how well a seat stands, in prestige points or so; at the end, by the result."""
    end = state.phases[-1]
    if isinstance(end, Over):
        return end.lead(seat)
    rivals = [score(state, other).total for other in range(state.seats) if other != seat]
    own = score(state, seat).total + _belongings(state, seat) + _pieces(state, seat)
    return own + _answer(state, seat) - RIVAL * max(rivals)


def _belongings(state: BaseState, seat: Seat) -> float:
    """Weigh the belongings of a seat, wherever they are."""
    clan = state.clans[seat]
    missing = clan.stored_workers * WORKER + clan.stored_markers * MARKER
    return clan.bases * BASE + clan.logs * LOG + clan.halves * HALF - missing


def _pieces(state: BaseState, seat: Seat) -> float:
    """Weigh the moais and headdresses that a seat may move."""
    clan, on = state.clans[seat], state.board
    held = [(size, on.moai_quarry, SCREEN) for size in clan.moais]
    held += [(HEADDRESS, on.headdress_quarry, SCREEN)] * clan.headdresses
    for piece in state.pieces:
        if piece.owner in {seat, NOBODY}:
            sure = LOST if piece.owner == NOBODY else MARKED if piece.marked else LEFT
            held.append((piece.size, piece.hex, sure))
    phase = state.phases[-1]
    hand = 0.0
    if isinstance(phase, Moving) and phase.seat == seat:
        hand = _in_hand(state, phase)
    spoken = sum(piece.marked and piece.owner == seat for piece in state.pieces)
    hopes = sorted((prospect(state, seat, *piece) for piece in held), reverse=True)
    dawdled = sum(piece.owner == seat and not piece.marked for piece in state.pieces)
    return hand + sum(hopes[:HOPES]) - spoken * MARKER / 2 - dawdled * DAWDLING


def prospect(state: BaseState, seat: Seat, size: Size, at: int, sure: float) -> float:
    """Weigh a piece at rest by its hope.

    Once figures stand, moves that are still possible in this round count only when they are
    made: else bots would carry the piece to and fro until they have to pass.
    """
    building = isinstance(state.phases[-1], BUILDING)
    camps = state.camps if building else (NO_CAMP,) * len(state.camps)
    best = _best(state, seat, size, at, camps)
    return sure * SOFT * log1p(exp(best / SOFT))


def _in_hand(state: BaseState, phase: Moving) -> float:
    """Weigh the piece that is on the move by the best end of its movement."""
    seat, size, here = phase.seat, phase.size, phase.hex
    now = _best(state, seat, size, here, state.camps, phase.been | phase.before) - HASTE
    if phase.claim == "marked":
        return max(now, prospect(state, seat, size, here, MARKED))
    marking = -NEVER
    if state.clans[seat].markers:
        marking = prospect(state, seat, size, here, MARKED) - MARKER / 2
    return max(now, marking, prospect(state, seat, size, here, LEFT) - DAWDLING)


def _best(  # noqa: PLR0917  a way depends on all of these
    state: BaseState, seat: Seat, size: Size, start: int, camps: tuple[Camp, ...], been: int = 0
) -> float:
    """Weigh the best ahu that a piece can hope for over such camps."""
    if size == HEADDRESS:
        kept, free = state.erected[seat] & ~state.crowned, 0
    else:
        kept, free = state.reserved[seat], state.free if state.clans[seat].bases else 0
    if not kept | free:
        return -NEVER
    worker = size != HEADDRESS and state.options.book.erecting == "worker"
    return _best_of(
        state.options.island, camps, seat, size, start, been, kept, free, workers_only=worker
    )


@lru_cache(maxsize=1 << 15)
def _best_of(  # noqa: PLR0917  a way depends on all of these; cached by position
    name: str,
    camps: tuple[Camp, ...],
    seat: Seat,
    size: Size,
    start: int,
    been: int,
    kept: int,
    free: int,
    *,
    workers_only: bool,
) -> float:
    costs = _costs(name, camps, seat, size, start, been=been, workers_only=workers_only)
    return max(worth - costs[here] for here, worth in _worths(name, size, kept, free))


@lru_cache(maxsize=1 << 12)
def _worths(name: str, size: Size, kept: int, free: int) -> tuple[tuple[int, float], ...]:
    """Return the hexes with an ahu for a piece, and the highest worth of the piece on each.

    On a ``free`` ahu the piece takes a base that could lie elsewhere.
    """
    best: dict[int, float] = {}
    for number in members(kept | free):
        ahu = board(name).ahus[number]
        worth = size * ahu.value - BASE * (free >> number & 1) if size else float(ahu.crown)
        best[ahu.hex] = max(worth, best.get(ahu.hex, worth))
    return tuple(best.items())


@lru_cache(maxsize=1 << 13)
def _costs(
    name: str,
    camps: tuple[Camp, ...],
    seat: Seat,
    size: Size,
    start: int,
    *,
    been: int,
    workers_only: bool,
) -> tuple[float, ...]:
    """Return the cost of bringing a piece to each hex and having a figure, or a worker, there.

    A piece that is moving has ``been`` on a set of hexes: it cannot go back there, and no figure
    can be placed any more.
    """
    missing, stranger = (NEVER, NEVER) if been else (MISSING, STRANGER)
    tolls = [_toll(camp, seat, size, missing) for camp in camps]
    for here in members(been):
        tolls[here] = NEVER
    costs = _ways(board(name), tolls, start)
    return tuple(
        cost if (camp.workers[seat] if workers_only else camp.has(seat)) else cost + stranger
        for cost, camp in zip(costs, camps, strict=True)
    )


@lru_cache(maxsize=1 << 15)
def _toll(camp: Camp, seat: Seat, size: Size, missing: float) -> float:
    """Return the cost of entering a hex: a step, foreign carriers, and missing ones."""
    need = burden(size)
    own = camp.bearers(seat)
    if camp.chiefs >> seat & 1 or (own and own + camp.logs >= need):
        return STEP
    strength = camp.strength
    if strength >= need:
        return STEP + FEE * (need - own - (camp.logs if own else 0))
    return STEP + missing * (need - strength)


def _ways(on: Board, enter: list[float], start: int) -> list[float]:
    """Return the cheapest way from ``start`` to each hex, ``NEVER`` or more where there is none."""
    costs = [NEVER] * len(enter)
    costs[start] = 0.0
    edge = [(0.0, start)]
    while edge:
        cost, here = heappop(edge)
        if cost > costs[here]:
            continue
        for near in on.neighbours[here]:
            reached = cost + enter[near]
            if reached < costs[near]:
                costs[near] = reached
                heappush(edge, (reached, near))
    return costs


def _answer(state: BaseState, seat: Seat) -> float:
    """Weigh an answer that is still sealed."""
    phase = state.phases[-1]
    if not isinstance(phase, Bidding | Returning):
        return 0.0
    answer = phase.answers[seat]
    if isinstance(answer, Bid) and isinstance(phase, Bidding):
        return _bid(answer, phase.quarry, state.clans[seat])
    if isinstance(answer, TakeBack):
        return sum(_given_up(state, seat, size, where) for size, where in answer.markers)
    return 0.0


def _given_up(state: BaseState, seat: Seat, size: Size, where: str) -> float:
    """Weigh a marker taken back against the piece that it lay on."""
    here = state.board.index[where]
    return MARKER - prospect(state, seat, size, here, MARKED - LOST)


def _bid(bid: Bid, quarry: tuple[Size, ...], clan: Clan) -> float:
    """Weigh the moais that a bid can carve against the figures that then cannot carry."""
    hope, hands, chief = 0.0, bid.workers + bid.sorcerer, bid.chief
    for size in sorted(quarry, reverse=True):
        if chief:
            chief = 0
        elif hands >= size:
            hands -= size
        else:
            continue
        hope += CARVED * size * (0.3 if hope else 1.0)
    early = min(1.0, 0.5 + 0.15 * bid.markers + 0.05 * clan.halves)
    return hope * early - float(sum(SPENT[what] * amount for what, amount in asdict(bid).items()))
