"""The table over all games. Every game weighs the same, on any scale.

Every result in it is the one that counts for a pair: as played where the two met often enough, as
fitted where they did not. Shapes are written with k for classes of blocks, g for groups.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import fmean

import numpy as np

from parlour_tournament.analysis.intervals import (
    MIN_BLOCKS,
    OVERALL,
    Comparison,
    Estimate,
    StandardError,
    StatedOrder,
    share_interval,
)
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
        return dict(zip(pairs.fit.bots, pairs.fit.theta.tolist(), strict=False))


def order_of(contests: Sequence[RatedContest]) -> StatedOrder:
    """Return what a tournament states about better bots, in its contests and over all games."""
    likelihoods: dict[Comparison, float] = {}
    for contest in contests:
        for pair in combinations(sorted(contest.bots), 2):
            likelihoods[*pair, contest.number] = contest.pairs.superiority(pair)
    if len(contests) > 1:
        for who in sorted({who for contest in contests for who in contest.bots}):
            for other, games in _shared(contests, who).items():
                if who < other:
                    likelihoods[who, other, OVERALL] = _likelihood(games, who, other)
    return StatedOrder(
        likelihoods, {contest.number for contest in contests if contest.pairs.contradicting}
    )


def overall_table(
    contests: Sequence[RatedContest], names: Sequence[str], order: StatedOrder
) -> dict[int, OverallReport]:
    """Return the table over all games for the bots of a plan, by their numbers.

    Games weigh the same, played any number of times and with any number of seats. Bots that
    share no game with another are left out.
    """
    table = {}
    ranks = {
        contest.number: order.ranks(contest.strengths(), contest.number) for contest in contests
    }
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
            rank=fmean(ranks[contest.number][who].rank for contest in theirs),
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
    """Return a bot's mean over the contests of a game, then over games, then over the others."""
    value = 0.0
    below = 0.0
    beyond = 0.0
    closed: dict[int, list[tuple[int, float]]] = defaultdict(list)
    known: dict[int, PairTable] = {}
    for other, games in shared.items():
        for some in games.values():
            for contest in some:
                weight = 1 / (len(shared) * len(games) * len(some))
                result = contest.pairs.counted((who, other))
                value += weight * result.value
                pairs = contest.pairs
                if isinstance(pairs, SharedResults) or pairs.is_open((who, other)):
                    below += weight * (result.value - result.low)
                    beyond += weight * (result.high - result.value)
                else:
                    known[id(contest)] = pairs
                    closed[id(contest)].append((other, weight))
    errors = [_standard_error(known[key], who, weights) for key, weights in closed.items()]
    inner = share_interval(value, combined(errors)) if errors else Estimate(value, value, value)
    return Estimate(value, max(0.0, inner.low - below), min(1.0, inner.high + beyond))


def _standard_error(
    pairs: PairTable, who: int, weights: Sequence[tuple[int, float]]
) -> StandardError:
    """Return the standard error of a weighted sum of a bot's results in one contest."""
    influence = np.sum([w * pairs.influence((who, other)) for other, w in weights], axis=0)
    direction = np.sum([w * pairs.gradient((who, other)) for other, w in weights], axis=0)
    return pairs.fit.standard_error(direction, influence)


def combined(errors: Sequence[StandardError]) -> StandardError:
    """Return the standard error of a sum of independent estimates."""
    parts = [one.error**2 for one in errors]
    total = sum(parts)
    degenerate = all(one.degenerate for one in errors)
    if total == 0:
        return StandardError(0.0, sum(one.degrees for one in errors), degenerate=True)
    # Welch and Satterthwaite: degrees of freedom of a sum of variances.
    degrees = total**2 / sum(part**2 / one.degrees for part, one in zip(parts, errors, strict=True))
    widened = total**2 / sum(
        part**2 / (one.degrees + one.added_degrees) for part, one in zip(parts, errors, strict=True)
    )
    return StandardError(sqrt(total), degrees, degenerate, added_degrees=widened - degrees)


def _likelihood(games: Mapping[str, Sequence[RatedContest]], who: int, other: int) -> float:
    """Return the likelihood that the mean result of a bot over games exceeds ½."""
    value = 0.0
    errors = []
    for some in games.values():
        for contest in some:
            pairs = contest.pairs
            weight = 1 / (len(games) * len(some))
            result = pairs.counted((who, other))
            blocks = pairs.blocks((who, other))
            if blocks < MIN_BLOCKS:
                return 0.5
            value += weight * result.value
            if isinstance(pairs, SharedResults) or pairs.is_open((who, other)):
                # Of two equal bots the results of blocks spread by ½ at most.
                errors.append(StandardError(weight / 2 / sqrt(blocks), blocks, degenerate=True))
            else:
                errors.append(_standard_error(pairs, who, [(other, weight)]))
    return combined(errors).probability(value - 0.5)


def in_order(table: Mapping[int, OverallReport]) -> list[int]:
    """Return the bots of the table, bots with most games first, then by score."""
    return sorted(table, key=lambda who: (-table[who].games, -table[who].score.value, who))
