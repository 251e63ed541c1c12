"""The plan of a tournament: which bots play which games, how often, and from which seed."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from parlour.players.time_control import TimeControl

ScheduleName: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "test"]

LADDER = (25, 50, 100)
"""Simulations a move of the anchors, where the plan only says that there be some."""


class Entrant(Struct, frozen=True):
    """A bot that takes part."""

    name: str
    """What it is called in the standings; its games depend on it."""
    bot: str
    """How it is seated: ``greedy``, ``search:simulations=200``, ``exec:COMMAND``."""


class Contest(Struct, frozen=True):
    """A game as it is played in a tournament: with so many seats and these options."""

    game: str
    seats: int
    options: dict[str, Any] = {}

    @property
    def key(self) -> str:
        """Its name in files: ``maori/2/side=atoll``."""
        settings = [f"{name}={value}" for name, value in sorted(self.options.items())]
        return "/".join([self.game, str(self.seats), *settings])


class Hypotheses(Struct, frozen=True, forbid_unknown_fields=True):
    """What a sequential test decides between, and how often it may be wrong."""

    null: float = 0.5
    """The first bot's mean result if the one hypothesis is true; ½ is even."""
    alternative: float = 0.55
    """Its mean result if the other is."""
    false_alarms: float = 0.05
    """How often, at most, the alternative may be taken where the null is true."""
    misses: float = 0.05
    """How often, at most, the null may be taken where the alternative is true."""

    def fault(self) -> str | None:
        """Say in a sentence what no test can be made of; None if all is well."""
        if not 0 < self.null < self.alternative < 1:
            return "test: expected 0 < null < alternative < 1"
        if not (0 < self.false_alarms < 0.5 and 0 < self.misses < 0.5):
            return "test: expected false_alarms and misses above 0 and below 0.5"
        return None


class Plan(Struct, frozen=True, kw_only=True):
    """All that decides what is played. Equal plans give equal results."""

    seed: str
    contests: tuple[Contest, ...]
    entrants: tuple[Entrant, ...]
    anchors: tuple[str, ...] = ()
    """Names of entrants, weakest first; the rating of the first is 0."""
    schedule: ScheduleName = "round-robin"
    blocks: int = 10
    """Of each lineup; in a test so many at the most."""
    rounds: int = 5
    """Of a Swiss tournament."""
    test: Hypotheses = Hypotheses()
    clock: TimeControl = TimeControl()


class LeftOut(Struct, frozen=True):
    """A bot that does not play in a contest, and why."""

    contest: int
    entrant: int
    reason: str


class Roster(Struct, frozen=True):
    """Who plays where."""

    fields: tuple[tuple[int, ...], ...]
    """For each contest, the entrants that play in it."""
    left_out: tuple[LeftOut, ...] = ()
    idle: dict[int, str] = {}
    """Contests that cannot be held, and why."""
    rules: tuple[int, ...] = ()
    """For each contest, the version of the game's rules; empty in older files."""

    @property
    def held(self) -> tuple[int, ...]:
        """The contests that can be."""
        return tuple(number for number in range(len(self.fields)) if number not in self.idle)


class Tournament(Struct, frozen=True):
    """A plan, and who turned out to play where: all that a file begins with."""

    plan: Plan
    roster: Roster
