"""Results of matches, which repeat, their timings, which do not, and sums of both."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, permutations
from typing import TypeAlias

import msgspec
from msgspec import Struct

from parlour.match import Forfeit
from parlour.players import ThinkTime
from parlour.rules import Seat, share_beaten
from parlour_tournament.plan import Plan
from parlour_tournament.schedules import Lineup, MatchIdentity


class MatchResult(MatchIdentity, frozen=True, omit_defaults=True):
    """Result of a match. Equal plans give equal results."""

    scores: tuple[int, ...]
    """Points by seat; empty where the game failed."""
    places: tuple[int, ...]
    """Places by seat, 1 for the winner; empty where the game failed."""
    length: int
    """Number of moves and outcomes."""
    forfeits: tuple[Forfeit, ...] = ()
    """Forfeits by seat."""
    fault: str = ""
    """Error of the game itself, which broke the match off."""

    opening: int | None = None
    """Number of the opening in the plan; None without one."""
    adjudicated: bool = False
    """Whether it was broken off at the plan's limit."""


MAX_FIGURES = 8
"""Maximum number of figures of different names that a bot tells in one match."""
MAX_BYTES = 1 << 26
"""Maximum number of bytes of a record, or standard error: a few in the file may be many."""

_result = msgspec.json.Decoder(MatchResult)


def read_result(plan: Plan, raw: bytes) -> MatchResult:
    """Read the result of a match of a plan.

    Raises:
        DecodeError: It is not a result.
        ValueError: It does not fit the plan.
    """
    result = _result.decode(raw)
    known = 0 <= result.contest < len(plan.contests)
    seats = plan.contests[result.contest].seats if known else 0
    count = 0 if result.fault else seats
    fits = (
        seats == len(result.lineup)
        and all(0 <= who < len(plan.entrants) for who in result.lineup)
        and count == len(result.scores) == len(result.places)
        and all(0 < place <= seats for place in result.places)
        and all(0 <= forfeit.seat < seats for forfeit in result.forfeits)
    )
    if not fits:
        raise ValueError(f"expected a match of the plan, got {result.key}")
    return result


Figures: TypeAlias = dict[str, tuple[float, int]]
"""Figures that a bot told about its answers: by name, the sum and the number of them."""


def add_figures(sums: Figures, name: str, total: float, count: int = 1) -> None:
    """Add figures of a name to sums, by their sum and number; sums hold a few names alone."""
    before, number = sums.get(name, (0.0, 0))
    if number or len(sums) < MAX_FIGURES:
        sums[name] = before + total, number + count


class Timing(Struct, frozen=True, omit_defaults=True):
    """Measurements of a match."""

    seconds: float
    """Seconds that the match took."""
    began: float
    """Time of the beginning, in seconds since 1970."""
    host: str
    """Name of the machine that played it."""
    thinking: tuple[ThinkTime, ...]
    """Time that each bot took, by seat."""
    told: tuple[Figures, ...] = ()
    """Figures that each bot told, by seat; empty if none told any, as in older files."""


class StderrTail(Struct, frozen=True):
    """End of the standard error of the bot at one seat, with its tracebacks."""

    seat: Seat
    """Seat of the bot."""
    text: str
    """Last characters of the text."""


class PlayedMatch(Struct, frozen=True):
    """A match that has been played, as it goes into the file."""

    result: MatchResult
    """Result, which repeats."""
    timing: Timing
    """Measurements, which do not."""
    record: bytes
    """Record as JSON lines, compressed with zlib."""
    errors: tuple[StderrTail, ...] = ()
    """Standard error of the bots that wrote any; it may differ the next time."""


MatchPlaces: TypeAlias = tuple[Lineup, tuple[int, ...]]
"""A match as entrants by side, and their places by side; mostly each seat is a side."""
BlockClass: TypeAlias = tuple[MatchPlaces, ...]
"""The matches of a block. Blocks with equal matches are one class: no figure tells them apart."""


def block_class(matches: Iterable[MatchResult], sides: Sequence[int] | None = None) -> BlockClass:
    """Return the class of a block with these matches; empty if the game failed in one.

    ``sides`` holds the side of each seat, or is None if each seat is a separate side.
    """
    # In the order of the matches, so that sums of fractions do not depend on which came first.
    played = sorted(matches, key=lambda match: match.match)
    if any(match.fault for match in played):
        return ()
    if sides is None:
        return tuple((match.lineup, match.places) for match in played)
    first = [sides.index(side) for side in range(1 + max(sides))]
    return tuple(
        (tuple(m.lineup[seat] for seat in first), tuple(m.places[seat] for seat in first))
        for m in played
    )


def results_by_bot(block: BlockClass) -> dict[int, float]:
    """Return each bot's mean result in a block, 0 … 1: its share of the others that it beat.

    Copies of the same bot are not others: with them a match would say less than it does.
    """
    return _means((lineup, places, lineup) for lineup, places in block)


def results_by_side(block: BlockClass) -> dict[int, float]:
    """Return the mean result of each side, mostly a seat, in a block, 0 … 1."""
    return _means((range(len(lineup)), places, lineup) for lineup, places in block)


def results_by_pair(block: BlockClass) -> dict[tuple[int, int], list[float]]:
    """Return the results of each bot against each other in a block: 1, ½ or 0 a meeting."""
    found: dict[tuple[int, int], list[float]] = defaultdict(list)
    for lineup, places in block:
        for (one, mine), (other, its) in permutations(zip(lineup, places, strict=True), 2):
            if one != other:
                found[one, other].append((mine < its) + (mine == its) / 2)
    return found


def _means(
    matches: Iterable[tuple[Iterable[int], tuple[int, ...], Lineup]],
) -> dict[int, float]:
    given: dict[int, list[float]] = defaultdict(list)
    for names, places, lineup in matches:
        for name, share in zip(names, share_beaten(places, lineup), strict=True):
            given[name].append(share)
    return {name: sum(got) / len(got) for name, got in given.items()}


def decompress(raw: bytes) -> bytes:
    """Return a record, or standard error, that was compressed for the file.

    Raises:
        ValueError: It is too long, or cut short.
    """
    reader = zlib.decompressobj()
    whole = reader.decompress(raw, MAX_BYTES)
    if not reader.eof:
        raise ValueError(f"expected at most {MAX_BYTES:,} bytes, compressed as a whole")
    return whole


@dataclass
class BotSums:
    """Sums over the matches of one bot in one contest; each seat it takes counts."""

    matches: int = 0
    """Number of matches, each once."""
    seats: int = 0
    """Number of seats played."""
    points: int = 0
    """Points, as the game counts them."""
    places: int = 0
    """Places, 1 for the winner."""
    forfeits: Counter[str] = field(default_factory=Counter)
    """Number of forfeits by their cause."""
    answers: int = 0
    """Number of answers."""
    seconds: float = 0.0
    """Seconds of all answers."""
    longest: float = 0.0
    """Seconds of the longest answer."""
    told: Figures = field(default_factory=dict)
    """Figures that it told about its answers."""


@dataclass
class Aggregate:
    """Counts and sums of one contest."""

    classes: Counter[BlockClass] = field(default_factory=Counter)
    """Number of blocks of each class, among the blocks that are complete."""
    bots: dict[int, BotSums] = field(default_factory=lambda: defaultdict(BotSums))
    """Sums of each bot, by its number in the plan."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Number of matches of each length, in moves and outcomes."""
    matches: int = 0
    """Number of matches."""
    seconds: float = 0.0
    """Seconds of playing, over all matches."""
    faults: list[MatchResult] = field(default_factory=list)
    """Matches whose game failed."""
    forfeited: list[MatchResult] = field(default_factory=list)
    """Matches with a forfeit."""
    first_of_length: dict[int, MatchResult] = field(default_factory=dict)
    """First match of each length."""
    course: list[BlockClass] = field(default_factory=list)
    """Class of each block that counts, in their order."""
    adjudicated: int = 0
    """Number of matches that were broken off."""
    incomplete: int = 0
    """Number of blocks with a match that is missing or failed; they do not count."""

    @property
    def blocks(self) -> int:
        """Number of blocks that count."""
        return self.classes.total()


def aggregate(
    results: Iterable[tuple[MatchResult, Timing]], size: int, sides: Sequence[int] | None = None
) -> Aggregate:
    """Aggregate a contest's results, given in order; a complete block has ``size`` matches.

    ``sides`` are the sides of ``block_class``.
    """
    found = Aggregate()
    for _, pairs in groupby(results, key=lambda pair: pair[0].block):
        matches = list(pairs)
        played = [result for result, _ in matches]
        _add_block(found, block_class(played, sides) if len(played) == size else ())
        for result, timing in matches:
            _add_match(found, result, timing)
    return found


def _add_block(found: Aggregate, block: BlockClass) -> None:
    """Add the class of a block, empty if a match of it is missing or has failed."""
    if not block:
        found.incomplete += 1
        return
    found.classes[block] += 1
    found.course.append(block)


def _add_match(found: Aggregate, result: MatchResult, timing: Timing) -> None:
    found.matches += 1
    found.seconds += timing.seconds
    if result.fault:
        found.faults.append(result)
        return
    found.adjudicated += result.adjudicated
    found.lengths[result.length] += 1
    found.first_of_length.setdefault(result.length, result)
    for seat, who in enumerate(result.lineup):
        sums = found.bots[who]
        thinking = timing.thinking[seat]
        sums.matches += result.lineup.index(who) == seat
        sums.seats += 1
        sums.points += result.scores[seat]
        sums.places += result.places[seat]
        sums.answers += thinking.answers
        sums.seconds += thinking.seconds
        sums.longest = max(sums.longest, thinking.longest)
        for name, (total, count) in timing.told[seat].items() if timing.told else ():
            add_figures(sums.told, name, total, count)
    for forfeit in result.forfeits:
        found.bots[result.lineup[forfeit.seat]].forfeits[forfeit.cause] += 1
    if result.forfeits:
        found.forfeited.append(result)
