"""A pool: it pairs bots with wide intervals with the most informative opponents, endlessly."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import inf

import numpy as np

from parlour_tournament.analysis.likelihood import PRIOR, Floats
from parlour_tournament.analysis.pairs import Pair, fitted_pairs, played_by
from parlour_tournament.analysis.ratings import Fit, anchored, printed_elo, zero_of
from parlour_tournament.plan import Tournament
from parlour_tournament.playing import BlockClass
from parlour_tournament.schedules import (
    Block,
    BlockResults,
    Group,
    Schedule,
    groups_of,
    rotations,
    seating_order,
)

MAX_GROUPS = 5_000
"""Maximum number of groups that the next is chosen from."""
MAX_TOGETHER = 8
"""Maximum number of blocks whose first matches are played before any second."""
MAX_AHEAD = 64
"""Maximum number of blocks that are begun before the results of earlier ones are in."""
FIT_SHARE = 50
"""Number of blocks for each new one that leaves the ratings as they are: a fit takes longer than
many a block."""
MAX_OPEN_BLOCKS = 30
"""Number of blocks of a bot that has only won, or only lost, until it counts as known."""


class Pool(Schedule):
    """Plays blocks of the bots whose interval is wider than the plan's ``width``.

    The choice depends on the results so far, and so on their order. The file names the begun
    blocks: ``begun`` are the blocks of a pool that goes on.
    """

    waits = True
    max_together = MAX_TOGETHER

    def __init__(
        self,
        contest: int,
        tournament: Tournament,
        sides: int,
        *,
        begun: Sequence[Block] = (),
        classes: Callable[[int], BlockClass | None],
        ends: Callable[[], bool] = lambda: False,
    ) -> None:
        """Begin; ``classes`` returns the class of a whole block, empty if its game failed.

        No block begins once ``ends`` returns True.
        """
        super().__init__(contest, sides, len(begun))
        self._plan = plan = tournament.plan
        self._entrants = entrants = tournament.roster.entrants[contest]
        self._staying = [who for who in entrants if who not in tournament.roster.gone]
        self._groups = list(islice(groups_of(self._staying, sides), MAX_GROUPS))
        self._seating = seating_order(plan)
        self._begun = list(begun)
        self._number = 1 + max((block.number for block in begun), default=-1)
        self._meetings = Counter[Group]()
        for block in begun:
            group = tuple(sorted(block.lineups[0]))
            self._meetings[group] = max(self._meetings[group], block.meeting + 1)
        self._class_of = classes
        self._ends = ends
        self._counts = Counter[BlockClass]()
        self._fresh = 0
        """Number of blocks since the fit."""
        self._fit: Fit | None = None
        self._predicted = PredictedCovariance(entrants, None)

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
            self._predicted.expect(group)
            yield block
            self._take(open_blocks)

    def widths(self) -> dict[int, float]:
        """Return the width of the interval of each bot that plays, as a report has it, in Elo.

        It is 0 for the bot whose rating is 0, and for one with an open end after
        ``MAX_OPEN_BLOCKS``: more wins, or losses, would not close it.
        """
        return {who: self._width(who) for who in self._staying}

    def _width(self, who: int) -> float:
        fit = self._fit
        if fit is None or who not in fit.bots:
            return inf
        place = fit.bots.index(who)
        elo = printed_elo(fit, who, self._plan)
        width = elo.high - elo.low
        return (
            0.0
            if width == inf and fit.encounters.blocks[place, place] >= MAX_OPEN_BLOCKS
            else width
        )

    @property
    def _zero(self) -> int | None:
        """The bot whose rating is 0 in a report, or None before the first result."""
        return None if self._fit is None else zero_of(self._fit, self._plan)

    def _take(self, open_blocks: dict[int, Block]) -> None:
        """Take blocks with results out of the open blocks, and fit again after a fiftieth."""
        finished = {
            number: kind for number in open_blocks if (kind := self._class_of(number)) is not None
        }
        for number, kind in finished.items():
            del open_blocks[number]
            if kind:
                self._counts[kind] += 1
                self._fresh += 1
        if self._fresh * FIT_SHARE > self._counts.total():
            self._fit_again(open_blocks)

    def _fit_again(self, open_blocks: Mapping[int, Block]) -> None:
        played = played_by(self._counts, self._entrants)
        fit = fitted_pairs(self._counts, played, self.size, chosen=True).fit
        self._fit = anchored(self._counts, fit, self._plan)
        self._fresh = 0
        self._predicted = PredictedCovariance(self._entrants, self._fit)
        for block in open_blocks.values():
            self._predicted.expect(block.lineups[0])

    def _next(self, open_blocks: Mapping[int, Block]) -> Group | None:
        """Return the group that is to meet next, or None if every interval is narrow enough."""
        wide = self._wide()
        if not wide and self._fresh:
            self._fit_again(open_blocks)
            wide = self._wide()
        groups = [group for group in self._groups if not set(wide).isdisjoint(group)]
        return self._predicted.most_informative(groups, wide, self._zero) if groups else None

    def _wide(self) -> list[int]:
        return [who for who, width in self.widths().items() if width > self._plan.width]

    def _block(self, group: Group) -> Block:
        """Return the next block of a group."""
        key = tuple(sorted(group))
        meeting = self._meetings[key]
        number = self._number
        self._meetings[key] += 1
        self._number += 1
        orders = self._seating(group)
        return Block(self.contest, number, meeting, rotations(orders[meeting % len(orders)]))


class PredictedCovariance:
    """Covariance of the strengths of some bots, as it will be once some blocks are played."""

    def __init__(self, bots: Sequence[int], fit: Fit | None) -> None:
        self._place = {who: place for place, who in enumerate(bots)}
        # Shapes (bots, bots): a bot without a result has the prior's variance.
        self._covariance = np.eye(len(bots)) * PRIOR**2
        self._expected = np.full((len(bots), len(bots)), 0.5)
        if fit is not None:
            rated = np.ix_(*[[self._place[who] for who in fit.bots]] * 2)
            self._covariance[rated] = fit.covariance
            self._expected[rated] = fit.expected

    def expect(self, group: Group) -> None:
        """Take into account that a block of a group will be played, with any result."""
        for one, other in _pairs(group):
            column = self._column(one, other)
            weight = self._weight(one, other, len(group))
            gap = column[self._place[one]] - column[self._place[other]]
            # Sherman and Morrison: the inverse after one more block, without inverting again.
            self._covariance -= weight / (1 + weight * gap) * np.outer(column, column)

    def most_informative(
        self, groups: Sequence[Group], open_bots: Sequence[int], zero: int | None
    ) -> Group:
        """Return the group whose block narrows the intervals of ``open_bots`` most.

        They belong to differences to the bot ``zero``, or if it is None, to the mean of all.
        """
        covariance = self._covariance
        mean = covariance.mean(axis=0) if zero is None else covariance[self._place[zero]]
        rows = covariance[[self._place[who] for who in open_bots]] - mean
        gains: dict[Pair, float] = {}

        def gain(pair: Pair, seats: int) -> float:
            if pair not in gains:
                i, j = (self._place[who] for who in pair)
                column = self._column(*pair)
                weight = self._weight(*pair, seats)
                moved = ((rows[:, i] - rows[:, j]) ** 2).sum()
                gains[pair] = float(weight * moved / (1 + weight * (column[i] - column[j])))
            return gains[pair]

        return max(groups, key=lambda group: sum(gain(pair, len(group)) for pair in _pairs(group)))

    def _column(self, one: int, other: int) -> Floats:
        column: Floats = self._covariance[self._place[one]] - self._covariance[self._place[other]]
        return column

    def _weight(self, one: int, other: int, seats: int) -> float:
        """Return the information of one block of two bots, with as many matches as seats."""
        expected = self._expected[self._place[one], self._place[other]]
        # Each bot of a block of k meets k - 1 others at once: together they are one block.
        return float(expected * (1 - expected)) * seats / max(1, seats - 1)


def _pairs(group: Group) -> Iterable[Pair]:
    """Return each two different bots of a group."""
    return combinations(sorted(set(group)), 2)
