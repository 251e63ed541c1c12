"""Ratings: a bot's strength in one contest, with what is known of it and what is not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf, log

import numpy as np
from msgspec import Struct
from scipy.optimize import linprog

from parlour.tournament.statistics.choices import Choices, Floats
from parlour.tournament.statistics.gathered import BlockClass
from parlour.tournament.statistics.intervals import ends, resampled

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
    resampled: Floats
    """The same in every resample."""


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
    bounds = unbounded(choices.preferences(played), len(field), origin)
    point = choices.fitted(played)
    counts = np.array([float(count) for count in bridged.values()])
    theta = choices.refitted(point, resampled(counts, rng, resamples))
    found = {}
    for place, who in enumerate(field):
        points = SCALE * float(point[place] - point[origin])
        spread = SCALE * (theta[:, place] - theta[:, origin])
        low, high = ends(spread, _blocks(classes, who, zero), TWO) if who != zero else (0.0, 0.0)
        below, above = bounds[place]
        found[who] = Rating(
            points, -inf if below else min(low, points), inf if above else max(high, points)
        )
    return Fit(found, choices.expected(point[None])[0], choices.expected(theta))


def unbounded(preferences: Floats, bots: int, origin: int) -> list[tuple[bool, bool]]:
    """Tell of each bot whether its rating has no bound below, and none above.

    It has none in a direction in which the likelihood never falls, however far one goes:
    nothing that was preferred to another becomes the less likely of the two. These directions
    are a cone, and a linear program looks how far it leads (after Ford 1957).
    """
    found = []
    for place in range(bots):
        aim = np.zeros(preferences.shape[1])
        aim[place] += 1
        aim[origin] -= 1
        found.append((_reach(-aim, preferences), _reach(aim, preferences)))
    return found


def bridges(classes: Mapping[BlockClass, int], field: Sequence[int]) -> Counter[BlockClass]:
    """Return blocks, turned round, that would give every rating a bound.

    They take part in the resampling only: without them a bot that always won would win always
    in every resample too, as if that were certain.
    """
    found: Counter[BlockClass] = Counter()
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
    return min(
        float(sum(n for kind, n in classes.items() if any(bot in lineup for lineup, _ in kind)))
        for bot in (who, zero)
    )
