"""Contests in which several seats win and lose together: one bot plays all seats of a side."""

from collections.abc import Iterator

from msgspec.structs import replace

from parlour.tournament.schedules.blocks import Block, BlockResults, Schedule
from parlour.tournament.schedules.seating import Lineup


class BySide:
    """Plays the blocks of another schedule, whose seats stand for the sides of this contest.

    So teams of two, north-south and east-west, meet in two matches of a deal. Where all seats are
    of one side, every bot plays with copies of itself, and all bots play the same deals.
    """

    def __init__(self, schedule: Schedule, sides: tuple[int, ...]) -> None:
        self._schedule = schedule
        self._sides = sides

    @property
    def most(self) -> int:
        """Greatest number of blocks that can be played."""
        return self._schedule.most

    @property
    def size(self) -> int:
        """Number of matches in a block."""
        return self._schedule.size

    @property
    def waits(self) -> bool:
        """Whether later blocks depend on the results of earlier ones."""
        return self._schedule.waits

    @property
    def stretch(self) -> int | None:
        """Greatest number of blocks that are played match by match; None for all."""
        return self._schedule.stretch

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks, with a bot for every seat."""
        for block in self._schedule.blocks(results):
            yield block and replace(block, lineups=tuple(map(self._seated, block.lineups)))

    def counted(self, results: BlockResults) -> int:
        """Return the number of blocks that count."""
        return self._schedule.counted(results)

    def _seated(self, bots: Lineup) -> Lineup:
        """Return the entrants by seat, given those by side."""
        return tuple(bots[side] for side in self._sides)
