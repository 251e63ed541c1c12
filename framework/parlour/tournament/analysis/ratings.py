"""Ratings: the strength of bots in one contest, with intervals, and their place on the ladder.

Shapes are written as in ``davidson_luce``: n bots, p parameters, m resamples.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from math import inf, log, log2

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression, linprog

from parlour.tournament.analysis.aggregate import BlockClass, blocks_of
from parlour.tournament.analysis.davidson_luce import Model
from parlour.tournament.analysis.intervals import Floats, ends, resampled
from parlour.tournament.schedules.seating import Group

SCALE = 400 / log(10)
"""Points a logit: 400 points more make the odds of winning ten times as good."""
STRENGTHS_OF_RATING = 2
"""Number of strengths of which a rating is the difference."""
ZERO = 1e-7
"""Greatest value of a linear program's answer that is taken for 0."""


class Rating(Struct, frozen=True):
    """A bot's strength against that of the bot whose rating is 0, in points."""

    points: float
    """The rating."""
    low: float
    """Lower end of the 95 % interval; minus infinity where the results set no bound."""
    high: float
    """Upper end of the 95 % interval; infinity where the results set no bound."""


class Fit(Struct, frozen=True):
    """Ratings of one contest, and expected results, with their spread over the resamples."""

    ratings: dict[int, Rating]
    """Rating of each bot, by its number in the plan."""
    expected: Floats
    """Shape (n, n): result, 0 … 1, of the row's bot against the column's where they meet alone."""
    low: Floats
    """Shape (m, n, n): ``expected`` in every resample; 0 where the results set no lower bound."""
    high: Floats
    """Shape (m, n, n): ``expected`` in every resample; 1 where the results set no upper bound."""


def fit_ratings(
    classes: Mapping[BlockClass, int],
    bots: Sequence[int],
    zero: int,
    rng: np.random.Generator,
    resamples: int,
) -> Fit:
    """Rate bots by the number of blocks of each class; ``zero`` is the bot whose rating is 0."""
    origin = bots.index(zero)
    bridged = Counter(classes) + bridges(classes, bots)
    model = Model(bots, list(bridged))
    played = np.array([float(classes.get(kind, 0)) for kind in bridged])
    above = boundless(model.preferences(played), len(bots))
    point = model.fitted(played)
    counts = np.array([float(count) for count in bridged.values()])
    theta = model.refitted(point, resampled(counts, rng, resamples))
    found = {}
    for place, who in enumerate(bots):
        points = SCALE * float(point[place] - point[origin])
        spread = SCALE * (theta[:, place] - theta[:, origin])
        blocks = float(min(blocks_of(classes, who), blocks_of(classes, zero)))
        low, high = ends(spread, blocks, STRENGTHS_OF_RATING) if who != zero else (0.0, 0.0)
        found[who] = Rating(
            points,
            -inf if above[origin, place] else min(low, points),
            inf if above[place, origin] else max(high, points),
        )
    drawn = model.expected(theta)
    lows, highs = np.where(above.T, 0.0, drawn), np.where(above, 1.0, drawn)
    return Fit(found, model.expected(point[None])[0], lows, highs)


def ladder_place(points: float, budgets: Sequence[int], ratings: Sequence[float]) -> str:
    """Return the budget, in simulations a move, at which the search bot would have this rating.

    ``budgets`` and ``ratings`` are those of the anchors. Between two anchors the budget is read
    off a straight line over its logarithm; ratings that fall from one anchor to the next are
    evened out by isotonic regression first. Beyond the anchors it is given as a bound.
    """
    even = isotonic_regression(np.array(ratings)).x
    if points < even[0]:
        return f"< {budgets[0]}"
    if points > even[-1]:
        return f"> {budgets[-1]}"
    return f"{2 ** float(np.interp(points, even, [log2(budget) for budget in budgets])):.0f}"


def boundless(preferences: Floats, bots: int) -> NDArray[np.bool_]:
    """Return whether the row's bot may be stronger than the column's by any amount, shape (n, n).

    It may where some direction favours it in which the likelihood never falls: no choice becomes
    less likely against one that was not chosen. These directions are a cone, and a linear program
    finds how far it leads for each two bots (after Ford 1957). ``preferences`` are those of the
    model, with p columns.
    """
    found = np.zeros((bots, bots), bool)
    if _is_bounded(preferences):
        return found
    for one, other in permutations(range(bots), 2):
        aim = np.zeros(preferences.shape[1])
        aim[one], aim[other] = 1, -1
        found[one, other] = _reach(aim, preferences)
    return found


def _is_bounded(preferences: Floats) -> bool:
    """Return whether every direction makes a choice less likely, but for that of all bots alike."""
    all_but_one = np.linalg.matrix_rank(preferences) == preferences.shape[1] - 1
    return bool(all_but_one) and not _reach(preferences.sum(axis=0), preferences)


def bridges(classes: Mapping[BlockClass, int], bots: Sequence[int]) -> Counter[BlockClass]:
    """Return blocks that are added for the resampling only.

    Reversed blocks give every rating a bound: without them a bot that always won would also win
    always in every resample, as if that were certain. Where all blocks of a group came alike and
    no bot was better, one block is added for either side.
    """
    found: Counter[BlockClass] = Counter()
    for kind in _alike(classes):
        found.update((in_order(kind), reversed_block(in_order(kind))))
    often = sorted(classes, key=lambda kind: -classes[kind])
    for _ in bots:
        model = Model(bots, [*classes, *found])
        preferences = model.preferences(np.ones(len(classes) + len(found)))
        aim = preferences.sum(axis=0)
        direction = _furthest(aim, preferences)
        if direction @ aim < ZERO:
            break
        chosen = next((kind for kind in often if _gains(bots, kind, direction)), None)
        if chosen is None:
            break
        found[reversed_block(chosen)] += 1
    return found


def _alike(classes: Mapping[BlockClass, int]) -> Iterator[BlockClass]:
    """Yield the only class of each group whose blocks all came alike without a bound missing."""
    groups: dict[Group, list[BlockClass]] = {}
    for kind in classes:
        groups.setdefault(tuple(sorted(kind[0][0])), []).append(kind)
    for group, kinds in groups.items():
        model = Model(sorted(set(group)), kinds)
        if len(kinds) == 1 and _is_bounded(model.preferences(np.ones(1))):
            yield kinds[0]


def in_order(block: BlockClass) -> BlockClass:
    """Return the block with other places: the bots come in the order of their numbers."""
    return tuple(
        (lineup, tuple(order.index(seat) + 1 for seat in range(len(lineup))))
        for lineup, _ in block
        for order in [sorted(range(len(lineup)), key=lineup.__getitem__)]
    )


def reversed_block(block: BlockClass) -> BlockClass:
    """Return the block with reversed places: the last comes first, and the first last."""
    return tuple(
        (lineup, tuple(1 + max(places) - place for place in places)) for lineup, places in block
    )


def _gains(bots: Sequence[int], kind: BlockClass, direction: Floats) -> bool:
    """Return whether a block, reversed, becomes less likely in a direction, shape (p,)."""
    strength = dict(zip(bots, direction[: len(bots)], strict=True))
    return any(
        mine < place and strength[one] - strength[other] > ZERO
        for lineup, places in kind
        for one, mine in zip(lineup, places, strict=True)
        for other, place in zip(lineup, places, strict=True)
    )


def _reach(aim: Floats, preferences: Floats) -> bool:
    """Return whether one can go towards ``aim``, shape (p,), and make no choice less likely."""
    return bool(_furthest(aim, preferences) @ aim > ZERO)


def _furthest(aim: Floats, preferences: Floats) -> Floats:
    """Return the point furthest towards ``aim`` where no choice is less likely, -1 … 1 in each."""
    free = linprog(-aim, A_ub=-preferences, b_ub=np.zeros(len(preferences)), bounds=(-1, 1))
    found: Floats = free.x
    return found
