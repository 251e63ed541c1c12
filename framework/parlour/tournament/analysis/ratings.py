"""Ratings: a bot's strength in one contest, with what is known of it and what is not."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from math import inf, log

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.optimize import linprog

from parlour.tournament.analysis.aggregate import BlockClass, blocks_of
from parlour.tournament.analysis.davidson_luce import Choices, Floats
from parlour.tournament.analysis.intervals import ends, resampled
from parlour.tournament.schedules.blocks import Lineup

SCALE = 400 / log(10)
"""Points a logit: 400 points more make the odds of winning ten times as good."""
TWO = 2
"""A rating is the difference of two strengths."""
CERTAIN = 1e-7
"""What a linear program finds to be below this is 0."""


class Rating(Struct, frozen=True):
    """A bot's strength against that of the bot whose rating is 0."""

    points: float
    low: float
    high: float
    """Ends of the 95 % interval; infinite where the results set no bound."""


class Fit(Struct, frozen=True):
    """The ratings of one contest, and how much they could be otherwise."""

    ratings: dict[int, Rating]
    expected: Floats
    """The mean result of each bot of the field against each other."""
    low: Floats
    high: Floats
    """The same in every resample; 0 and 1 where the results set no bound."""


def rated(
    classes: Mapping[BlockClass, int],
    field: Sequence[int],
    zero: int,
    rng: np.random.Generator,
    resamples: int,
) -> Fit:
    """Rate a field by the blocks that were played; ``zero`` is the bot whose rating is 0."""
    origin = field.index(zero)
    bridged = Counter(classes) + bridges(classes, field)
    choices = Choices(field, list(bridged))
    played = np.array([float(classes.get(kind, 0)) for kind in bridged])
    above = boundless(choices.preferences(played), len(field))
    point = choices.fitted(played)
    counts = np.array([float(count) for count in bridged.values()])
    theta = choices.refitted(point, resampled(counts, rng, resamples))
    found = {}
    for place, who in enumerate(field):
        points = SCALE * float(point[place] - point[origin])
        spread = SCALE * (theta[:, place] - theta[:, origin])
        low, high = ends(spread, _blocks(classes, who, zero), TWO) if who != zero else (0.0, 0.0)
        found[who] = Rating(
            points,
            -inf if above[origin, place] else min(low, points),
            inf if above[place, origin] else max(high, points),
        )
    drawn = choices.expected(theta)
    lows, highs = np.where(above.T, 0.0, drawn), np.where(above, 1.0, drawn)
    return Fit(found, choices.expected(point[None])[0], lows, highs)


def boundless(preferences: Floats, bots: int) -> NDArray[np.bool_]:
    """Tell of each bot against each other whether it may be stronger by any amount.

    It may in a direction in which the likelihood never falls, however far one goes:
    nothing that was preferred to another becomes the less likely of the two. These directions
    are a cone, and a linear program looks how far it leads (after Ford 1957).
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
    """Tell whether every direction but one, all bots alike, makes something less likely."""
    all_but_one = np.linalg.matrix_rank(preferences) == preferences.shape[1] - 1
    return bool(all_but_one) and not _reach(preferences.sum(axis=0), preferences)


def bridges(classes: Mapping[BlockClass, int], field: Sequence[int]) -> Counter[BlockClass]:
    """Return blocks that take part in the resampling only.

    There are some, turned round, that give every rating a bound: without them a bot that always
    won would win always in every resample too, as if that were certain. And where all blocks of
    a company came alike though nobody was better, there is one for either side.
    """
    found: Counter[BlockClass] = Counter()
    for kind in _alike(classes):
        found.update((in_order(kind), turned(in_order(kind))))
    often = sorted(classes, key=lambda kind: -classes[kind])
    for _ in field:
        choices = Choices(field, [*classes, *found])
        preferences = choices.preferences(np.ones(len(classes) + len(found)))
        aim = preferences.sum(axis=0)
        direction = _furthest(aim, preferences)
        if direction @ aim < CERTAIN:
            break
        turning = next((kind for kind in often if _gains(field, kind, direction)), None)
        if turning is None:
            break
        found[turned(turning)] += 1
    return found


def _alike(classes: Mapping[BlockClass, int]) -> Iterator[BlockClass]:
    """Yield what came of a company's blocks where nothing else did, and where it is bounded."""
    companies: dict[Lineup, list[BlockClass]] = {}
    for kind in classes:
        companies.setdefault(tuple(sorted(kind[0][0])), []).append(kind)
    for company, kinds in companies.items():
        choices = Choices(sorted(set(company)), kinds)
        if len(kinds) == 1 and _is_bounded(choices.preferences(np.ones(1))):
            yield kinds[0]


def in_order(block: BlockClass) -> BlockClass:
    """Return a block in which the bot with the lowest number came first, and so on."""
    return tuple(
        (lineup, tuple(order.index(seat) + 1 for seat in range(len(lineup))))
        for lineup, _ in block
        for order in [sorted(range(len(lineup)), key=lineup.__getitem__)]
    )


def turned(block: BlockClass) -> BlockClass:
    """Return a block in which the last came first, and the first last."""
    return tuple(
        (lineup, tuple(1 + max(places) - place for place in places)) for lineup, places in block
    )


def _gains(field: Sequence[int], kind: BlockClass, direction: Floats) -> bool:
    """Tell whether a block, turned round, would speak against going in a direction."""
    strength = dict(zip(field, direction[: len(field)], strict=True))
    return any(
        mine < place and strength[one] - strength[other] > CERTAIN
        for lineup, places in kind
        for one, mine in zip(lineup, places, strict=True)
        for other, place in zip(lineup, places, strict=True)
    )


def _reach(aim: Floats, preferences: Floats) -> bool:
    return bool(_furthest(aim, preferences) @ aim > CERTAIN)


def _furthest(aim: Floats, preferences: Floats) -> Floats:
    """Return how far one can go towards ``aim`` and lose nothing; no parameter beyond 1."""
    free = linprog(-aim, A_ub=-preferences, b_ub=np.zeros(len(preferences)), bounds=(-1, 1))
    found: Floats = free.x
    return found


def _blocks(classes: Mapping[BlockClass, int], who: int, zero: int) -> float:
    """Return on how many blocks a rating rests: those of the bot, or of the one at 0, if fewer."""
    return float(min(blocks_of(classes, who), blocks_of(classes, zero)))
