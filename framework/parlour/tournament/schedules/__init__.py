"""Schedules: which blocks are to be played, and in which order."""

from parlour.tournament.plan.plan import Plan, Tournament
from parlour.tournament.schedules.blocks import BlockResults, Schedule
from parlour.tournament.schedules.by_side import BySide
from parlour.tournament.schedules.round_robin import Gauntlet, RoundRobin
from parlour.tournament.schedules.swiss import Swiss
from parlour.tournament.schedules.two_bots import TwoBots

__all__ = ["BlockResults", "Schedule", "schedule_of"]


def schedule_of(tournament: Tournament, contest: int) -> Schedule:
    """Return the schedule of one contest of a tournament."""
    plan, entrants = tournament.plan, tournament.roster.entrants[contest]
    sides = tournament.roster.sides_of(contest, plan.contests[contest].seats)
    schedule = _schedule_of_sides(plan, contest, entrants, 1 + max(sides))
    return schedule if len(set(sides)) == len(sides) else BySide(schedule, sides)


def _schedule_of_sides(plan: Plan, contest: int, entrants: tuple[int, ...], seats: int) -> Schedule:
    """Return the schedule of a contest in which each of ``seats`` seats is a side."""
    match plan.schedule:
        case "round-robin":
            return RoundRobin(contest, entrants, seats, plan.blocks)
        case "gauntlet":
            return Gauntlet(contest, entrants, seats, plan.blocks)
        case "swiss":
            names = [entrant.name for entrant in plan.entrants]
            return Swiss(contest, entrants, seats, plan, names)
        case "test":
            return TwoBots(contest, entrants, seats, plan.blocks, plan.test)
