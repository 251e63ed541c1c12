"""A pool: whoever is rated least surely meets those of whom a block tells most, for ever."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from parlour.tournament.plan.plan import Plan
from parlour.tournament.schedules.blocks import Block, BlockResults
from parlour.tournament.schedules.seating import Group, groups_of, rotations, seating_order
from parlour.tournament.schedules.uncertainty import Uncertainty

MOST_GROUPS = 5_000
"""Greatest number of groups among which the next is chosen."""
STRETCH = 8
"""Number of blocks whose first matches are played before any second."""
AHEAD = 64
"""Greatest number of blocks that are begun before the results of earlier ones are in."""


class Pool:
    """Plays blocks of the bots whose interval is wider than the plan's ``width``.

    Which blocks these are depends on the results so far, and so on which came first. The file
    says which have begun: ``begun`` are those of a pool that goes on.
    """

    waits = True
    stretch = STRETCH

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
        self._contest = contest
        self._plan = plan
        self._staying = [who for who in entrants if who not in gone]
        self._groups = list(islice(groups_of(self._staying, sides), MOST_GROUPS))
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
        self.size = sides

    @property
    def most(self) -> int:
        """Number of blocks that have begun."""
        return len(self._begun)

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
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
            if group is None or waiting >= AHEAD:
                yield None
                self._take(open_blocks)
                continue
            block = self._block(group)
            self._begun.append(block)
            open_blocks[block.number] = block
            self._uncertainty.expect(group)
            yield block
            self._take(open_blocks)

    def counted(self, results: BlockResults) -> int:
        """Return the number of all blocks: every block counts."""
        return self._number

    def widths(self) -> dict[int, float]:
        """Return the width of the interval of each bot that plays, in rating points."""
        return self._uncertainty.widths(self._staying)

    def _take(self, open_blocks: dict[int, Block]) -> None:
        """Take blocks whose results are in out of those that are open, and fit anew."""
        found = {
            number: pairs for number in open_blocks if (pairs := self._pairs(number)) is not None
        }
        for number, pairs in found.items():
            self._uncertainty.add(pairs)
            del open_blocks[number]
        if found:
            self._uncertainty.fit(block.lineups[0] for block in open_blocks.values())

    def _next(self, open_blocks: Mapping[int, Block]) -> Group | None:
        """Return the group that is to meet next; None where every interval is narrow enough."""
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
        return Block(self._contest, number, meeting, rotations(orders[meeting % len(orders)]))
