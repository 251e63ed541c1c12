"""The report of a tournament as one tree, which the terminal, JSON and the page show."""

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from msgspec import Struct, field

from parlour.tournament.analysis.intervals import Estimate
from parlour.tournament.analysis.ratings import Rating


class BotReport(Struct, frozen=True):
    """One bot in one contest."""

    name: str
    """Name of the bot in the plan."""
    rating: Rating
    """Rating against the bot whose rating is 0; in JSON an open end is null."""
    ladder: str | None
    """Place on the ladder, in simulations a move of the search bot; None without anchors."""
    result: Estimate
    """Mean share of the others that it beat, 0 … 1; a tie counts half."""
    points: float
    """Mean points a match, as the game counts them."""
    place: float
    """Mean place, 1 for the winner."""
    matches: int
    """Number of matches; each seat of a bot that takes several counts."""
    crashes: int
    """Number of forfeits that were neither late nor illegal."""
    time_losses: int
    """Number of forfeits because of the time."""
    illegal_moves: int
    """Number of forfeits because of an illegal move."""
    seconds: float
    """Mean seconds of an answer."""
    longest: float
    """Seconds of the longest answer."""

    @property
    def forfeits(self) -> int:
        """Number of forfeits of any cause."""
        return self.crashes + self.time_losses + self.illegal_moves


class Meeting(Struct, frozen=True):
    """All meetings of two bots in one contest, from one side."""

    one: str
    """Name of the bot whose result it is."""
    other: str
    """Name of the bot it met."""
    result: float
    """Share of the meetings that it won, 0 … 1; a tie counts half."""
    meetings: int
    """Number of meetings: of each two seats in each match."""


class SequentialVerdict(Struct, frozen=True):
    """State of a sequential test."""

    first: str
    """Name of the bot that is tested."""
    second: str
    """Name of the bot it is tested against."""
    verdict: str
    """``alternative``, ``null`` or ``open``."""
    ratio: float
    """Natural logarithm of the likelihood of the alternative over that of the null."""
    low: float
    """Bound of ``ratio`` at which the null is taken."""
    high: float
    """Bound of ``ratio`` at which the alternative is taken."""
    blocks: int
    """Number of blocks taken into account."""
    null: float
    """Mean result of the first bot under the null, 0 … 1."""
    alternative: float
    """Mean result of the first bot under the alternative, 0 … 1."""


class NotedMatch(Struct, frozen=True):
    """A match worth looking at."""

    key: tuple[int, int, int]
    """Contest, block and match."""
    why: str
    """Why it is worth looking at."""
    bots: tuple[str, ...]
    """Names of the bots by seat."""
    scores: tuple[int, ...]
    """Points by seat; empty where the game failed."""
    places: tuple[int, ...]
    """Places by seat; empty where the game failed."""
    length: int
    """Number of moves and outcomes."""


class ContestReport(Struct, frozen=True):
    """One contest."""

    key: str
    """Name of the contest in files."""
    game: str
    """The game's id."""
    seats: int
    """Number of seats."""
    options: dict[str, Any]
    """Options given in the plan."""
    blocks: int
    """Number of blocks that count."""
    incomplete: int
    """Number of blocks with a match that is missing or failed."""
    matches: int
    """Number of matches."""
    seconds: float
    """Seconds of playing, over all matches."""
    zero: str
    """Name of the bot whose rating is 0."""
    standings: tuple[BotReport, ...]
    """Bots by rating, the best first."""
    meetings: tuple[Meeting, ...]
    """Meetings of each two bots, from both sides."""
    by_seat: tuple[Estimate, ...]
    """Mean result of each seat; ½ is even."""
    lengths: dict[int, int]
    """Number of matches of each length, in moves and outcomes."""
    faults: tuple[NotedMatch, ...]
    """Matches in which the game failed."""
    worth_seeing: tuple[NotedMatch, ...]
    """Forfeited matches, the shortest and the longest."""
    wrote: int = 0
    """Number of matches in which a bot wrote on standard error."""
    test: SequentialVerdict | None = None
    """State of the sequential test, where the schedule is one."""
    left_out: dict[str, str] = {}
    """Reasons of bots that do not play it, by their names."""

    @property
    def median_length(self) -> float:
        """Median length of a match, in moves and outcomes: the mean of the middle two if even."""
        return median(Counter(self.lengths).elements())

    @property
    def failures(self) -> int:
        """Number of forfeits, and of matches in which the game failed."""
        return len(self.faults) + sum(bot.forfeits for bot in self.standings)

    def head_to_head(self) -> Iterator[tuple[str, Mapping[str, Meeting]]]:
        """Yield each bot and its meetings by the name of the other, the best bot first."""
        for bot in self.standings:
            yield bot.name, {m.other: m for m in self.meetings if m.one == bot.name}


class OverallReport(Struct, frozen=True):
    """One bot over all games."""

    name: str
    """Name of the bot in the plan."""
    score: Estimate
    """Mean result against another bot in a game that both play, 0 … 1."""
    beats: int
    """Number of others that it beats in more games than they beat it."""
    others: int
    """Number of others with which it shares a game."""
    rank: float
    """Mean rank by rating, 1 for the best."""
    games: int
    """Number of games that it plays."""


class TournamentReport(Struct, frozen=True):
    """All figures of a tournament."""

    seed: str
    """Master seed."""
    schedule: str
    """Name of the schedule."""
    bots: dict[str, str]
    """Names and settings of the bots, by their names in the plan."""
    anchors: tuple[str, ...]
    """Names of the anchors, weakest first."""
    matches: int
    """Number of matches in the file."""
    most: int
    """Greatest number of matches that can be played."""
    contests: tuple[ContestReport, ...]
    """Contests that were held."""
    overall: tuple[OverallReport, ...]
    """Bots over all games, the best first."""
    cancelled: dict[str, str] = field(name="idle", default_factory=dict)
    """Reasons why contests were not held, by their keys."""

    def failures(self) -> int:
        """Return the number of forfeits, and of matches in which a game failed."""
        return sum(contest.failures for contest in self.contests)
