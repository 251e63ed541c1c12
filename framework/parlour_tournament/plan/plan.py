"""The plan of a tournament (bots, games, number of blocks, seeds), and its programs."""

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from shlex import quote
from typing import Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from parlour.match import MERSENNE, Line
from parlour.players import BOTS, TimeControl, is_external, is_included, name_in
from parlour.rules import quoted
from parlour_tournament.plan.settings import ForfeitRule, MatchSettings, ScheduleName

NamelessSchedule: TypeAlias = Literal["several"]
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
    """Time that it has, or None for the plan's."""

    @property
    def why_not_repeatable(self) -> str:
        """The reason why its moves may not repeat from its seed, in a clause; empty if they do.

        Bots of plugins are taken to draw from their generator alone, unless they are given seconds.
        """
        if is_external(self.bot):
            return "it runs outside Parlour"
        _, _, text = self.bot.partition(":")
        settings = dict(part.partition("=")[::2] for part in text.split(",") if part)
        by_clock = bool(settings.get("seconds", "0").strip("0."))
        counts = BOTS[name_in(self.bot)].counts if is_included(self.bot) else ""
        if by_clock or (counts and not settings.get(counts, "0").strip("0")):
            return "its budget is in seconds"
        return ""


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
    """Everything that decides the matches. Equal plans give equal results.

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
    """Elo of entrants, by their names, that is fixed; the first is the reference. Without one, the
    first anchor or the fit decides."""
    schedule: ScheduleName | NamelessSchedule = "round-robin"
    """Name of the schedule."""
    blocks: int = 10
    """Number of blocks of each group of bots; in a test the greatest number."""
    openings: tuple[Opening, ...] = ()
    """First answers of matches; the openings of a contest take turns from block to block."""
    limit: int = 0
    """Maximum number of moves and outcomes of a match; 0 for none."""
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
    def pairs_by_results(self) -> bool:
        """Whether earlier results choose who meets; of several files nobody knows."""
        return self.schedule in {"swiss", "pool", "several"}

    @property
    def plays_whole_blocks(self) -> bool:
        """Whether all matches of a block are played before the matches of the next.

        So results are known early. It is so if no bot can remember a deal.
        """
        return all(
            is_included(entrant.bot) or (self.restart if is_external(entrant.bot) else self.isolate)
            for entrant in self.entrants
        )

    def match_name(self, key: tuple[int, int, int]) -> str:
        """Return a match's contest, block and number in it, as they are typed: ``leduc/2:9:0``."""
        number, block, match = key
        known = 0 <= number < len(self.contests)
        return f"{self.contests[number].key if known else number}:{block}:{match}"

    def replay_command(self, key: tuple[int, int, int], file: str = "FILE") -> str:
        """Return the command that plays a match again.

        Exports leave the name of the file out: it would differ between two runs of one plan.
        """
        return f"parlour tournament replay {quote(file)} {quote(self.match_name(key))}"


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


DIGEST_DIGITS = 12
"""Digits of a digest that an error shows."""


class BotIdentity(Struct, frozen=True):
    """A bot as it was found before a run."""

    name: str
    """Name of the entrant."""
    bot: str
    """Name and settings as typed."""
    hello: str = ""
    """Name that it says in its greeting; empty for a bot inside this process."""
    version: str = ""
    """Version that it says in its greeting; empty where it says none."""
    digest: str = ""
    """SHA-256 of the files that its command names, or of its plugin's package; empty for a bot
    included in Parlour, which the release identifies."""
    folder_digest: str = ""
    """SHA-256 of the sources beside its script, and of the files that the plan names; empty in
    files of older releases."""

    def difference(self, other: "BotIdentity") -> str:
        """Return what tells another bot of this name from this one, in a clause; empty if nothing.

        A greeting that one of them lacks tells nothing.
        """
        if self.bot != other.bot:
            return f"was {quoted(self.bot)}, and is {quoted(other.bot)}"
        pairs = [(self.digest, other.digest), (self.folder_digest, other.folder_digest)]
        # Older releases noted no digest of the folder.
        for had, has in pairs if self.folder_digest and other.folder_digest else pairs[:1]:
            if had != has:
                return f"had files of digest {had[:DIGEST_DIGITS]}, and has {has[:DIGEST_DIGITS]}"
        mine, its = (f"{one.hello} {one.version}".strip() for one in (self, other))
        return f"was {quoted(mine)}, and is {quoted(its)}" if mine and its and mine != its else ""


class Provenance(Struct, frozen=True):
    """All that a run was played with, beside its plan."""

    release: str
    """Version of Parlour."""
    python: str
    """Version and kind of Python."""
    machine: str
    """System and processor of the machine that ran the tournament."""
    date: str
    """Time of the beginning, in UTC, as ISO 8601 writes it."""
    clock: TimeControl
    """Time that bots had."""
    rules: dict[str, int]
    """Version of the rules of each game, by its id."""
    bots: tuple[BotIdentity, ...]
    """Bots that took part."""

    def same_setting(self, other: "Provenance") -> bool:
        """Return whether another run differs in its date at most."""
        return replace(self, date=other.date) == other


def provenance(
    clock: TimeControl, rules: dict[str, int], bots: Iterable[BotIdentity]
) -> Provenance:
    """Return the provenance of a run that begins now, on this machine."""
    return Provenance(
        release=version("parlour"),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        clock=clock,
        rules=rules,
        bots=tuple(bots),
    )
