"""The table over all games. Every game weighs the same, whatever its scale.

Every result in it is the one that counts for a pair: as played where the two met often enough, as
fitted where they did not. Shapes are written with k for classes of blocks, g for groups.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np

from parlour.tournament.analysis.cooperative import SharedResults
from parlour.tournament.analysis.intervals import Estimate, Spread, share_interval
from parlour.tournament.analysis.pairs import PairTable
from parlour.tournament.analysis.report_model import OverallReport


@dataclass(frozen=True)
class Sheet:
    """One contest, as it goes into the table."""

    game: str
    """The game's id."""
    bots: tuple[int, ...]
    """Bots of the contest by their numbers in the plan."""
    pairs: PairTable | SharedResults
    """Results of any two of them."""
    ranks: Mapping[int, tuple[float, float, float]]
    """Rank of each bot, 1 for the best, and the ends of its interval."""


def overall_table(sheets: Sequence[Sheet], names: Sequence[str]) -> dict[int, OverallReport]:
    """Return the table over all games for the bots of a plan, by their numbers.

    Games weigh the same, however often and with however many seats they were played. Bots that
    share no game with another are left out.
    """
    found = {}
    for who, name in enumerate(names):
        theirs = [sheet for sheet in sheets if who in sheet.bots]
        shared = _shared(theirs, who)
        if not shared:
            continue
        votes = [_votes(games, who, other) for other, games in shared.items()]
        ranks = np.array([sheet.ranks[who] for sheet in theirs], float).mean(axis=0)
        found[who] = OverallReport(
            name=name,
            score=_score(shared, who),
            beats=sum(vote > 0 for vote in votes),
            beaten=sum(vote < 0 for vote in votes),
            others=len(shared),
            rank=Estimate(*map(float, ranks)),
            games=len({sheet.game for sheet in theirs}),
        )
    return found


def _shared(theirs: Sequence[Sheet], who: int) -> dict[int, dict[str, list[Sheet]]]:
    """Return the contests that a bot shares with each other bot, by their games."""
    found: dict[int, dict[str, list[Sheet]]] = {}
    for sheet in theirs:
        for other in sheet.bots:
            if other != who:
                games = found.setdefault(other, {})
                games.setdefault(sheet.game, []).append(sheet)
    return found


def _score(shared: Mapping[int, Mapping[str, Sequence[Sheet]]], who: int) -> Estimate:
    """Return a bot's mean over the contests of a game, then over games, then over the others."""
    value, low, high = 0.0, 0.0, 0.0
    closed: dict[int, list[tuple[int, float]]] = defaultdict(list)
    known: dict[int, PairTable] = {}
    for other, games in shared.items():
        for some in games.values():
            for sheet in some:
                weight = 1 / (len(shared) * len(games) * len(some))
                result = sheet.pairs.counted((who, other))
                value += weight * result.value
                pairs = sheet.pairs
                if isinstance(pairs, SharedResults) or pairs.is_open((who, other)):
                    low += weight * (result.value - result.low)
                    high += weight * (result.high - result.value)
                else:
                    known[id(sheet)] = pairs
                    closed[id(sheet)].append((other, weight))
    spreads = [_spread(known[key], who, weights) for key, weights in closed.items()]
    inner = share_interval(value, combined(spreads)) if spreads else Estimate(value, value, value)
    return Estimate(value, max(0.0, inner.low - low), min(1.0, inner.high + high))


def _spread(pairs: PairTable, who: int, weights: Sequence[tuple[int, float]]) -> Spread:
    """Return the spread of a weighted sum of a bot's results against others in one contest."""
    influence = np.sum([w * pairs.influence((who, other)) for other, w in weights], axis=0)
    direction = np.sum([w * pairs.gradient((who, other)) for other, w in weights], axis=0)
    return pairs.fit.strata.spread(influence, direction @ pairs.fit.variances @ direction)


def combined(spreads: Sequence[Spread]) -> Spread:
    """Return the spread of a sum of independent estimates."""
    parts = [one.error**2 for one in spreads]
    total = sum(parts)
    if total == 0:
        return Spread(0.0, sum(one.free for one in spreads), flat=True)
    free = total**2 / sum(part**2 / one.free for part, one in zip(parts, spreads, strict=True))
    return Spread(sqrt(total), free, flat=all(one.flat for one in spreads))


def _votes(games: Mapping[str, Sequence[Sheet]], who: int, other: int) -> int:
    """Return in how many more games a bot beats another than it is beaten.

    A game votes only where the interval of its mean result excludes ½.
    """
    total = 0
    for some in games.values():
        results = [sheet.pairs.counted((who, other)) for sheet in some]
        value = sum(one.value for one in results) / len(some)
        low = hypot(*(one.value - one.low for one in results)) / len(some)
        high = hypot(*(one.high - one.value for one in results)) / len(some)
        total += (value - low > 0.5) - (value + high < 0.5)
    return total


def order(table: Mapping[int, OverallReport]) -> list[int]:
    """Return the bots of the table, those that play most games first, then by score."""
    return sorted(table, key=lambda who: (-table[who].games, -table[who].score.value, who))
