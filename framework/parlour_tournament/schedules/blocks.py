"""Blocks: one deal, played in all rotations of the seats; who sits where; seeds; schedules."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, permutations
from random import Random
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from parlour.match import MERSENNE, generator
from parlour.rules import Seat
from parlour_tournament.plan import BY_NAME, Plan

Lineup: TypeAlias = tuple[int, ...]
"""Entrants by their numbers in the plan, clockwise from seat 0."""
Group: TypeAlias = tuple[int, ...]
"""Entrants that meet, by their numbers in the plan, in rising order."""


SeatingOrder: TypeAlias = Callable[[Group], Sequence[Lineup]]
"""Returns the seatings of a group in the order of play."""

MAX_BALANCED = 48
"""Maximum number of seatings of a group in a balanced order; more follow as they come."""


def groups_of(entrants: Sequence[int], seats: int) -> list[Group]:
    """Return every group of entrants that can fill ``seats`` seats.

    If there are fewer entrants than seats, some of them take several seats, and every entrant
    takes one at least.
    """
    if len(entrants) >= seats:
        return list(combinations(entrants, seats))
    everybody = set(entrants)
    repeated = combinations_with_replacement(entrants, seats)
    return [group for group in repeated if set(group) == everybody]


def seatings(group: Group) -> list[Lineup]:
    """Return the orders of a group round a table; rotations count as one order."""
    first, *others = group
    found: dict[Lineup, Lineup] = {}
    for rest in permutations(others):
        seating = (first, *rest)
        found.setdefault(min(rotations(seating)), seating)
    return list(found.values())


def seating_order(plan: Plan) -> SeatingOrder:
    """Return the order of seatings for the groups of a plan."""
    if plan.pairing < BY_NAME:
        return seatings
    return seatings_by_name([entrant.name for entrant in plan.entrants])


def seatings_by_name(names: Sequence[str]) -> SeatingOrder:
    """Return an order of seatings that depends on the bots' names, not on their numbers.

    ``names`` holds the name of each entrant. After any number of blocks, the bots of a group have
    sat at each distance from each other as equally often as can be found by taking the best
    seating next.
    """

    def ordered(group: Group) -> Sequence[Lineup]:
        named = sorted(group, key=names.__getitem__)
        pattern = tuple(named.index(who) for who in named)
        return [from_first(tuple(named[place] for place in order)) for order in _balanced(pattern)]

    def from_first(lineup: Lineup) -> Lineup:
        """Turn a seating so that the first in the plan begins: its matches stay those they are."""
        start = lineup.index(min(lineup))
        return lineup[start:] + lineup[:start]

    return ordered


@cache
def _balanced(group: Group) -> tuple[Lineup, ...]:
    """Return the seatings of a group, each next one that which repeats the fewest distances."""
    rest = seatings(group)
    taken = list[Lineup]()
    met = Counter[tuple[int, int, int]]()
    while rest and len(taken) < MAX_BALANCED:
        best = min(rest, key=lambda order: sum(2 * met[pair] + 1 for pair in _distances(order)))
        rest.remove(best)
        taken.append(best)
        met.update(_distances(best))
    return (*taken, *rest)


def _distances(order: Lineup) -> list[tuple[int, int, int]]:
    """Return each two entrants of a seating with the number of seats from one to the other."""
    seats = len(order)
    return [
        (step, order[seat], order[(seat + step) % seats])
        for step in range(1, seats)
        for seat in range(seats)
    ]


def rotations(lineup: Lineup) -> tuple[Lineup, ...]:
    """Return all rotations of a lineup: each moves every bot on by one seat, the first by none."""
    return tuple(lineup[-step:] + lineup[:-step] for step in range(len(lineup)))


class Block(Struct, frozen=True):
    """Matches that share one deal: the unit of all statistics."""

    contest: int
    """Number of the contest in the plan."""
    number: int
    """Number of the block in its contest, in the order of the schedule."""
    meeting: int
    """Number of earlier blocks of this contest with the same bots."""
    lineups: tuple[Lineup, ...]
    """One lineup for each match."""


class MatchIdentity(Struct, frozen=True):
    """The number, the deal and the seats of a match, which its plan and its result share."""

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


class PlannedMatch(MatchIdentity, frozen=True):
    """One match that is to be played."""

    luck: str = ""
    """Seed of the bots' generators; empty in files of older releases, where the deal's serves."""
    opening: int | None = None
    """Number of the opening in the plan; None without one."""
    absent: tuple[Seat, ...] = ()
    """Seats whose bots forfeit before the match, since they have ended the process twice."""

    def generator(self, seat: Seat, dealer: int = MERSENNE) -> Random:
        """Return the generator of the bot at a seat, made by the dealer of a number."""
        return generator(self.luck or f"{self.deal}:{self.match}", f"bot {seat}", dealer=dealer)


BlockResults: TypeAlias = Callable[[int], Mapping[int, float] | None]
"""Mean result of each entrant in the block of a number; None until all its matches are played."""


class Schedule:
    """Decides which blocks of one contest are played.

    This one plans none: it stands for the blocks that files hold. All of them count.
    """

    waits = False
    """Whether later blocks depend on the results of earlier ones."""
    max_together: int | None = None
    """Maximum number of blocks that are played match by match, or None for all that are known."""

    def __init__(self, contest: int, size: int, most: int = 0) -> None:
        self.contest = contest
        """Number of the contest in the plan."""
        self.size = size
        """Number of matches in a block."""
        self.most = most
        """Maximum number of blocks that can be played."""
        self.sides: tuple[int, ...] | None = None
        """Side of each seat, or None if each seat is a separate side.

        One bot plays all seats of a side: teams of two, north-south and east-west, meet in two
        matches of a deal. If all seats are of one side, every bot plays with copies of itself, and
        all bots play the same deals.
        """

    def blocks(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks in order; None while the next block depends on missing results."""
        for block in self.blocks_by_side(results):
            yield block if block is None or self.sides is None else self._seated(block, self.sides)

    def blocks_by_side(self, results: BlockResults) -> Iterator[Block | None]:
        """Yield the blocks in order, their bots by side; None while the next one is not known."""
        return iter(())

    def counted(self, results: BlockResults) -> int:
        """Return a number above the number of every block that counts; others are left out."""
        return sys.maxsize

    @staticmethod
    def _seated(block: Block, sides: tuple[int, ...]) -> Block:
        lineups = (tuple(bots[side] for side in sides) for bots in block.lineups)
        return replace(block, lineups=tuple(lineups))


def planned_match(plan: Plan, block: Block, match: int) -> PlannedMatch:
    """Return one match of a block."""
    deal = deal_of(plan, block)
    lineup = block.lineups[match]
    # Copies of bots may sit the same way twice in a block.
    earlier = block.lineups[:match].count(lineup)
    luck = luck_of(plan, deal, lineup, earlier) if plan.bot_seed else ""
    opening = opening_of(plan, block)
    return PlannedMatch(block.contest, block.number, match, deal, lineup, luck, opening)


def opening_of(plan: Plan, block: Block) -> int | None:
    """Return the number of a block's opening: a contest's openings take turns; None without one."""
    known = [n for n, opening in enumerate(plan.openings) if opening.contest == block.contest]
    return known[block.meeting % len(known)] if known else None


def matches_in_order(
    plan: Plan, schedule: Schedule, results: BlockResults
) -> Iterator[PlannedMatch | None]:
    """Yield the matches of a contest; None while the next depends on missing results.

    Whole blocks come one after the other if the plan says so, or no bot can remember a deal.
    Otherwise the first match of every block comes before the second of any, which has its deal,
    and so on: among all blocks, or among the known ones, at most
    ``schedule.max_together``.
    """
    together = 1 if plan.plays_whole_blocks else schedule.max_together
    if not schedule.waits and not plan.plays_whole_blocks:
        for match in range(schedule.size):
            for block in schedule.blocks(results):
                if block is not None:
                    yield planned_match(plan, block, match)
        return
    known: list[Block] = []
    for block in schedule.blocks(results):
        if block is not None:
            known.append(block)
        if known and (block is None or len(known) == together):
            yield from planned_matches(plan, known)
            known = []
        elif block is None:
            yield None
    yield from planned_matches(plan, known)


def planned_matches(plan: Plan, blocks: Sequence[Block]) -> Iterator[PlannedMatch]:
    """Yield the first match of each block, then the second of each, and so on."""
    for match in range(len(blocks[0].lineups) if blocks else 0):
        for block in blocks:
            yield planned_match(plan, block, match)


def luck_of(plan: Plan, deal: str, lineup: Lineup, earlier: int) -> str:
    """Return the seed of the bots' generators in one match.

    It depends on who sits where, by name, and not on the order of the bots in the plan.
    ``earlier`` is the number of matches before it in its block with the same lineup.
    """
    names = [plan.entrants[number].name for number in lineup]
    return hashed([plan.bot_seed, deal, str(earlier), *names])


def deal_of(plan: Plan, block: Block) -> str:
    """Return the seed of a block's deal.

    It depends on the master seed, the contest, the bots that meet and the number of their earlier
    meetings. It does not depend on other entrants, nor on earlier matches. Bots that play
    with copies of themselves alone have the same deals, so that their results compare; so have all
    bots where the plan shares its deals.
    """
    lineup = block.lineups[0]
    # Copies count, or the blocks of a, a, b and of a, b, b would have the same luck.
    alike = plan.deals == "shared" or len(set(lineup)) == 1
    names = [] if alike else sorted(plan.entrants[bot].name for bot in lineup)
    return hashed([plan.seed, plan.contests[block.contest].key, str(block.meeting), *names])


def hashed(parts: Sequence[str]) -> str:
    """Return a seed of 32 hexadecimal digits that depends on all parts and on where each ends."""
    digest = sha256()
    for part in parts:
        raw = part.encode()
        digest.update(b"%d:" % len(raw) + raw)
    return digest.hexdigest()[:32]
