"""The values of all placements at once, by what each changes: the camp of a single hex.

A figure only ever makes ways cheaper, and only those through its hex. So the best end of a piece
after a placement is the better one of its best end before and the best end by way of that hex.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from parlour import Move, Seat
from parlour_giants.components import BOX, HEADDRESS, burden
from parlour_giants.heuristic.state_values import (
    HALF,
    LOG,
    MARKER,
    SCREEN,
    WORKER,
    Resting,
    belongings,
    hope_for,
    of_rivals,
    promised,
    resting,
    sum_of_best,
)
from parlour_giants.heuristic.transport_costs import (
    BASE,
    POINT,
    STRANGER,
    approaches,
    best_ends,
    targets,
    toll,
    workers_raise,
    worth_at,
)
from parlour_giants.moves import Pass, Place, Rongo
from parlour_giants.phases import Placing
from parlour_giants.phases.placing import NOT_WANTED, TABLET, camp_with
from parlour_giants.scoring import totals
from parlour_giants.state import BaseState, Camp

TABLET_POINTS = POINT * BOX.points.tablet
"""The points of a whole tablet."""


def weigh_moves(state: BaseState, seat: Seat, moves: Sequence[Move]) -> list[float | None]:
    """Return the heuristic's value of the state after each placement; None for other moves.

    None too where the placement may end the phase, or lets a chief act again.
    """
    # Playing hundreds of placements one by one is what makes greedy slow; here most of the work is
    # done once for all of them. A test holds the values equal to those of playing them.
    phase = state.phases[-1]
    if not isinstance(phase, Placing):
        return [None] * len(moves)
    weighed = _Placements(state, seat, phase)
    return [weighed.value(move) for move in moves]


class _Ways(NamedTuple):
    """The ways of a piece, as they are before a placement."""

    piece: Resting
    kept: int
    """The ahus that the seat keeps for it."""
    free: int
    """The free ahus that it can take."""
    workers_only: bool
    """Whether only a worker raises it."""
    near: tuple[int, ...]
    """By hex: the cost of bringing it next to the hex."""
    ends: tuple[int, ...]
    """By hex: the best end of a piece of its size that is there."""


class _Placements:
    """The placements among which a seat chooses."""

    def __init__(self, state: BaseState, seat: Seat, phase: Placing) -> None:
        self._state = state
        self._seat = seat
        self._phase = phase
        self._clan = state.clans[seat]
        self._board = state.board
        self._island = state.options.island
        points = totals(state)
        self._weight = belongings(state, seat, points) - of_rivals(points, seat)
        self._promised = promised(state, seat)
        self._ways = [self._ways_of(piece) for piece in resting(state, seat)]
        self._hopes: dict[tuple[int, Camp, str], float] = {}
        """The sum of the best hopes by hex, its camp after the placement, and the gain of a
        headdress or an ahu."""

    def value(self, move: Move) -> float | None:
        """Return the value of the state after a move, or None if the move must be played."""
        clan, passed = self._clan, self._phase.passed
        if isinstance(move, Place):
            return self._value_of_place(move)
        if isinstance(move, Pass) and self._others_go_on(passed | self._phase.waiting, 0):
            return self._value(0, _sum_of(self._ways))
        if isinstance(move, Rongo) and (clan.figures or self._others_go_on(passed, -1)):
            whole = (clan.halves + 1) % TABLET == 0
            return self._value(HALF + whole * TABLET_POINTS, _sum_of(self._with_markers(-1)))
        return None

    def _value_of_place(self, move: Place) -> float | None:
        clan, gain = self._clan, "" if move.gain == NOT_WANTED else move.gain
        reads = move.figure == "chief" and gain != ""
        if reads and self._state.options.edition_rules.chief_actions == "per_tablet":
            return None
        # With the last figure of all the phase ends, and other camps count: it must be played.
        left = clan.workers + clan.sorcerer + clan.chief - 1 + (gain == "worker")
        if not left and not self._others_go_on(self._phase.passed, TABLET if reads else 0):
            return None
        here = self._board.index[move.hex]
        change = self._worth_of(gain, here) - LOG * move.logs
        if reads:
            change -= TABLET * HALF + TABLET_POINTS
        return self._value(change, self._hope_after(move, here, gain))

    def _value(self, change: int, hopes: float) -> float:
        return (self._weight + change) / POINT + hopes + self._promised

    def _others_go_on(self, passed: int, halves: int) -> bool:
        """Tell whether another seat is asked next; the box gains so many halves before."""
        supply = self._state.supply.halves + halves
        return any(
            clan.figures or (clan.markers and supply > 0)
            for other, clan in enumerate(self._state.clans)
            if other != self._seat and not passed >> other & 1
        )

    def _worth_of(self, gain: str, here: int) -> int:
        """Return what a gain adds to the belongings."""
        if gain in {"", "headdress"}:  # a headdress counts as a piece, by its hope
            return 0
        if gain == "logs":
            return LOG * self._board.forests[here]
        return {"worker": WORKER, "marker": MARKER}.get(gain, -BASE)

    # Hopes

    def _with_markers(self, more: int) -> list[_Ways]:
        """Return the ways when the seat holds so many markers more."""
        pieces = resting(self._state, self._seat, more)
        return [way._replace(piece=piece) for way, piece in zip(self._ways, pieces, strict=True)]

    @cached_property
    def _with_marker(self) -> list[_Ways]:
        """The ways when the seat holds a marker more."""
        return self._with_markers(1)

    @cached_property
    def _headdress(self) -> _Ways:
        """The ways of a headdress just fetched."""
        return self._ways_of(Resting(HEADDRESS, self._board.headdress_quarry, SCREEN))

    def _hope_after(self, move: Place, here: int, gain: str) -> float:
        """Return the sum of the best hopes after a placement."""
        camp = camp_with(self._state.camps[here], self._seat, move.figure, move.logs)
        # Workers and logs fetched change no piece's hope: they share an entry with no gain, and so
        # do figures that make the same camp.
        key = here, camp, "" if gain in {"worker", "logs"} else gain
        if key not in self._hopes:
            self._hopes[key] = self._sum_after(*key)
        return self._hopes[key]

    def _sum_after(self, here: int, camp: Camp, gain: str) -> float:
        ways = self._ways
        if gain == "headdress":
            ways = [*ways, self._headdress]
        elif gain == "marker":
            ways = self._with_marker
        elif gain:
            ways = [self._reserved(way, 1 << self._board.ahu_index[gain]) for way in ways]
        return sum_of_best([hope_for(way.piece, self._best_after(way, here, camp)) for way in ways])

    def _reserved(self, way: _Ways, ahu: int) -> _Ways:
        """Return the ways of a piece when one more ahu is reserved."""
        if way.piece.size == HEADDRESS:
            return way
        # The ahu lies at the hex of the figure, where _best_after looks again. But with the last
        # base all free ahus go, and every end must be found again.
        if self._clan.bases > 1:
            return way._replace(kept=way.kept | ahu, free=way.free & ~ahu)
        return self._ways_to(way.piece, way.kept | ahu, 0)

    def _best_after(self, way: _Ways, here: int, camp: Camp) -> int:
        """Return the best end of a piece when there is such a camp on a hex."""
        piece, kept, free, workers_only, near, ends = way
        # A figure of the seat's own stands there now; by the former reading of 9.6 a worker must.
        standing = camp.workers[self._seat] if workers_only else True
        there = worth_at(self._island, here, piece.size, kept, free)
        by_way = max(ends[here], there if standing else there - STRANGER)
        # By way of the hex: the way up to it, its new toll, then the best end from there.
        if here != piece.hex:
            by_way -= near[here] + toll(camp, self._seat, burden(piece.size))
        return max(ends[piece.hex], by_way)

    def _ways_of(self, piece: Resting) -> _Ways:
        return self._ways_to(piece, *targets(self._state, self._seat, piece.size))

    def _ways_to(self, piece: Resting, kept: int, free: int) -> _Ways:
        """Return the ways of a piece to the ahus of two sets."""
        island, camps, seat = self._island, self._state.camps, self._seat
        workers_only = workers_raise(self._state, piece.size)
        near = approaches(island, camps, seat, burden(piece.size), piece.hex)
        ends = best_ends(island, camps, seat, piece.size, kept, free, workers_only)
        return _Ways(piece, kept, free, workers_only, near, ends)


def _sum_of(ways: Sequence[_Ways]) -> float:
    """Return the sum of the best hopes for pieces as they are."""
    return sum_of_best([hope_for(way.piece, way.ends[way.piece.hex]) for way in ways])
