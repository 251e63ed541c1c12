"""A pool: it pairs bots with wide intervals with the most informative opponents, endlessly."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.tournament.plan.plan import Plan
from parlour.tournament.schedules.blocks import Block, BlockResults, Schedule
from parlour.tournament.schedules.seating import Group, groups_of, rotations, seating_order

MAX_GROUPS = 5_000
"""Maximum number of groups that the next is chosen from."""
MAX_TOGETHER = 8
"""Maximum number of blocks whose first matches are played before any second."""
MAX_AHEAD = 64
"""Maximum number of blocks that are begun before the results of earlier ones are in."""


class Pool(Schedule):
    """Plays blocks of the bots whose interval is wider than the plan's ``width``.

    The choice depends on the results so far, and so on their order. The file says what has begun:
    ``begun`` are the blocks of a pool that goes on.
    """

    waits = True
    max_together = MAX_TOGETHER

    def __init__(
        self,
        contest: int,
        entrants: Sequence[int],
        sides: int,
        plan: Plan,
        *,
        gone: Sequence[int] = (),
        begun: Sequence[Block] = (),
        pairs: Callable[[int], Mapping[tuple[int, int], float] | None],
        ends: Callable[[], bool] = lambda: False,
    ) -> None:
        """Begin; ``pairs`` returns the results of each two bots in a whole block.

        No block begins once ``ends`` returns True.
        """
        super().__init__(contest, sides, len(begun))
        self._plan = plan
        self._staying = [who for who in entrants if who not in gone]
        self._groups = list(islice(groups_of(self._staying, sides), MAX_GROUPS))
        self._seating = seating_order(plan)
        self._begun = list(begun)
        self._number = 1 + max((block.number for block in begun), default=-1)
        self._meetings = Counter[Group]()
        for block in begun:
            group = tuple(sorted(block.lineups[0]))
            self._meetings[group] = max(self._meetings[group], block.meeting + 1)
        self._pairs = pairs
        self._ends = ends
        self._uncertainty = Uncertainty(entrants)

    def blocks_by_side(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks that have begun, then new ones; None while results are awaited.

        It comes to an end when every interval is narrow enough, or ``ends`` says so.
        """
        known = set(self._staying)
        open_blocks = {block.number: block for block in self._begun}
        # Blocks of bots that have left stay half played.
        yield from (block for block in self._begun if known.issuperset(block.lineups[0]))
        self._take(open_blocks)
        while not self._ends():
            group = self._next(open_blocks)
            waiting = sum(known.issuperset(block.lineups[0]) for block in open_blocks.values())
            if group is None and not waiting:
                return
            if group is None or waiting >= MAX_AHEAD:
                yield None
                self._take(open_blocks)
                continue
            block = self._block(group)
            self._begun.append(block)
            self.most += 1
            open_blocks[block.number] = block
            self._uncertainty.expect(group)
            yield block
            self._take(open_blocks)

    def widths(self) -> dict[int, float]:
        """Return the width of the interval of each bot that plays, in rating points."""
        return self._uncertainty.widths(self._staying)

    def _take(self, open_blocks: dict[int, Block]) -> None:
        """Take blocks with results out of those that are open, and fit the strengths again."""
        found = {
            number: pairs for number in open_blocks if (pairs := self._pairs(number)) is not None
        }
        for number, pairs in found.items():
            self._uncertainty.add(pairs)
            del open_blocks[number]
        if found:
            self._uncertainty.fit(block.lineups[0] for block in open_blocks.values())

    def _next(self, open_blocks: Mapping[int, Block]) -> Group | None:
        """Return the group that is to meet next, or None if every interval is narrow enough."""
        wide = [who for who, width in self.widths().items() if width > self._plan.width]
        groups = [group for group in self._groups if not set(wide).isdisjoint(group)]
        if not groups:
            return None
        return self._uncertainty.most_telling(groups, wide, self._staying)

    def _block(self, group: Group) -> Block:
        """Return the next block of a group."""
        key = tuple(sorted(group))
        meeting, number = self._meetings[key], self._number
        self._meetings[key] += 1
        self._number += 1
        orders = self._seating(group)
        return Block(self.contest, number, meeting, rotations(orders[meeting % len(orders)]))


PRIOR_SD = 4.0
"""Standard deviation of a strength before any result, in logits."""
PRIOR_BLOCKS = 8
"""Number of blocks as dispersed as independent coin flips of one match, added to those seen."""
STEPS = 30
"""Maximum number of steps of Newton's method."""
WIDTH = 2 * 1.96 * 400 / log(10)
"""Width of a 95 % interval in rating points, for a standard deviation of one logit."""

Pair = tuple[int, int]
Vector = NDArray[np.float64]
Matrix = NDArray[np.floating[Any]]


class Uncertainty:
    """Strengths of some bots with their covariance, updated by whole blocks."""

    def __init__(self, bots: Sequence[int]) -> None:
        self._bots = list(bots)
        self._place = {who: place for place, who in enumerate(bots)}
        count = len(bots)
        # Shape (bots, bots), row before column: number of blocks, and sums of the row's results.
        self._met = np.zeros((count, count))
        self._sums = np.zeros((count, count))
        self._squares = np.zeros((count, count))
        self._strengths: Vector = np.zeros(count)
        self._dispersion = 0.5
        self._covariance: Matrix = np.eye(count) * PRIOR_SD**2

    def add(self, results: Mapping[Pair, float]) -> None:
        """Add a block: the mean result, 0 … 1, of the first of each two that met in it."""
        # Each bot of a block of k meets k - 1 others at once: together they are one block.
        share = 1 / max(1, len({who for pair in results for who in pair}) - 1)
        for (one, other), result in results.items():
            for mine, its, score in ((one, other, result), (other, one, 1 - result)):
                i, j = self._place[mine], self._place[its]
                self._met[i, j] += share
                self._sums[i, j] += share * score
                self._squares[i, j] += share * score**2

    def fit(self, under_way: Iterable[Group] = ()) -> None:
        """Fit the strengths; blocks ``under_way`` count for the covariance, with no result."""
        for _ in range(STEPS):
            expected = self._expected()
            slope = (self._sums - self._met * expected).sum(axis=1)
            slope -= self._strengths / PRIOR_SD**2
            step = np.linalg.solve(self._information(self._met), slope)
            # At most one logit a step: bots that only win would overshoot at first.
            self._strengths += np.clip(step, -1.0, 1.0)
            if np.abs(step).max(initial=0.0) < 1e-6:
                break
        self._dispersion = self._fitted_dispersion()
        self._covariance = np.linalg.inv(self._information(self._met / self._dispersion))
        for group in under_way:
            self.expect(group)

    def expect(self, group: Group) -> None:
        """Take into account that a block of a group will be played, whatever comes of it."""
        for one, other in _pairs(group):
            i, j = self._place[one], self._place[other]
            column = self._covariance[:, i] - self._covariance[:, j]
            weight = self._weight(i, j) / (len(set(group)) - 1)
            # Sherman and Morrison: the inverse after one more block, without inverting again.
            scale = weight / (1 + weight * (column[i] - column[j]))
            self._covariance = self._covariance - scale * np.outer(column, column)

    def strength(self, who: int, among: Sequence[int]) -> float:
        """Return the strength of a bot less the mean of those ``among`` it is, in logits."""
        mean = np.mean([self._strengths[self._place[other]] for other in among])
        return float(self._strengths[self._place[who]] - mean)

    def widths(self, among: Sequence[int]) -> dict[int, float]:
        """Return the width of each bot's 95 % interval, in rating points from the mean of all."""
        places = [self._place[who] for who in among]
        part = self._covariance[np.ix_(places, places)]
        centred = part - part.mean(axis=0) - part.mean(axis=1)[:, None] + part.mean()
        # Strengths are known up to a constant, so each is measured from the mean of all.
        spread = np.sqrt(np.clip(np.diag(centred), 0.0, None))
        return {who: float(WIDTH * spread[n]) for n, who in enumerate(among)}

    def most_telling(
        self, groups: Sequence[Group], open_bots: Sequence[int], among: Sequence[int]
    ) -> Group:
        """Return the group whose block narrows the intervals of ``open_bots`` most."""
        mean = self._covariance[[self._place[who] for who in among]].mean(axis=0)
        rows = self._covariance[[self._place[who] for who in open_bots]] - mean
        gains: dict[Pair, float] = {}

        def gain(pair: Pair) -> float:
            if pair not in gains:
                i, j = self._place[pair[0]], self._place[pair[1]]
                column = self._covariance[:, i] - self._covariance[:, j]
                weight = self._weight(i, j)
                told = ((rows[:, i] - rows[:, j]) ** 2).sum()
                gains[pair] = float(weight * told / (1 + weight * (column[i] - column[j])))
            return gains[pair]

        return max(groups, key=lambda group: sum(map(gain, _pairs(group))))

    def _expected(self) -> Matrix:
        """Return the result that each bot is expected to have against each other."""
        gaps = self._strengths[:, None] - self._strengths[None, :]
        expected: Matrix = 1 / (1 + np.exp(-gaps))
        return expected

    def _information(self, blocks: Matrix) -> Matrix:
        """Return the information of a number of blocks of each pair, with that of the prior."""
        expected = self._expected()
        weights = blocks * expected * (1 - expected)
        return np.diag(weights.sum(axis=1)) - weights + np.eye(len(self._bots)) / PRIOR_SD**2

    def _weight(self, i: int, j: int) -> float:
        """Return the information of one block of two bots."""
        expected = 1 / (1 + np.exp(self._strengths[j] - self._strengths[i]))
        return float(expected * (1 - expected) / self._dispersion)

    def _fitted_dispersion(self) -> float:
        """Return the variance of a block's result over that of a coin flip with its mean."""
        expected = self._expected()
        squares = self._squares - 2 * expected * self._sums + expected**2 * self._met
        seen = np.triu(squares / (expected * (1 - expected)), 1).sum()
        return float((seen + PRIOR_BLOCKS) / (np.triu(self._met, 1).sum() + PRIOR_BLOCKS))


def _pairs(group: Group) -> Iterable[Pair]:
    """Return each two different bots of a group."""
    return combinations(sorted(set(group)), 2)
