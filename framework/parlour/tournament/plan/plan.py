"""The plan of a tournament: bots, games, number of blocks and seeds."""

from typing import Literal, TypeAlias

from msgspec import Struct, field

from parlour.match.dealer import MERSENNE
from parlour.match.record import Line
from parlour.players.included import is_included
from parlour.players.process.command import is_external
from parlour.players.time_control import TimeControl
from parlour.tournament.plan.settings import ForfeitRule, MatchSettings, ScheduleName

NamelessSchedule: TypeAlias = Literal["pool", "several"]
"""Schedules that no plan's file names: a pool, and the blocks of several files together."""

BY_NAME = 2
"""Version of the pairing that does not depend on the order of the bots in a plan."""

LADDER = (25, 50, 100)
"""Simulations a move of the anchors, where the plan only asks for anchors."""


class Entrant(Struct, frozen=True):
    """A bot that takes part."""

    name: str
    """Name in the standings; the seeds of its matches depend on it."""
    bot: str
    """Name and settings as typed: ``greedy``, ``search:simulations=200``, ``exec:COMMAND``."""
    files: tuple[str, ...] = ()
    """Further files and folders that the bot consists of."""
    clock: TimeControl | None = None
    """Time that it has, or None for that of the plan."""


class Contest(Struct, frozen=True):
    """A game as it is played in a tournament: with its number of seats and its options."""

    game: str
    """The game's id."""
    seats: int
    """Number of seats."""
    options: dict[str, object] = {}
    """Options given in the plan, as plain values; the others have the game's defaults."""
    rules: int = 0
    """Version of the game's rules; 0 is the present one. Set when an older tournament goes on."""

    @property
    def key(self) -> str:
        """Name of the contest in files: ``maori/2/side=atoll``."""
        settings = [f"{name}={value}" for name, value in sorted(self.short_options.items())]
        return "/".join([self.game, str(self.seats), *settings])

    @property
    def short_options(self) -> dict[str, object]:
        """Options without texts of several lines, such as a board: a digest stands beside these."""
        return {name: value for name, value in self.options.items() if "\n" not in str(value)}


class Opening(Struct, frozen=True):
    """First answers of matches of a contest."""

    contest: int
    """Number of the contest in the plan."""
    lines: tuple[Line, ...]
    """Moves and outcomes, as a record holds them."""


class Plan(MatchSettings, frozen=True, kw_only=True):
    """All that decides what is played. Equal plans give equal results.

    Defaults are what files of older releases mean, which lack the field.
    """

    seed: str
    """Master seed of every deal."""
    bot_seed: str = ""
    """Seed of every bot's generator; empty in files of older releases."""
    contests: tuple[Contest, ...]
    """Games with their seats and options."""
    entrants: tuple[Entrant, ...]
    """Bots that take part, the anchors last."""
    anchors: tuple[str, ...] = ()
    """Names of entrants, weakest first; the rating of the first is 0."""
    fixed: dict[str, float] = field(default_factory=dict)
    """Elo of entrants, by their names, that is fixed; the first of them is the reference. If there
    is none, the first anchor or the fit decides."""
    schedule: ScheduleName | NamelessSchedule = "round-robin"
    """Name of the schedule."""
    blocks: int = 10
    """Number of blocks of each group of bots; in a test the greatest number."""
    openings: tuple[Opening, ...] = ()
    """First answers of matches; those of a contest take turns from block to block."""
    forfeits: ForfeitRule = "played_on"
    """Places of bots that forfeit."""
    dealer: int = MERSENNE
    """Number of the dealer, which draws for the bots too."""
    pairing: int = 1
    """Version of the pairing.

    1: the seatings of a group of three or more come in an order that depends on the order of the
    bots in the plan. 2: it depends on their names.
    """

    @property
    def plays_whole_blocks(self) -> bool:
        """Whether all matches of a block are played before those of the next."""
        if self.order != "auto":
            return self.order == "blocks"
        return all(
            is_included(entrant.bot) or (self.restart if is_external(entrant.bot) else self.isolate)
            for entrant in self.entrants
        )

    def match_name(self, key: tuple[int, int, int]) -> str:
        """Return a match's contest, block and number in it, as they are typed: ``leduc/2:9:0``."""
        number, block, match = key
        known = 0 <= number < len(self.contests)
        return f"{self.contests[number].key if known else number}:{block}:{match}"


class LeftOut(Struct, frozen=True):
    """A bot that does not play in a contest, and why."""

    contest: int
    """Number of the contest in the plan."""
    entrant: int
    """Number of the entrant in the plan."""
    reason: str
    """Why it does not play, as the bot said it."""


class Extent(Struct, frozen=True):
    """Bots and number of blocks of a contest, at its beginning or after it was extended."""

    entrants: tuple[int, ...]
    """Entrants that play, by their numbers in the plan."""
    blocks: int
    """Number of blocks of each group."""


class Roster(Struct, frozen=True):
    """Entrants of each contest."""

    entrants: tuple[tuple[int, ...], ...] = field(name="fields")
    """For each contest, the numbers of the entrants that play in it."""
    left_out: tuple[LeftOut, ...] = ()
    """Entrants that some contest does without."""
    cancelled: dict[int, str] = field(name="idle", default_factory=dict)
    """Reasons why contests cannot be held, by the number of the contest."""
    rules: tuple[int, ...] = ()
    """For each contest, the version of the game's rules; empty in files of older releases."""
    sides: tuple[tuple[int, ...], ...] = ()
    """For each contest, the side of each seat; empty in files of older releases.

    One bot plays all seats of a side, which win and lose together.
    """
    earlier: tuple[tuple[Extent, ...], ...] = ()
    """For each contest, its extents before the present one; empty until it is extended."""
    gone: tuple[int, ...] = ()
    """Entrants that have left: their matches count, and none of them begins any more."""

    def sides_of(self, contest: int, seats: int) -> tuple[int, ...]:
        """Return the side of each of ``seats`` seats in a contest."""
        return self.sides[contest] if self.sides else tuple(range(seats))

    @property
    def held(self) -> tuple[int, ...]:
        """Numbers of the contests that can be held."""
        return tuple(n for n in range(len(self.entrants)) if n not in self.cancelled)


class Tournament(Struct, frozen=True):
    """A plan and its roster: the head of a tournament's file."""

    plan: Plan
    """Games, bots, schedule and seed."""
    roster: Roster
    """Entrants of each contest."""
