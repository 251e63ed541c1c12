"""Everybody meets everybody, from every seat."""

from collections.abc import Iterator, Sequence

from parlour.tournament.schedules.blocks import Block, Lineup, rotations
from parlour.tournament.schedules.lineups import BlockResults, circles, lineups


class RoundRobin:
    """Plays so many blocks of every company that can sit down together.

    A block takes one circle through all rotations; from block to block the circles of
    a company take turns, so that in time all seatings are played equally often.
    """

    waits = False

    def __init__(self, contest: int, field: Sequence[int], seats: int, blocks: int) -> None:
        self._contest = contest
        self._rounds = blocks
        self._companies = self.companies(field, seats)
        self.size = seats
        self.most = blocks * len(self._companies)

    def companies(self, field: Sequence[int], seats: int) -> list[Lineup]:
        """Return who meets whom."""
        return lineups(field, seats)

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield a block of every company, then the next one of each."""
        orders = [circles(company) for company in self._companies]
        for meeting in range(self._rounds):
            for place, circle in enumerate(orders):
                number = meeting * len(orders) + place
                lineup = circle[meeting % len(circle)]
                yield Block(self._contest, number, meeting, rotations(lineup))

    def counted(self, results: BlockResults) -> int:
        """Count all."""
        return self.most
