"""One deal for all groups of bots: a block is a deal, played by every group in all rotations."""

from collections.abc import Iterator, Sequence

from parlour.tournament.schedules.blocks import Block, BlockResults
from parlour.tournament.schedules.seating import Group, SeatingOrder, rotations


class SharedDeals:
    """Plays the groups of a round robin or a gauntlet, all of them with the same deals.

    Matches that share a deal share its luck, whoever plays them: so they are one block, and
    statistics take blocks of different deals alone to be independent.
    """

    waits = False
    stretch = None

    def __init__(
        self,
        contest: int,
        groups: Sequence[Group],
        sides: int,
        blocks: int,
        seating: SeatingOrder,
    ) -> None:
        self._contest = contest
        self._orders = [seating(group) for group in groups]
        self.size = sides * len(self._orders)
        self.most = blocks

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield a block for each deal."""
        for deal in range(self.most):
            lineups = [
                lineup for order in self._orders for lineup in rotations(order[deal % len(order)])
            ]
            yield Block(self._contest, deal, deal, tuple(lineups))

    def counted(self, results: BlockResults) -> int:
        """Return the number of all blocks: every block counts."""
        return self.most
