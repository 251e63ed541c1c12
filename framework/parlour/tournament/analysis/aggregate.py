"""One pass over the results of a contest, which counts and sums all that the figures need."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from parlour.rules.errors import ForfeitCause
from parlour.tournament.playing.results import (
    BlockClass,
    MatchResult,
    Timing,
    block_class,
)


@dataclass
class BotSums:
    """Sums over the matches of one bot in one contest; each seat it takes counts."""

    matches: int = 0
    """Number of seats played."""
    points: int = 0
    """Points, as the game counts them."""
    places: int = 0
    """Places, 1 for the winner."""
    crashes: int = 0
    """Number of forfeits that were neither late nor illegal."""
    time_losses: int = 0
    """Number of forfeits because of the time."""
    illegal_moves: int = 0
    """Number of forfeits because of an illegal move."""
    answers: int = 0
    """Number of answers."""
    seconds: float = 0.0
    """Seconds of all answers."""
    longest: float = 0.0
    """Seconds of the longest answer."""

    def add_forfeit(self, cause: str) -> None:
        """Count a forfeit by its cause."""
        if cause == ForfeitCause.TIME:
            self.time_losses += 1
        elif cause == ForfeitCause.ILLEGAL:
            self.illegal_moves += 1
        else:
            self.crashes += 1


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
    shortest: MatchResult | None = None
    """First of the shortest matches."""
    longest: MatchResult | None = None
    """First of the longest matches."""
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


def aggregate(results: Iterable[tuple[MatchResult, Timing]], size: int) -> Aggregate:
    """Aggregate a contest's results, given in order; a complete block has ``size`` matches."""
    found = Aggregate()
    for _, pairs in groupby(results, key=lambda pair: pair[0].block):
        matches = list(pairs)
        _add_block(found, [result for result, _ in matches], size)
        for result, timing in matches:
            _add_match(found, result, timing)
    return found


def _add_block(found: Aggregate, matches: list[MatchResult], size: int) -> None:
    block = block_class(matches)
    if len(matches) < size or not block:
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
    if found.shortest is None or result.length < found.shortest.length:
        found.shortest = result
    if found.longest is None or result.length > found.longest.length:
        found.longest = result
    for seat, who in enumerate(result.lineup):
        sums, thinking = found.bots[who], timing.thinking[seat]
        sums.matches += 1
        sums.points += result.scores[seat]
        sums.places += result.places[seat]
        sums.answers += thinking.answers
        sums.seconds += thinking.seconds
        sums.longest = max(sums.longest, thinking.longest)
    for forfeit in result.forfeits:
        found.bots[result.lineup[forfeit.seat]].add_forfeit(forfeit.cause)
    if result.forfeits:
        found.forfeited.append(result)
