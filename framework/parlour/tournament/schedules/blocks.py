"""Blocks: one deal, played in all rotations of the seats; and where every seed comes from."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random

from msgspec import Struct

from parlour.match.dealer import generator
from parlour.rules.seats import Seat
from parlour.tournament.plan.plan import Plan

Lineup = tuple[int, ...]
"""Entrants by their numbers in the plan, clockwise from seat 0."""


class Block(Struct, frozen=True):
    """Matches that share one deal: the unit of all statistics."""

    contest: int
    number: int
    """Within the contest, in the order of the schedule."""
    meeting: int
    """How often these bots have met before."""
    lineups: tuple[Lineup, ...]
    """One for each match."""


class Fixture(Struct, frozen=True):
    """One match that is to be played."""

    contest: int
    block: int
    match: int
    deal: str
    """The seed of the dealer, the same in all matches of the block."""
    lineup: Lineup

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells it from all others."""
        return self.contest, self.block, self.match

    def generator(self, seat: Seat) -> Random:
        """Return the generator of the bot at a seat."""
        return generator(f"{self.deal}:{self.match}", f"bot {seat}")


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """Return a lineup moved on by one seat, again and again, until it is back."""
    return tuple(lineup[-step:] + lineup[:-step] for step in range(len(lineup)))


def fixtures(plan: Plan, block: Block) -> Iterator[Fixture]:
    """Yield the matches of a block."""
    deal = deal_of(plan, block)
    for match, lineup in enumerate(block.lineups):
        yield Fixture(block.contest, block.number, match, deal, lineup)


def deal_of(plan: Plan, block: Block) -> str:
    """Return the seed of a block's deal.

    It depends on the master seed, the contest, who meets and how often they have met: not on
    who else takes part, nor on what was played before.
    """
    # Copies count, or the blocks of a, a, b and of a, b, b would have the same luck.
    who = sorted(plan.entrants[number].name for number in block.lineups[0])
    return hashed([plan.seed, plan.contests[block.contest].key, str(block.meeting), *who])


def hashed(parts: Sequence[str]) -> str:
    """Return a seed that depends on all parts, and where each ends."""
    digest = sha256()
    for part in parts:
        raw = part.encode()
        digest.update(b"%d:" % len(raw) + raw)
    return digest.hexdigest()[:32]
