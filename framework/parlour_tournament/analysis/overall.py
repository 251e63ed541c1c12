"""The table over all games. Every game weighs the same, on any scale.

Every result in it is the one that counts for a pair: as played where the two met often enough, as
fitted where they did not.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
from scipy.special import expit

from parlour_tournament.analysis.intervals import OVERALL, Comparison, Estimate, StatedOrder
from parlour_tournament.analysis.likelihood import normal_scores, together
from parlour_tournament.analysis.pairs import PairTable, SharedResults
from parlour_tournament.analysis.report_model import OverallReport


@dataclass(frozen=True)
class RatedContest:
    """One contest, as the table over all games takes it."""

    number: int
    """Number of the contest in the plan."""
    game: str
    """The game's id."""
    bots: tuple[int, ...]
    """Bots of the contest by their numbers in the plan."""
    pairs: PairTable | SharedResults
    """Results of any two of them."""

    def strengths(self) -> dict[int, float]:
        """Return what ranks the bots of the contest, the higher, the better."""
        pairs = self.pairs
        if isinstance(pairs, SharedResults):
            return {who: pairs.mean(who).value for who in self.bots}
        return dict(zip(pairs.fit.bots, pairs.fit.strengths.tolist(), strict=True))


def order_of(contests: Sequence[RatedContest]) -> StatedOrder:
    """Return what a tournament states about better bots, in its contests and over all games."""
    scores: dict[Comparison, float] = {}
    for contest in contests:
        for pair in combinations(sorted(contest.bots), 2):
            scores[*pair, contest.number] = contest.pairs.score(pair)
    if len(contests) > 1:
        for who in sorted({who for contest in contests for who in contest.bots}):
            for other, games in _shared(contests, who).items():
                if who < other:
                    scores[who, other, OVERALL] = _score_over_games(games, (who, other))
    return StatedOrder(scores)


def overall_table(
    contests: Sequence[RatedContest], names: Sequence[str], order: StatedOrder
) -> dict[int, OverallReport]:
    """Return the table over all games for the bots of a plan, by their numbers.

    Games weigh the same, played any number of times and with any number of seats. Bots that
    share no game with another are left out.
    """
    table = {}
    # A single contest is the order over all games too.
    deciding = contests[0].number if len(contests) == 1 else OVERALL
    for who, name in enumerate(names):
        theirs = [contest for contest in contests if who in contest.bots]
        shared = _shared(contests, who)
        if not shared:
            continue
        signs = [order.sign(who, other, deciding) for other in shared]
        table[who] = OverallReport(
            name=name,
            score=_score(shared, who),
            beats=signs.count(1),
            beaten=signs.count(-1),
            others=len(shared),
            games=len({contest.game for contest in theirs}),
        )
    return table


def _shared(contests: Sequence[RatedContest], who: int) -> dict[int, dict[str, list[RatedContest]]]:
    """Return the contests that a bot shares with each other bot, by their games."""
    shared: dict[int, dict[str, list[RatedContest]]] = {}
    for contest in contests:
        for other in contest.bots:
            if other != who and who in contest.bots:
                games = shared.setdefault(other, {})
                games.setdefault(contest.game, []).append(contest)
    return shared


def _score(shared: Mapping[int, Mapping[str, Sequence[RatedContest]]], who: int) -> Estimate:
    """Return a bot's mean over the contests of a game, then over games, then over the others.

    The ends of its interval are the ends in each contest, whose distances are added as those of
    independent figures (Zou and Donner 2008).
    """
    value = 0.0
    below: dict[int, float] = {}
    above: dict[int, float] = {}
    for other, games in shared.items():
        for some in games.values():
            for contest in some:
                weight = 1 / (len(shared) * len(games) * len(some))
                result = _counted(contest, who, other)
                value += weight * result.value
                number = contest.number
                below[number] = below.get(number, 0.0) + weight * (result.value - result.low)
                above[number] = above.get(number, 0.0) + weight * (result.high - result.value)
    low = value - sqrt(sum(distance**2 for distance in below.values()))
    high = value + sqrt(sum(distance**2 for distance in above.values()))
    return Estimate(value, max(0.0, low), min(1.0, high))


def _counted(contest: RatedContest, who: int, other: int) -> Estimate:
    """Return the result of a bot against another, with the ends of the bot's own interval."""
    pairs = contest.pairs
    if isinstance(pairs, SharedResults):
        return pairs.played((who, other))
    value = pairs.counted((who, other))
    place = pairs.fit.bots.index(who)
    rival = float(pairs.fit.strengths[pairs.fit.bots.index(other)])
    middle, low, high = (
        float(expit(float(strength) - rival))
        for strength in (
            pairs.fit.strengths[place],
            pairs.fit.strength_ends[0][place],
            pairs.fit.strength_ends[1][place],
        )
    )
    return Estimate(value, value - (middle - low), value + (high - middle))


def _score_over_games(games: Mapping[str, Sequence[RatedContest]], pair: tuple[int, int]) -> float:
    """Return the normal score of the mean result of a bot over games being above ½.

    The blocks of all games are taken together. A block's contribution is divided by the information
    of its contest, which makes it a share of the mean result, and so games weigh the same.
    """
    parts = [
        contest.pairs.contributions(pair).scaled(1 / (len(games) * len(some)))
        for some in games.values()
        for contest in some
    ]
    whole = together(parts)
    kept = min(one.pairs.kept(pair) for some in games.values() for one in some)
    roots = whole.signed_roots(np.zeros(1, np.int64)) * sqrt(kept)
    return float(normal_scores(roots, np.array([whole.counts.sum()]))[0])


def in_order(table: Mapping[int, OverallReport]) -> list[int]:
    """Return the bots of the table, bots with most games first, then by score."""
    return sorted(table, key=lambda who: (-table[who].games, -table[who].score.value, who))
