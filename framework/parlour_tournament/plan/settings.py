"""Settings of a tournament, each declared once: files, options and pages are made from them."""

import re
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from parlour.players import TimeControl
from parlour.rules import MisuseError

ScheduleName: TypeAlias = Literal["round-robin", "gauntlet", "swiss", "test", "pool"]
"""Names of schedules, as typed."""
ForfeitRule: TypeAlias = Literal["last", "played_on"]
"""Places of bots that forfeit: behind all others, or as the stand-in has played on for them."""
Adjudication: TypeAlias = Literal["tie", "heuristic"]
"""Results of matches that are broken off: all tie, or stand as the game's heuristic sees them."""
DealSharing: TypeAlias = Literal["own", "shared"]
"""Groups of bots have separate deals, or all share each deal."""

UNIT_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
"""Seconds in each unit of a time."""
GAME_FORM = "GAME[:SEATS][,NAME=VALUE…]"
"""Form of a game as it is typed, with its seats and options."""


class Hypotheses(Struct, frozen=True, forbid_unknown_fields=True):
    """Two means that a sequential test decides between, and its rates of error."""

    null: float = 0.5
    """Mean result of the first bot under one hypothesis; ½ is even."""
    alternative: float = 0.55
    """Mean result of the first bot under the other."""
    false_alarms: float = 0.05
    """Greatest probability of taking the alternative if the null is true."""
    misses: float = 0.05
    """Greatest probability of taking the null if the alternative is true."""
    elo0: float | None = None
    """The null in Elo, instead of a mean result; 0 if only ``elo1`` is given."""
    elo1: float | None = None
    """The alternative in Elo."""

    def in_results(self) -> "Hypotheses":
        """Return these hypotheses with means that follow from those given in Elo."""
        if self.elo0 is None and self.elo1 is None:
            return self
        null, other = (1 / (1 + 10 ** (-(elo or 0.0) / 400)) for elo in (self.elo0, self.elo1))
        return replace(self, null=null, alternative=other)

    def fault(self) -> str | None:
        """Return why no test can be made of these numbers, in a sentence, or None if one can."""
        if not 0 < self.null < self.alternative < 1:
            return "test: expected 0 < null < alternative < 1"
        if not (0 < self.false_alarms < 0.5 and 0 < self.misses < 0.5):
            return "test: expected false_alarms and misses above 0 and below 0.5"
        return None


class GameSetting(Struct, frozen=True, forbid_unknown_fields=True):
    """A game in a plan's file."""

    game: str
    """The game's id."""
    seats: int | list[int] | None = None
    """Number of seats, or several, each a contest; the fewest that can play unless given."""
    options: dict[str, object] = {}
    """Options of the game."""


class BotSetting(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot in a plan's file."""

    bot: str
    """Name and settings of the bot, as typed at ``--player``."""
    name: str = ""
    """Name in the standings; made from ``bot`` unless given."""
    files: list[str] = []
    """Further files and folders that the bot consists of, such as weights: if they change, so has
    the bot."""
    clock: TimeControl | None = None
    """Time that it has, if not the plan's: for matches at odds of time."""


DEFAULT_LIMIT = 10_000
"""Maximum number of moves and outcomes of a match unless the plan says otherwise: far more than any
game needs, so that a match of bots that move to and fro ends."""


class MatchSettings(Struct, frozen=True, kw_only=True):
    """Settings that mean the same in a plan's file and in the plan that is made from it."""

    rounds: Annotated[
        int, Meta(description="Number of rounds of a Swiss tournament.", extra={"metavar": "N"})
    ] = 5
    test: Annotated[
        Hypotheses,
        Meta(
            description="Hypotheses of a sequential test on the first bot's mean result: "
            "null=0.5,alternative=0.55,false_alarms=0.05,misses=0.05; or in Elo: elo0=0,elo1=10."
        ),
    ] = Hypotheses()
    width: Annotated[
        float,
        Meta(
            description="Width, in Elo, of an interval of a pool that is narrow enough: "
            "a bot with a narrower one plays only as an opponent.",
            extra={"metavar": "POINTS"},
        ),
    ] = 100.0
    clock: Annotated[
        TimeControl,
        Meta(
            description="How long bots may take, in seconds: start=10,move=60,reserve=60.",
            extra={"metavar": "TIMES"},
        ),
    ] = TimeControl()
    isolate: Annotated[
        bool,
        Meta(
            description="Run each bot of a plugin in a process of its own, which starts again in "
            "each match."
        ),
    ] = False
    deals: Annotated[
        DealSharing,
        Meta(
            description="own: each group of bots has deals of its own; shared: all groups of a "
            "round robin or a gauntlet play the same deals, and a block is one deal."
        ),
    ] = "own"
    restart: Annotated[
        bool,
        Meta(
            description="Start bots outside again in each match. Otherwise a process plays many "
            "matches, which saves time; the bot could remember what a block deals, so trust it."
        ),
    ] = True
    limit: Annotated[
        int,
        Meta(
            description="Maximum number of moves and outcomes of a match, which is then broken off "
            "and adjudicated; 0 for none."
        ),
    ] = DEFAULT_LIMIT
    adjudicate: Annotated[
        Adjudication,
        Meta(
            description="Result of a match that reaches the limit: a tie, or places as the game's "
            "heuristic sees the seats. Nobody has points in it."
        ),
    ] = "tie"


class TournamentSettings(MatchSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of a tournament, as a plan's file holds them and options name them."""

    games: Annotated[
        list[str | GameSetting],
        Meta(
            description="A game to be played: maori, maori:3, maori:2,side=atoll. Once for each.",
            extra={"option": "--game", "metavar": GAME_FORM, "completes": "contest"},
        ),
    ] = []
    bots: Annotated[
        list[str | BotSetting],
        Meta(
            description="A bot that takes part, as typed at --player of 'parlour play'. Once for "
            "each.",
            extra={"option": "--bot", "metavar": "BOT", "completes": "bot"},
        ),
    ] = []
    schedule: Annotated[
        ScheduleName, Meta(description="Which bots meet.", extra={"metavar": "NAME"})
    ] = "round-robin"
    blocks: Annotated[
        int | None,
        Meta(
            description="Number of blocks of each group of bots, 10 unless given; in a test the "
            "greatest number, 10,000 unless given."
        ),
    ] = None
    seed: Annotated[
        str | int | None,
        Meta(description="Seed of the deals; random unless given.", extra={"metavar": "TEXT"}),
    ] = None
    bot_seed: Annotated[
        str | int | None,
        Meta(
            description="Seed of the bots' own luck. Unless given, it follows from the seed of the "
            "deals if that is given and all bots are included in Parlour, and is random otherwise.",
            extra={"metavar": "TEXT"},
        ),
    ] = None
    anchors: Annotated[
        bool | list[int],
        Meta(
            description="Let the search bot take part at doubling budgets, as a ladder: 25, 50 and "
            "100 simulations a move, or those that a plan's file lists.",
            extra={"option": "--ladder"},
        ),
    ] = False
    anchor: Annotated[
        list[str],
        Meta(
            description="A bot that takes part, and its Elo, which is fixed: "
            "search:simulations=100=0. The others are measured against it. Once for each; the "
            "first is the reference.",
            extra={"metavar": "BOT=ELO"},
        ),
    ] = []
    openings: Annotated[
        list[str],
        Meta(
            description="Records that matches begin with, or folders of them. Once for each.",
            extra={"metavar": "RECORDS"},
        ),
    ] = []
    sandbox: Annotated[
        bool,
        Meta(
            description="Start bots that are commands without network, and away from your files; "
            "it needs bubblewrap."
        ),
    ] = False


class Extension(Struct, frozen=True):
    """Bots, blocks and rounds that a tournament is extended by."""

    bots: list[str | BotSetting] = []
    """Bots that take part from now on."""
    without: list[str] = []
    """Names of bots that play no more matches."""
    blocks: int | None = None
    """Number of blocks of each group from now on."""
    rounds: int | None = None
    """Number of rounds of a Swiss tournament from now on."""


class TlsFiles(Struct, frozen=True, forbid_unknown_fields=True):
    """Files in PEM for encrypted connections to a cluster; all empty for none."""

    ca: str = ""
    """Certificate of the authority behind the certificates of scheduler, workers and host."""
    cert: str = ""
    """Certificate of this host."""
    key: str = ""
    """Private key of that certificate."""

    def fault(self) -> str | None:
        """Return the missing setting, in a sentence, or None if nothing is."""
        given = (self.ca, self.cert, self.key)
        return "expected ca, cert and key" if any(given) and not all(given) else None


NO_TLS = TlsFiles()
"""Connections are not encrypted."""


class Resources(Struct, frozen=True):
    """Processes and time that a tournament is played with: they change no result."""

    workers: Annotated[
        Annotated[int, Meta(ge=1, le=1024)] | None,
        Meta(description="Processes that play; as many as cores, unless given."),
    ] = None
    executor: Annotated[
        str,
        Meta(description="local, or a Dask cluster: dask://HOST:PORT.", extra={"metavar": "WHERE"}),
    ] = "local"
    tls: Annotated[
        TlsFiles,
        Meta(
            description="Encrypt the connections to the cluster, by certificates in PEM: "
            "ca=ca.pem,cert=mine.pem,key=mine.key.",
            extra={"metavar": "FILES"},
        ),
    ] = NO_TLS
    time: Annotated[
        str | None,
        Meta(
            description="Begin no match after this time: 90s, 30m, 8h.", extra={"metavar": "TIME"}
        ),
    ] = None
    durable: Annotated[
        bool, Meta(description="Lose no match that is over if the power fails; it takes longer.")
    ] = False

    @property
    def seconds(self) -> float | None:
        """Seconds until no match begins any more, or None without a limit.

        Raises:
            MisuseError: The time is not written as a number with ``s``, ``m`` or ``h``.
        """
        if self.time is None:
            return None
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", self.time.strip())
        if found is None:
            raise MisuseError(f"expected --time like 90s, 30m or 8h, got '{self.time}'")
        return float(found[1]) * UNIT_SECONDS[found[2]]


LOCAL = Resources()
"""As many processes on this machine as it has cores."""
