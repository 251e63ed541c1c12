"""All that is told of a tournament, in one tree: what the terminal, JSON and the page show."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from parlour.tournament.analysis.intervals import Estimate
from parlour.tournament.analysis.ratings import Rating

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


class BotFigures(Struct, frozen=True):
    """One bot in one contest."""

    name: str
    rating: Rating
    """Against the bot whose rating is 0; an end that is null is open."""
    ladder: str | None
    """The search that would be as strong, in simulations a move."""
    result: Estimate
    """The mean share of the others that it beat, half for ties."""
    points: float
    place: float
    matches: int
    crashes: int
    time_losses: int
    illegal_moves: int
    seconds: float
    """The mean of an answer."""
    longest: float
    """The longest answer, in seconds."""


class Meeting(Struct, frozen=True):
    """What came of two bots' meetings."""

    one: str
    other: str
    result: float
    """The share of them that the first won, half for ties."""
    meetings: int


class Verdict(Struct, frozen=True):
    """What a sequential test came to."""

    first: str
    second: str
    verdict: str
    """``alternative``, ``null`` or ``open``."""
    ratio: float
    low: float
    high: float
    blocks: int
    null: float
    alternative: float


class NotedMatch(Struct, frozen=True):
    """A match worth looking at."""

    key: tuple[int, int, int]
    why: str
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    length: int


class ContestFigures(Struct, frozen=True):
    """One game as it was played."""

    key: str
    game: str
    seats: int
    options: dict[str, Any]
    blocks: int
    incomplete: int
    matches: int
    seconds: float
    """Of playing, added up over all matches."""
    zero: str
    """The bot whose rating is 0."""
    standings: tuple[BotFigures, ...]
    meetings: tuple[Meeting, ...]
    by_seat: tuple[Estimate, ...]
    """The mean result of each seat; ½ is even."""
    lengths: dict[int, int]
    """How many matches took so many moves and outcomes."""
    faults: tuple[NotedMatch, ...]
    worth_seeing: tuple[NotedMatch, ...]
    wrote: int = 0
    """In so many matches some bot wrote on standard error."""
    test: Verdict | None = None
    left_out: dict[str, str] = {}
    """Bots that do not play it, and why."""


class OverallFigures(Struct, frozen=True):
    """One bot over all games."""

    name: str
    score: Estimate
    beats: int
    others: int
    rank: float
    games: int


class Figures(Struct, frozen=True):
    """All that is told of a tournament."""

    seed: str
    schedule: str
    bots: dict[str, str]
    """Names, and how each bot is seated."""
    anchors: tuple[str, ...]
    matches: int
    most: int
    """So many matches there would be at the most."""
    contests: tuple[ContestFigures, ...]
    overall: tuple[OverallFigures, ...]
    idle: dict[str, str] = {}
    """Games that could not be held, and why."""

    def failures(self) -> int:
        """Return how many matches somebody forfeited or the game broke off."""
        return sum(
            len(contest.faults)
            + sum(bot.crashes + bot.time_losses + bot.illegal_moves for bot in contest.standings)
            for contest in self.contests
        )


def matrix(contest: ContestFigures) -> Iterator[tuple[str, Mapping[str, Meeting]]]:
    """Yield each bot's meetings with the others, by the others' names, the best bot first."""
    for bot in contest.standings:
        yield bot.name, {m.other: m for m in contest.meetings if m.one == bot.name}


def in_units(seconds: float) -> str:
    """Write a time in the unit that suits it."""
    size, unit = next((pair for pair in UNITS if seconds >= pair[0]), UNITS[-1])
    return f"{seconds / size:.3g} {unit}"
