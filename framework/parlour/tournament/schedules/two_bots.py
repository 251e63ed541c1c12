"""Two bots that meet until a sequential test has decided which of them is better."""

from collections.abc import Iterator, Mapping, Sequence

from parlour.tournament.plan.settings import Hypotheses
from parlour.tournament.schedules.blocks import Block, BlockResults
from parlour.tournament.schedules.seating import Lineup, rotations
from parlour.tournament.schedules.sequential import PooledTest, SequentialTest

AHEAD = 64
"""Greatest number of blocks that are begun before the test has seen their predecessors, unless a
smaller one is given."""
STRETCH = 8
"""Number of blocks whose first matches are played before any second.

A test sees whole blocks only, and the more of them are open when it decides, the more are lost.
"""


class TwoBots:
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
        ahead: int = AHEAD,
        pooled: PooledTest | None = None,
    ) -> None:
        """Begin at most ``ahead`` blocks before the tests have seen their predecessors.

        ``pooled`` is the test over all games, which may end this one early.
        """
        self._contest = contest
        self._first, second = entrants
        self._lineups = duel(self._first, second, seats)
        self._hypotheses = test
        self.size = len(self._lineups)
        self.most = most
        self._ahead = ahead
        self._pooled = pooled
        self.stretch = min(STRETCH, ahead)

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield blocks until this test has decided, or that over all games."""
        test, seen = SequentialTest(self._hypotheses), 0
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
            yield Block(self._contest, number, number, self._lineups)

    def counted(self, results: BlockResults) -> int:
        """Return the number of blocks up to the one that decided this test or that over all."""
        test, seen, last = SequentialTest(self._hypotheses), 0, self._last()
        while seen < last and (found := results(seen)) is not None:
            seen += 1
            if self._decides(test, found):
                break
        return seen

    def _last(self) -> int:
        """Return the greatest number of blocks that the test over all games leaves."""
        last = None if self._pooled is None else self._pooled.last(self._contest)
        return self.most if last is None else min(self.most, last)

    def _taken(self, seen: int) -> int:
        """Return the number of blocks that all tests have taken, given that of this one.

        A quick game waits for the slow ones, since the test over all takes whole rounds.
        """
        return seen if self._pooled is None else min(seen, self._pooled.rounds)

    def _decides(self, test: SequentialTest, found: Mapping[int, float]) -> bool:
        """Add a block to the test; a block in which the game failed is passed over."""
        return self._first in found and test.add(found[self._first])


def duel(first: int, second: int, seats: int) -> tuple[Lineup, ...]:
    """Return the lineups in which two bots are compared at a table of any size."""
    alone = rotations((first, *[second] * (seats - 1)))
    return alone if seats == 2 else alone + rotations((second, *[first] * (seats - 1)))
