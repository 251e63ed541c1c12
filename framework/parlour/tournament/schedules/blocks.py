"""Blocks: one deal, played in all rotations of the seats; where seeds come from; schedules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Protocol, TypeAlias

from msgspec import Struct

from parlour.match.dealer import generator
from parlour.rules.seats import Seat
from parlour.tournament.plan.plan import Plan
from parlour.tournament.schedules.seating import Lineup


class Block(Struct, frozen=True):
    """Matches that share one deal: the unit of all statistics."""

    contest: int
    """Number of the contest in the plan."""
    number: int
    """Number of the block in its contest, in the order of the schedule."""
    meeting: int
    """Number of earlier blocks of this contest in which the same bots met."""
    lineups: tuple[Lineup, ...]
    """One lineup for each match."""


class Fixture(Struct, frozen=True):
    """One match that is to be played."""

    contest: int
    """Number of the contest in the plan."""
    block: int
    """Number of the block in its contest."""
    match: int
    """Number of the match in its block."""
    deal: str
    """Seed of the dealer, shared by all matches of the block."""
    lineup: Lineup
    """Entrants by seat."""

    @property
    def key(self) -> tuple[int, int, int]:
        """Contest, block and match: unique in a tournament."""
        return self.contest, self.block, self.match

    def generator(self, seat: Seat) -> Random:
        """Return the generator of the bot at a seat."""
        return generator(f"{self.deal}:{self.match}", f"bot {seat}")


BlockResults: TypeAlias = Callable[[int], Mapping[int, float] | None]
"""Mean result of each entrant in the block of a number; None until all its matches are played."""


class Schedule(Protocol):
    """Decides which blocks of one contest are played."""

    @property
    def most(self) -> int:
        """Greatest number of blocks that can be played."""

    @property
    def size(self) -> int:
        """Number of matches in a block."""

    @property
    def waits(self) -> bool:
        """Whether later blocks depend on the results of earlier ones."""

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks in order; None while the next block depends on missing results."""

    def counted(self, results: BlockResults) -> int:
        """Return the number of blocks that count; blocks begun beyond it are left out."""


def fixtures(plan: Plan, block: Block) -> Iterator[Fixture]:
    """Yield the matches of a block."""
    deal = deal_of(plan, block)
    for match, lineup in enumerate(block.lineups):
        yield Fixture(block.contest, block.number, match, deal, lineup)


def deal_of(plan: Plan, block: Block) -> str:
    """Return the seed of a block's deal.

    It depends on the master seed, the contest, the bots that meet and the number of their earlier
    meetings. It does not depend on other entrants, nor on what was played before.
    """
    # Copies count, or the blocks of a, a, b and of a, b, b would have the same luck.
    names = sorted(plan.entrants[number].name for number in block.lineups[0])
    return hashed([plan.seed, plan.contests[block.contest].key, str(block.meeting), *names])


def hashed(parts: Sequence[str]) -> str:
    """Return a seed of 32 hexadecimal digits that depends on all parts and on where each ends."""
    digest = sha256()
    for part in parts:
        raw = part.encode()
        digest.update(b"%d:" % len(raw) + raw)
    return digest.hexdigest()[:32]
