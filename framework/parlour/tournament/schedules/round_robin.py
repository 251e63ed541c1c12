"""Round robin, in which every group of bots meets, and its variant with one bot in all groups."""

from collections.abc import Iterator, Sequence

from parlour.tournament.schedules.blocks import Block, BlockResults
from parlour.tournament.schedules.seating import Group, groups_of, rotations, seatings


class RoundRobin:
    """Plays a number of blocks with every group of bots that can meet.

    A block takes one seating through all rotations. From block to block the seatings of a group
    take turns, so that in time all of them are played equally often.
    """

    waits = False
    stretch = None

    def __init__(self, contest: int, entrants: Sequence[int], seats: int, blocks: int) -> None:
        self._contest = contest
        self._rounds = blocks
        self._groups = self.groups(entrants, seats)
        self.size = seats
        self.most = blocks * len(self._groups)

    def groups(self, entrants: Sequence[int], seats: int) -> list[Group]:
        """Return the groups that meet."""
        return groups_of(entrants, seats)

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield a block of every group, then the next block of each."""
        orders = [seatings(group) for group in self._groups]
        for meeting in range(self._rounds):
            for place, order in enumerate(orders):
                number = meeting * len(orders) + place
                lineup = order[meeting % len(order)]
                yield Block(self._contest, number, meeting, rotations(lineup))

    def counted(self, results: BlockResults) -> int:
        """Return the number of all blocks: every block counts."""
        return self.most


class Gauntlet(RoundRobin):
    """Plays a number of blocks with every group that contains the first entrant."""

    def groups(self, entrants: Sequence[int], seats: int) -> list[Group]:
        """Return the groups that meet."""
        return [group for group in groups_of(entrants, seats) if entrants[0] in group]
