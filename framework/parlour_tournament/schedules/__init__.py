"""Schedules: the blocks that are to be played, and their order."""

from parlour_tournament.plan import Extent, Tournament
from parlour_tournament.schedules.blocks import (
    Block,
    BlockResults,
    Group,
    Lineup,
    MatchIdentity,
    PlannedMatch,
    Schedule,
    deal_of,
    groups_of,
    hashed,
    luck_of,
    matches_in_order,
    rotations,
    seating_order,
)
from parlour_tournament.schedules.round_robin import Gauntlet, RoundRobin, SharedDeals, Swiss
from parlour_tournament.schedules.sequential import MAX_AHEAD, PooledTest, SequentialTest, TwoBots

__all__ = [
    "Block",
    "BlockResults",
    "Group",
    "Lineup",
    "MatchIdentity",
    "PlannedMatch",
    "PooledTest",
    "Schedule",
    "SequentialTest",
    "TwoBots",
    "deal_of",
    "groups_of",
    "hashed",
    "luck_of",
    "matches_in_order",
    "rotations",
    "schedule_of",
    "seating_order",
]


def schedule_of(
    tournament: Tournament,
    contest: int,
    *,
    ahead: int = MAX_AHEAD,
    pooled: PooledTest | None = None,
) -> Schedule:
    """Return the schedule of one contest of a tournament.

    A sequential test begins at most ``ahead`` blocks before it has seen their predecessors, and
    none that ``pooled``, the test over all contests, does not need.
    """
    plan = tournament.plan
    roster = tournament.roster
    sides = roster.sides_of(contest, plan.contests[contest].seats)
    if plan.schedule == "test":
        entrants = roster.entrants[contest]
        count = 1 + max(sides)
        schedule: Schedule = TwoBots(
            contest, entrants, count, plan.blocks, plan.test, ahead=ahead, pooled=pooled
        )
    else:
        schedule = _schedule_of_sides(tournament, contest, 1 + max(sides))
    schedule.sides = sides if max(sides) + 1 < len(sides) else None
    return schedule


def _schedule_of_sides(tournament: Tournament, contest: int, seats: int) -> Schedule:
    """Return the schedule of a contest with ``seats`` sides; no test."""
    plan = tournament.plan
    roster = tournament.roster
    entrants = roster.entrants[contest]
    seating = seating_order(plan)
    staying = tuple(who for who in entrants if who not in roster.gone)
    if len(staying) < min(seats, 2):
        staying = ()
    earlier = roster.earlier[contest] if roster.earlier else ()
    extents = (*earlier, Extent(staying, plan.blocks))
    if plan.deals == "shared":
        meets = Gauntlet if plan.schedule == "gauntlet" else RoundRobin
        groups = meets.groups_that_meet(staying, seats)
        return SharedDeals(contest, groups, seats, plan.blocks, seating)
    match plan.schedule:
        case "round-robin":
            return RoundRobin(contest, extents, seats, seating, roster.gone)
        case "gauntlet":
            return Gauntlet(contest, extents, seats, seating, roster.gone)
        case "swiss":
            names = [entrant.name for entrant in plan.entrants]
            return Swiss(contest, entrants, seats, plan, names)
        case _:  # a pool or several files
            return Schedule(contest, seats)
