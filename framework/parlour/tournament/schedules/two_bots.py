"""Two bots, until it is known which is the better."""

from collections.abc import Iterator, Mapping, Sequence

from parlour.tournament.analysis.sequential import Walk
from parlour.tournament.plan.plan import Hypotheses
from parlour.tournament.schedules.blocks import Block, Lineup, rotations
from parlour.tournament.schedules.lineups import BlockResults

AHEAD = 64
"""So many blocks may be begun before the test has seen what came of those before them."""


class TwoBots:
    """Plays blocks until a sequential test decides, or as many as the plan allows.

    With two seats a block is a deal played both ways. With more, each of the two sits
    once alone among copies of the other, in every seat.
    """

    waits = True

    def __init__(
        self, contest: int, field: Sequence[int], seats: int, most: int, test: Hypotheses
    ) -> None:
        self._contest = contest
        self._first, second = field
        self._lineups = duel(self._first, second, seats)
        self._test = test
        self.size = len(self._lineups)
        self.most = most

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield blocks until the test has decided."""
        walk, seen = Walk(self._test), 0
        for number in range(self.most):
            while True:
                found = results(seen) if seen < number else None
                if found is not None:
                    seen += 1
                    if self._decides(walk, found):
                        return
                elif number - seen < AHEAD:
                    break
                else:
                    yield None
            yield Block(self._contest, number, number, self._lineups)

    def counted(self, results: BlockResults) -> int:
        """Count up to the block that decided."""
        walk, seen = Walk(self._test), 0
        while seen < self.most and (found := results(seen)) is not None:
            seen += 1
            if self._decides(walk, found):
                break
        return seen

    def _decides(self, walk: Walk, found: Mapping[int, float]) -> bool:
        """Take a block into account; one that the game spoilt says nothing."""
        return self._first in found and walk.step(found[self._first])


def duel(first: int, second: int, seats: int) -> tuple[Lineup, ...]:
    """Return the lineups in which two bots are compared at a table of any size."""
    alone = rotations((first, *[second] * (seats - 1)))
    return alone if seats == 2 else alone + rotations((second, *[first] * (seats - 1)))
