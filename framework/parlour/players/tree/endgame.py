"""Exact values of small ends, in games of two seats without hidden information or chance.

Simulations are drawn: an answer that refutes a move may be the one that was seldom tried. If few
positions are to come, every answer is followed to the end of the match instead.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter

from parlour.match.playout import play_out
from parlour.players.tree.objective import AnyRules, Rewards
from parlour.players.tree.solver import LOST, WON, SolverNode
from parlour.rules.answers import Result
from parlour.rules.phases import State
from parlour.rules.seats import Seat

POSITIONS_PER_SIMULATION = 4
"""Maximum number of positions for each simulation of the budget."""
MAX_POSITIONS = 200_000
"""Maximum number of positions for one decision; all of them are remembered."""
ESTIMATES = 5
"""Number of random matches that estimate the number of lines to come."""
MAX_DEPTH = 100
"""Maximum number of moves of a line: it may go round in a circle."""
POSITIONS_PER_CLOCK = 256
"""Number of positions between two looks at the clock."""


class OutOfPositions(Exception):
    """More positions are to come than may be looked at."""


def is_small(rules: AnyRules, state: State, rng: Random, positions: int) -> bool:
    """Return whether the end from ``state`` on is likely to be solved within ``positions``.

    The number of lines is estimated by random matches (Knuth 1975). Cut-offs and remembered
    positions leave about its square root to be looked at.
    """
    most = positions * positions
    lines = 0
    for _ in range(ESTIMATES):
        product, at = 1, state
        for _ in range(MAX_DEPTH):
            awaited = rules.awaited(at)
            if awaited.is_over:
                break
            product *= len(rules.moves(at, awaited.seats[0]))
            if product > most * ESTIMATES:
                return False
            at = play_out(rules, at, rng, 1).state
        else:
            return False
        lines += product
    return lines <= most * ESTIMATES


class EndgameSolver:
    """Exact values by alpha-beta search, with bounds remembered for every position."""

    def __init__(
        self,
        rules: AnyRules,
        at_end: Callable[[State, Result], Rewards],
        positions: int,
        until: float,
    ) -> None:
        """Allow a number of positions; ``until`` is a time of ``perf_counter``."""
        self._rules = rules
        self._at_end = at_end
        self._left = positions
        self._until = until
        self._bounds: dict[State, tuple[float, float]] = {}
        """Bounds on the reward of the seat to move, by state."""

    def value(self, state: State, seat: Seat, low: float, high: float, depth: int = 0) -> float:
        """Return the reward of ``seat``: exact between ``low`` and ``high``, else a bound.

        Raises:
            OutOfPositions: No more positions may be looked at.
        """
        awaited = self._rules.awaited(state)
        if awaited.is_over:
            return self._at_end(state, awaited)[seat]
        mover = awaited.seats[0]
        if mover == seat:
            return self._best(state, mover, low, high, depth)
        # The rewards of both seats add up to WON, so that the window of the other is mirrored.
        return WON - self._best(state, mover, WON - high, WON - low, depth)

    def _best(self, state: State, mover: Seat, low: float, high: float, depth: int) -> float:
        """Return the reward of the seat to move, which takes the best of its moves."""
        lower, upper = self._bounds.get(state, (LOST, WON))
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
        self._count(depth)
        low, high, best = max(low, lower), min(high, upper), LOST
        for after in self._followers(state, mover):
            best = max(best, self.value(after, mover, max(low, best), high, depth + 1))
            if best >= high:
                break
        self._bounds[state] = (best if best > low else lower, best if best < high else upper)
        return best

    def _followers(self, state: State, mover: Seat) -> list[State]:
        """Return the state after each move; only one if that wins at once."""
        rules = self._rules
        states = [rules.play(state, mover, move) for move in rules.moves(state, mover)]
        for after in states:
            awaited = rules.awaited(after)
            if awaited.is_over and self._at_end(after, awaited)[mover] == WON:
                return [after]
        return states

    def _count(self, depth: int) -> None:
        self._left -= 1
        late = self._left % POSITIONS_PER_CLOCK == 0 and perf_counter() > self._until
        if self._left < 0 or depth > MAX_DEPTH or late:
            raise OutOfPositions


def solve_moves(root: SolverNode, state: State, rules: AnyRules, ends: EndgameSolver) -> None:
    """Prove what can be proved of the moves of a root, those of the highest merit first."""
    merits = root.merits()
    try:
        for index in sorted(range(len(merits)), key=merits.__getitem__, reverse=True):
            if root.solved:
                return
            if root.uppers[index] > root.lower:
                after = rules.play(state, root.seat, root.moves[index])
                value = ends.value(after, root.seat, root.lower, WON)
                lower = value if value > root.lower else root.lowers[index]
                root.tighten(index, lower, value)
    except OutOfPositions:
        return
