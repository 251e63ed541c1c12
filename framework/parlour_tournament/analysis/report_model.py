"""The report of a tournament as one tree, which the terminal, JSON and the page show."""

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import median

from msgspec import Struct, field

from parlour_tournament.analysis.intervals import Estimate
from parlour_tournament.analysis.ratings import Rating
from parlour_tournament.plan import Plan, Provenance

CLEAR = 0.975
"""Likelihood above which a bot beats another in a circle."""
MAX_CIRCLES = 6
"""Maximum number of circles that are drawn of a contest."""


class BotReport(Struct, frozen=True):
    """One bot in one contest."""

    name: str
    """Name of the bot in the plan."""
    rank: int
    """Rank by rating, or by mean points where all seats share one result; equal bots share one."""
    rank_low: int
    """Best rank that the 95 % interval holds."""
    rank_high: int
    """Worst rank that the 95 % interval holds."""
    elo: Rating | None
    """Difference in Elo from the reference, or None if all seats share one result. In JSON an open
    end is null."""
    reference: bool
    """Whether it is the bot whose rating is 0."""
    result: Estimate | None
    """Mean share of the others that it beat, 0 … 1, half for ties, or None if all seats share one
    result."""
    points: float
    """Mean points a match, as the game counts them."""
    mean_points: Estimate | None
    """Mean points a deal with their interval, where all seats share one result; else None."""
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
    info: dict[str, float] = {}
    """Means of the figures that it told about its answers, by their names."""

    @property
    def forfeits(self) -> int:
        """Number of forfeits of any cause."""
        return self.crashes + self.time_losses + self.illegal_moves


class PairReport(Struct, frozen=True):
    """Two bots in one contest, from the side of one."""

    one: str
    """Name of the bot whose results these are."""
    other: str
    """Name of the bot it is compared with."""
    difference: Rating
    """Strength less the other's, in Elo; mean points less the other's if all seats share one
    result."""
    normalized_elo: float | None
    """Difference of their mean results from even, over its spread in one meeting, as Van den Bergh
    scales it; None if the two have not met, or no block differs from another."""
    superiority: float
    """Likelihood that it is the stronger, 0 … 1."""
    wins: int
    """Meetings that it won, of each two seats in each match."""
    ties: int
    """Meetings in one place."""
    losses: int
    """Meetings that it lost."""
    blocks: int
    """Blocks that both played."""
    block_counts: tuple[int, int, int, int, int]
    """Number of those blocks with the result 0, below ½, ½, above ½ and 1: with two seats the
    pentanomial counts of pairs."""
    result: Estimate | None
    """Share of the meetings that it won, half for ties, or None if the two have not met."""
    fitted: float | None
    """Result that the fit expects of these meetings, or None if there is no fit or no meeting."""
    lack_of_fit: bool
    """Whether the played results contradict the fit, at a level of 5 % for all pairs together."""

    @property
    def meetings(self) -> int:
        """Number of meetings."""
        return self.wins + self.ties + self.losses


class SequentialVerdict(Struct, frozen=True):
    """State of a sequential test."""

    first: str
    """Name of the bot that is tested."""
    second: str
    """Name of the bot it is tested against."""
    verdict: str
    """``alternative``, ``null`` or ``open``."""
    ratio: float
    """Natural logarithm of the likelihood of the alternative over the null's."""
    low: float
    """Bound of ``ratio``: at or below it the null is taken."""
    high: float
    """Bound of ``ratio``: at or above it the alternative is taken."""
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
    replay: str
    """Command that plays it again, where the tournament's file is."""


class ContestReport(Struct, frozen=True):
    """One contest."""

    key: str
    """Name of the contest in files."""
    game: str
    """The game's id."""
    seats: int
    """Number of seats."""
    options: dict[str, object]
    """Options given in the plan."""
    blocks: int
    """Number of blocks that count."""
    incomplete: int
    """Number of blocks with a match that is missing or failed."""
    matches: int
    """Number of matches."""
    seconds: float
    """Seconds of playing, over all matches."""
    cooperative: bool
    """Whether all seats share one result, so that bots are compared by their mean points."""
    reference: str
    """Name of the bot whose rating is 0; empty where there is no rating."""
    standings: tuple[BotReport, ...]
    """Bots by rating, the best first."""
    pairs: tuple[PairReport, ...]
    """Each two bots, from both sides."""
    by_seat: tuple[Estimate, ...]
    """Mean result of each seat; ½ is even. None if all seats share one result."""
    lengths: dict[int, int]
    """Number of matches of each length, in moves and outcomes."""
    faults: tuple[NotedMatch, ...]
    """Matches whose game failed."""
    worth_seeing: tuple[NotedMatch, ...]
    """Forfeited matches, the shortest and the longest."""
    adjudicated: int = 0
    """Number of matches that were broken off at the limit."""
    wrote: int = 0
    """Number of matches whose bots wrote on standard error."""
    test: SequentialVerdict | None = None
    """State of the sequential test, where the schedule is one."""
    left_out: dict[str, str] = {}
    """Reasons of bots that do not play it, by their names."""
    progress: dict[str, tuple[float, ...]] = {}
    """Mean result, 0 … 1, of the best bots after equal shares of the blocks, by their names."""

    @property
    def median_length(self) -> float:
        """Median length of a match, in moves and outcomes: the mean of the middle two if even."""
        return median(Counter(self.lengths).elements())

    @property
    def failures(self) -> int:
        """Number of forfeits, and of matches whose game failed."""
        return len(self.faults) + sum(bot.forfeits for bot in self.standings)

    @property
    def poorly_fitted(self) -> tuple[PairReport, ...]:
        """Pairs whose results contradict the fit, each from the side that did better than it."""
        return tuple(
            pair
            for pair in self.pairs
            if pair.lack_of_fit and pair.result and pair.result.value > (pair.fitted or 0.0)
        )

    @property
    def against_anchors(self) -> tuple[PairReport, ...]:
        """Pairs of bots with a fixed Elo whose intervals do not hold the fixed difference."""
        fixed = {
            bot.name: elo.points for bot in self.standings if (elo := bot.elo) and elo.is_exact
        }
        return tuple(
            pair
            for pair in self.each_pair()
            if fixed.keys() >= {pair.one, pair.other}
            and not pair.difference.low
            <= fixed[pair.one] - fixed[pair.other]
            <= pair.difference.high
        )

    @property
    def circles(self) -> tuple[tuple[str, str, str], ...]:
        """Three bots that each beat the next, where the played results contradict the fit."""
        beaten = {(pair.one, pair.other) for pair in self.pairs if pair.superiority > CLEAR}
        names = [bot.name for bot in self.standings]
        found = {
            frozenset((one, other, third)): (one, other, third)
            for one, other in ((pair.one, pair.other) for pair in self.poorly_fitted)
            for third in names
            if {(one, other), (other, third), (third, one)} <= beaten
        }
        return tuple(found.values())[:MAX_CIRCLES]

    def head_to_head(self, bots: int) -> Iterator[tuple[str, Mapping[str, PairReport]]]:
        """Yield each of the best bots and its pairs by the name of the other."""
        known: dict[str, dict[str, PairReport]] = {bot.name: {} for bot in self.standings[:bots]}
        for pair in self.pairs:
            if pair.one in known:
                known[pair.one][pair.other] = pair
        yield from known.items()

    def each_pair(self) -> Iterator[PairReport]:
        """Yield each two bots once, from the side of the better one."""
        place = {bot.name: number for number, bot in enumerate(self.standings)}
        found = [pair for pair in self.pairs if place[pair.one] < place[pair.other]]
        yield from sorted(found, key=lambda pair: (place[pair.one], place[pair.other]))


class OverallReport(Struct, frozen=True):
    """One bot over all games."""

    name: str
    """Name of the bot in the plan."""
    score: Estimate
    """Mean result against another bot in a game that both play, 0 … 1."""
    beats: int
    """Number of others that it beats: its mean result over games is above ½ for certain."""
    beaten: int
    """Number of others that beat it."""
    others: int
    """Number of others that share a game with it."""
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
    plan: Plan
    """Games, bots, schedule and seeds."""
    release: str
    """Version of Parlour that made the report."""
    began: str
    """Time of the first match's beginning, in UTC, as ISO 8601 writes it; empty before it."""
    ended: str
    """Time of the last match's beginning, likewise."""
    runs: tuple[Provenance, ...]
    """With what each run was played that differed from the one before; none in older files."""
    unrepeatable: dict[str, str]
    """Reasons why the results of bots do not repeat, by their names."""
    matches: int
    """Number of matches in the file."""
    most: int
    """Maximum number of matches that can be played."""
    contests: tuple[ContestReport, ...]
    """Contests that were held."""
    overall: tuple[OverallReport, ...]
    """Bots over all games: bots with most games first, the best of them first."""
    pooled: SequentialVerdict | None = None
    """State of the sequential test over all contests together, where there are several."""
    cancelled: dict[str, str] = field(name="idle", default_factory=dict)
    """Reasons why contests were not held, by their keys."""

    def failures(self) -> int:
        """Return the number of forfeits, and of matches whose game failed."""
        return sum(contest.failures for contest in self.contests)
