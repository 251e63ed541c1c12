"""Coverage of intervals and errors of sequential tests, measured by simulated tournaments.

    python benchmarks/coverage.py intervals --tournaments 1000
    python benchmarks/coverage.py tests --tournaments 1000

Bots of known strength play by the model of docs/statistics.md. The matches of a block depend on
each other, as those of one deal do: with a probability of ``LIKE`` all matches have the places of
the first. The command prints how often the 95 % interval of a rating holds the truth, and how often
a sequential test takes the wrong hypothesis.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, sqrt
from random import Random
from time import perf_counter

import numpy as np

from parlour.tournament.analysis.aggregate import BlockClass
from parlour.tournament.analysis.ratings import SCALE, fit_ratings
from parlour.tournament.plan.plan import Hypotheses
from parlour.tournament.schedules.seating import Lineup, rotations
from parlour.tournament.schedules.sequential import SequentialTest

LIKE = 0.5
"""Probability that the matches of a block all have the places of the first."""
TIES = 0.6
"""Weight δ of ties of two."""
STRENGTHS = (0.0, 0.4, 0.9, 1.5, 2.2)
"""Logarithms of the bots' strengths, in logits."""
SETTINGS = {
    "2 seats, 8 blocks a pair": (2, 8),
    "2 seats, 30 blocks a pair": (2, 30),
    "3 seats, 20 blocks a group": (3, 20),
}


class World:
    """Bots of known strengths."""

    def __init__(self, strengths: Sequence[float], ties: float, like: float) -> None:
        self._strengths = [exp(strength) for strength in strengths]
        self._ties = ties
        self._like = like

    def placed(self, who: Lineup, rng: Random) -> dict[int, int]:
        """Draw the places of the bots at one table by the model."""
        places: dict[int, int] = {}
        while len(places) < len(who):
            rest = [bot for bot in who if bot not in places]
            groups = [*combinations(rest, 1), *combinations(rest, 2)]
            first = rng.choices(groups, [self._weight(group) for group in groups])[0]
            places |= dict.fromkeys(first, len(places) + 1)
        return places

    def block(self, group: Lineup, rng: Random) -> BlockClass:
        """Play one block."""
        alike = rng.random() < self._like
        places = self.placed(group, rng)
        matches = []
        for lineup in rotations(group):
            matches.append((lineup, tuple(places[bot] for bot in lineup)))
            if not alike:
                places = self.placed(group, rng)
        return tuple(matches)

    def _weight(self, group: Lineup) -> float:
        if len(group) == 1:
            return self._strengths[group[0]]
        return self._ties * sqrt(self._strengths[group[0]] * self._strengths[group[1]])


def tournament(
    world: World, bots: int, seats: int, blocks: int, rng: Random
) -> Counter[BlockClass]:
    """Play a round robin."""
    groups = list(combinations(range(bots), seats))
    return Counter(world.block(who, rng) for who in groups for _ in range(blocks))


def held(
    strengths: Sequence[float], classes: Mapping[BlockClass, int], seed: int, resamples: int
) -> list[bool]:
    """Return for each rating but the one at 0 whether its interval holds the truth."""
    field = range(len(strengths))
    fit = fit_ratings(classes, field, 0, np.random.default_rng(seed), resamples)
    truth = [SCALE * (strength - strengths[0]) for strength in strengths]
    return [fit.ratings[who].low <= truth[who] <= fit.ratings[who].high for who in field[1:]]


def coverage(
    seats: int, blocks: int, tournaments: int, *, like: float = LIKE, resamples: int = 400
) -> list[float]:
    """Return the share of tournaments in which each rating's interval holds the truth."""
    world = World(STRENGTHS, TIES, like)
    found = [
        held(STRENGTHS, tournament(world, len(STRENGTHS), seats, blocks, rng), seed, resamples)
        for seed in range(tournaments)
        for rng in [Random(f"{seats}:{blocks}:{seed}")]
    ]
    return [sum(column) / tournaments for column in zip(*found, strict=True)]


def taken(hypotheses: Hypotheses, truth: float, rng: Random, most: int) -> tuple[str, int]:
    """Run one sequential test on blocks of two matches with a known mean.

    Returns its verdict and the number of blocks it took.
    """
    test = SequentialTest(hypotheses)
    for _ in range(most):
        first = _result(truth, rng)
        second = first if rng.random() < LIKE else _result(truth, rng)
        if test.add((first + second) / 2):
            break
    return test.verdict, test.blocks


def errors(
    hypotheses: Hypotheses, tournaments: int, most: int = 20_000
) -> tuple[float, float, float, float]:
    """Return the rates of false alarms and misses, and the mean blocks under either hypothesis."""
    null = [taken(hypotheses, hypotheses.null, Random(f"n{n}"), most) for n in range(tournaments)]
    other = [
        taken(hypotheses, hypotheses.alternative, Random(f"a{n}"), most) for n in range(tournaments)
    ]
    return (
        sum(verdict == "alternative" for verdict, _ in null) / tournaments,
        sum(verdict == "null" for verdict, _ in other) / tournaments,
        sum(blocks for _, blocks in null) / tournaments,
        sum(blocks for _, blocks in other) / tournaments,
    )


def _result(mean: float, rng: Random) -> float:
    """Draw a match in which one in four is a tie."""
    return rng.choices((1.0, 0.5, 0.0), (mean - 0.125, 0.25, 0.875 - mean))[0]


def main() -> None:
    """Simulate, and print the figures."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("what", choices=["intervals", "tests"])
    reader.add_argument("--tournaments", type=int, default=1000)
    given = reader.parse_args()
    began = perf_counter()
    if given.what == "intervals":
        for name, (seats, blocks) in SETTINGS.items():
            shares = coverage(seats, blocks, given.tournaments)
            print(f"{name}: " + ", ".join(f"{share:.1%}" for share in shares), flush=True)
    else:
        for alternative in (0.55, 0.6):
            hypotheses = Hypotheses(alternative=alternative)
            alarms, misses, short, long = errors(hypotheses, given.tournaments)
            print(
                f"0.5 against {alternative}: false alarms {alarms:.1%}, misses {misses:.1%}, "
                f"{short:.0f} and {long:.0f} blocks on average",
                flush=True,
            )
    print(f"{given.tournaments} tournaments of each kind, {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
