"""One pass over the results of a contest: all counts and sums that any figure is made of."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

from parlour.rules.errors import ForfeitCause
from parlour.tournament.run.progress import shares_among
from parlour.tournament.run.results import MatchResult, Timing
from parlour.tournament.schedules.blocks import Lineup

MatchPlaces: TypeAlias = tuple[Lineup, tuple[int, ...]]
"""Who sat where, and their places."""
BlockClass: TypeAlias = tuple[MatchPlaces, ...]
"""What came of a block. Blocks of which the same came are alike in all that is told of places."""

TIME, ILLEGAL = ForfeitCause.TIME.value, ForfeitCause.ILLEGAL.value


@dataclass
class Sums:
    """What adds up over the matches of one bot."""

    matches: int = 0
    points: int = 0
    places: int = 0
    crashes: int = 0
    time_losses: int = 0
    illegal_moves: int = 0
    answers: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def forfeit(self, cause: str) -> None:
        """Count a forfeit; whatever is neither late nor illegal is a crash."""
        if cause == TIME:
            self.time_losses += 1
        elif cause == ILLEGAL:
            self.illegal_moves += 1
        else:
            self.crashes += 1


@dataclass
class Gathered:
    """What one contest came to."""

    seats: int
    classes: Counter[BlockClass] = field(default_factory=Counter)
    """How often each came, among the blocks that are complete."""
    bots: dict[int, Sums] = field(default_factory=lambda: defaultdict(Sums))
    lengths: Counter[int] = field(default_factory=Counter)
    matches: int = 0
    seconds: float = 0.0
    faults: list[MatchResult] = field(default_factory=list)
    """Matches that the game itself broke off."""
    forfeited: list[MatchResult] = field(default_factory=list)
    shortest: MatchResult | None = None
    longest: MatchResult | None = None
    incomplete: int = 0
    """Blocks of which some match is missing or spoilt; they do not count."""

    @property
    def blocks(self) -> int:
        """How many blocks count."""
        return self.classes.total()


def gathered(results: Iterable[tuple[MatchResult, Timing]], seats: int, size: int) -> Gathered:
    """Go through a contest's results, in order; a complete block has ``size`` matches."""
    found = Gathered(seats)
    for _, pairs in groupby(results, key=lambda pair: pair[0].block):
        matches = list(pairs)
        _add_block(found, [result for result, _ in matches], size)
        for result, timing in matches:
            _add_match(found, result, timing)
    return found


def _add_block(found: Gathered, matches: list[MatchResult], size: int) -> None:
    if len(matches) < size or any(match.fault for match in matches):
        found.incomplete += 1
        return
    found.classes[tuple((match.lineup, match.places) for match in matches)] += 1


def _add_match(found: Gathered, result: MatchResult, timing: Timing) -> None:
    found.matches += 1
    found.seconds += timing.seconds
    if result.fault:
        found.faults.append(result)
        return
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
        found.bots[result.lineup[forfeit.seat]].forfeit(forfeit.cause)
    if result.forfeits:
        found.forfeited.append(result)


def blocks_of(classes: Mapping[BlockClass, int], who: int) -> int:
    """Return in how many blocks a bot has played."""
    return sum(n for kind, n in classes.items() if any(who in lineup for lineup, _ in kind))


def results_by_bot(block: BlockClass) -> dict[int, float]:
    """Return each bot's mean result in a block."""
    given: dict[int, list[float]] = defaultdict(list)
    for lineup, places in block:
        for who, share in zip(lineup, shares_among(lineup, places), strict=True):
            given[who].append(share)
    return {who: sum(got) / len(got) for who, got in given.items()}


def results_by_seat(block: BlockClass) -> dict[int, float]:
    """Return each seat's mean result in a block."""
    given: dict[int, list[float]] = defaultdict(list)
    for lineup, places in block:
        for seat, share in enumerate(shares_among(lineup, places)):
            given[seat].append(share)
    return {seat: sum(got) / len(got) for seat, got in given.items()}


def meetings(block: BlockClass) -> Iterator[tuple[int, int, float]]:
    """Yield each pair of bots that met, one match and direction at a time: 1, ½ or 0."""
    for lineup, places in block:
        for one, mine in zip(lineup, places, strict=True):
            for other, place in zip(lineup, places, strict=True):
                if one != other:
                    yield one, other, (mine < place) + (mine == place) / 2
