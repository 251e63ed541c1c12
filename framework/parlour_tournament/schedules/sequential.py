"""A sequential test on blocks: a generalised likelihood ratio that stops between two bounds.

The method is the GSPRT of Van den Bergh (2020) and of Li, Liu and Ying (2014), with the bounds of
Wald (1945); ``docs/statistics.md`` has the formula and the full sources.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log

from parlour_tournament.plan import Hypotheses
from parlour_tournament.schedules.blocks import Block, BlockResults, Lineup, Schedule, rotations

MIN_BLOCKS = 8
"""Minimum number of blocks before a test decides.

Both likelihoods use the distribution of results that was seen. A few blocks with one result say
almost nothing about it, and would decide a test with loose bounds at once. Eight wins in a row
come to an even bot with a probability of 2⁻⁸ = 0.4 %, well below the usual error of 5 %.
"""
PSEUDO_COUNT = 1e-3
"""Blocks added to the counts of the results 0, ½ and 1, so that none of them is impossible."""
PRECISION = 1e-12
"""Relative width of the bracket that ends the search for the tilt."""


class SequentialTest:
    """Logarithm of the likelihood ratio of two hypotheses on a mean, updated block by block.

    Blocks may have any results from 0 to 1. Each hypothesis is given the likeliest of all
    distributions on the results seen that have its mean.
    """

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        alarms = hypotheses.false_alarms
        misses = hypotheses.misses
        self.low = log(misses / (1 - alarms))
        """Wald's lower bound: at or below it the null is taken."""
        self.high = log((1 - misses) / alarms)
        """Wald's upper bound: at or above it the alternative is taken."""
        self.ratio = 0.0
        """Natural logarithm of the likelihood of the alternative over the null's."""
        self.blocks = 0
        """Number of blocks taken into account."""
        self._counts: Counter[float] = Counter()

    @property
    def verdict(self) -> str:
        """The hypothesis that is taken, ``null`` or ``alternative``; ``open`` before that."""
        if self.blocks < MIN_BLOCKS or self.low < self.ratio < self.high:
            return "open"
        return "alternative" if self.ratio >= self.high else "null"

    def add(self, result: float) -> bool:
        """Take the first bot's mean result in a block into account; True if the test decides."""
        self.blocks += 1
        self._counts[result] += 1
        counts = {value: float(count) for value, count in self._counts.items()}
        for value in (0.0, 0.5, 1.0):
            counts[value] = counts.get(value, 0.0) + PSEUDO_COUNT
        given = self.hypotheses
        self.ratio = log_likelihood(counts, given.alternative) - log_likelihood(counts, given.null)
        return self.verdict != "open"


class PooledTest:
    """One test over several games that each have a separate test.

    The games are independent, so that the logarithms of their likelihood ratios add up: the null
    says that the mean is ``null`` in every game, the alternative that it is ``alternative`` in
    every game. A round is the next block of every game whose own test is open. The test takes
    whole rounds, so that the counted results do not depend on the speed of the games.
    """

    def __init__(
        self, hypotheses: Hypotheses, games: Mapping[int, tuple[int, BlockResults]]
    ) -> None:
        """Begin; ``games`` has the first bot and the results of blocks by number of the game."""
        self.hypotheses = hypotheses
        self.tests = {game: SequentialTest(hypotheses) for game in games}
        """Test of each game, after the rounds taken."""
        bounded = SequentialTest(hypotheses)
        self.low = bounded.low
        self.high = bounded.high
        """Wald's bounds, the same as for one game."""
        self.rounds = 0
        """Number of rounds taken into account."""
        self._games = games
        self._ends: dict[int, int] = {}

    @property
    def ratio(self) -> float:
        """Natural logarithm of the likelihood of the alternative over the null's."""
        return sum(test.ratio for test in self.tests.values())

    @property
    def blocks(self) -> int:
        """Number of blocks taken into account, over all games."""
        return sum(test.blocks for test in self.tests.values())

    @property
    def verdict(self) -> str:
        """The hypothesis that is taken; ``open`` before that, and before all have eight blocks."""
        few = any(test.blocks < MIN_BLOCKS for test in self.tests.values())
        if few or self.low < self.ratio < self.high:
            return "open"
        return "alternative" if self.ratio >= self.high else "null"

    def update(self) -> None:
        """Take the rounds that are whole into account, up to the one that decides."""
        while self.verdict == "open":
            found = {
                game: results(self.rounds)
                for game, (_, results) in self._games.items()
                if game not in self._ends
            }
            if not found or None in found.values():
                return
            self.rounds += 1
            for game, block in found.items():
                first = self._games[game][0]
                # A block whose game failed is passed over.
                if block and self.tests[game].add(block[first]):
                    self._ends[game] = self.rounds

    def last(self, game: int) -> int | None:
        """Return the number of blocks of a game that count; None while more may be needed."""
        self.update()
        if game in self._ends:
            return self._ends[game]
        return None if self.verdict == "open" else self.rounds


def log_likelihood(counts: dict[float, float], mean: float) -> float:
    """Return the greatest log-likelihood of the counts over all distributions with this mean.

    It is given relative to the likelihood of the counts' own distribution, and so is never above 0.
    """
    tilt = _tilt(counts, mean)
    return -sum(count * log(1.0 + tilt * (value - mean)) for value, count in counts.items())


def _tilt(counts: dict[float, float], mean: float) -> float:
    """Solve Σ count · (value - mean) / (1 + tilt · (value - mean)) = 0 for the tilt, by halving.

    By hand, since schedules run where SciPy is not installed.
    """
    low = -1.0 / (max(counts) - mean)
    high = 1.0 / (mean - min(counts))
    while high - low > PRECISION * (1 + abs(low)):
        middle = (low + high) / 2
        # Empirical likelihood (Owen 1988): the likeliest distribution with a given mean weighs each
        # value by 1 / (1 + tilt · (value - mean)); the sum is the derivative that must vanish.
        derivative = sum(n * (v - mean) / (1.0 + middle * (v - mean)) for v, n in counts.items())
        low, high = (middle, high) if derivative > 0 else (low, middle)
    return (low + high) / 2


MAX_AHEAD = 64
"""Maximum number of blocks that are begun before the test has seen their predecessors, unless a
smaller one is given."""
MAX_TOGETHER = 8
"""Maximum number of blocks whose first matches are played before any second.

A test sees whole blocks only, and the more of them are open when it decides, the more are lost.
"""


class TwoBots(Schedule):
    """Plays blocks until a sequential test decides, or as many as the plan allows.

    With two seats a block is a deal played both ways. With more, each of the two bots sits once
    alone among copies of the other, in every seat.
    """

    waits = True

    def __init__(
        self,
        contest: int,
        entrants: Sequence[int],
        seats: int,
        most: int,
        test: Hypotheses,
        *,
        ahead: int = MAX_AHEAD,
        pooled: PooledTest | None = None,
    ) -> None:
        """Begin at most ``ahead`` blocks before the tests have seen their predecessors.

        ``pooled`` is the test over all games, which may end this one early.
        """
        self._first, second = entrants
        self._lineups = duel(self._first, second, seats)
        super().__init__(contest, len(self._lineups), most)
        self._hypotheses = test
        self._ahead = ahead
        self._pooled = pooled
        self.max_together = min(MAX_TOGETHER, ahead)

    def blocks_by_side(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield blocks until this test has decided, or that over all games."""
        test = SequentialTest(self._hypotheses)
        seen = 0
        for number in range(self.most):
            while True:
                found = results(seen) if seen < number else None
                if found is not None:
                    seen += 1
                    if self._decides(test, found):
                        return
                elif number >= self._last():
                    return
                elif number - self._taken(seen) < self._ahead:
                    break
                else:
                    yield None
            yield Block(self.contest, number, number, self._lineups)

    def counted(self, results: BlockResults) -> int:
        """Return the number of blocks up to the one that decided this test or that over all."""
        return self.tested(results)[1]

    def tested(self, results: BlockResults) -> tuple[SequentialTest, int]:
        """Return the test after the blocks that count, and the number of these."""
        test = SequentialTest(self._hypotheses)
        seen = 0
        last = self._last()
        while seen < last and (found := results(seen)) is not None:
            seen += 1
            if self._decides(test, found):
                break
        return test, seen

    def _last(self) -> int:
        """Return the greatest number of blocks that the test over all games leaves."""
        last = None if self._pooled is None else self._pooled.last(self.contest)
        return self.most if last is None else min(self.most, last)

    def _taken(self, seen: int) -> int:
        """Return the number of blocks that all tests have taken, given the number of this one.

        A quick game waits for the slow ones, since the test over all takes whole rounds.
        """
        return seen if self._pooled is None else min(seen, self._pooled.rounds)

    def _decides(self, test: SequentialTest, found: Mapping[int, float]) -> bool:
        """Add a block to the test; a block whose game failed is passed over."""
        return self._first in found and test.add(found[self._first])


def duel(first: int, second: int, seats: int) -> tuple[Lineup, ...]:
    """Return the lineups that compare two bots at a table of any size."""
    alone = rotations((first, *[second] * (seats - 1)))
    return alone if seats == 2 else alone + rotations((second, *[first] * (seats - 1)))
