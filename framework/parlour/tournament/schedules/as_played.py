"""Blocks as a file holds them: a contest whose blocks no plan lists in advance."""

import sys
from collections.abc import Iterator

from parlour.tournament.schedules.blocks import Block, BlockResults


class AsPlayed:
    """Stands for the blocks that have been played, all of which count."""

    waits = False
    stretch = None
    most = 0
    """Number of blocks that are still planned: none."""

    def __init__(self, sides: int) -> None:
        self.size = sides

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield nothing."""
        return iter(())

    def counted(self, results: BlockResults) -> int:
        """Return a number beyond that of any block: every block counts."""
        return sys.maxsize
