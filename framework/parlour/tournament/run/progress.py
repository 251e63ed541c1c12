"""What came of blocks so far: all that schedules and the live standings look at."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from parlour.rules.seats import share_beaten
from parlour.tournament.run.results import MatchResult
from parlour.tournament.schedules.blocks import Lineup


class BlockTally:
    """The results of one contest's blocks, by the block's number."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._open: dict[int, dict[int, MatchResult]] = defaultdict(dict)
        self._whole: dict[int, Mapping[int, float]] = {}

    def __call__(self, block: int) -> Mapping[int, float] | None:
        """Return each entrant's mean result in a block; None while it is not complete."""
        return self._whole.get(block)

    def add(self, result: MatchResult) -> None:
        """Take note of a match."""
        matches = self._open[result.block]
        matches[result.match] = result
        if len(matches) == self._size:
            self._whole[result.block] = means(self._open.pop(result.block).values())


class LiveTally:
    """Sums over all matches of one contest: they take no more room as it goes on."""

    def __init__(self) -> None:
        self.matches = 0
        self.faults = 0
        self.sums: dict[int, float] = defaultdict(float)
        self.played: dict[int, int] = defaultdict(int)
        self.forfeits: dict[int, int] = defaultdict(int)

    def add(self, result: MatchResult) -> None:
        """Take note of a match."""
        self.matches += 1
        if result.fault:
            self.faults += 1
            return
        for who, share in zip(result.lineup, shares(result), strict=True):
            self.sums[who] += share
            self.played[who] += 1
        for forfeit in result.forfeits:
            self.forfeits[result.lineup[forfeit.seat]] += 1

    def mean(self, who: int) -> float | None:
        """Return an entrant's mean result; None before it has played."""
        played = self.played[who]
        return self.sums[who] / played if played else None


def shares(result: MatchResult) -> tuple[float, ...]:
    """Return the share of the others that each seat has beaten, half for those it ties with.

    Copies of the same bot are no others: with them a match would say less than it does.
    """
    if len(set(result.lineup)) == len(result.lineup):
        return share_beaten(result.places)
    return shares_among(result.lineup, result.places)


def shares_among(lineup: Lineup, places: tuple[int, ...]) -> tuple[float, ...]:
    """Return the same where some bot sits at the table more than once."""
    found = []
    for who, mine in zip(lineup, places, strict=True):
        others = [place for other, place in zip(lineup, places, strict=True) if other != who]
        won = sum((mine < place) + (mine == place) / 2 for place in others)
        found.append(won / len(others))
    return tuple(found)


def means(matches: Iterable[MatchResult]) -> dict[int, float]:
    """Return each entrant's mean result in a block; nothing where the game spoilt a match."""
    given: dict[int, list[float]] = defaultdict(list)
    # In the order of the matches, so that sums of fractions do not depend on which came first.
    for result in sorted(matches, key=lambda match: match.match):
        if result.fault:
            return {}
        for who, share in zip(result.lineup, shares(result), strict=True):
            given[who].append(share)
    return {who: sum(got) / len(got) for who, got in given.items()}
