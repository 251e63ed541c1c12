"""Statements of order, measured by simulated tournaments.

    python -m benchmarks.order equal --tournaments 300
    python -m benchmarks.order power --tournaments 100

``equal`` prints how often a tournament of equal bots states an order, and how often the ranks in
brackets hold, of equal bots and of unequal ones; ``power`` how often a bot that has 0.6 against the
others is stated to be better. Tournaments are those of ``benchmarks/coverage.py``.
"""

import argparse
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import log
from time import perf_counter

import numpy as np

from benchmarks.coverage import Cell, Floats, Luck, tournament
from parlour_tournament.analysis.intervals import OVERALL, RankRange, StatedOrder
from parlour_tournament.analysis.overall import RatedContest, order_of
from parlour_tournament.analysis.pairs import fitted_pairs

ORDERS = (
    (2, 2, 1, 6, Luck()),
    (2, 2, 4, 10, Luck(seats=1.0)),
    (4, 2, 1, 10, Luck(seats=1.0)),
    (4, 2, 3, 6, Luck(ties=1.0)),
    (4, 2, 3, 10, Luck(seats=1.0)),
    (4, 2, 4, 40, Luck(seats=1.0)),
    (5, 3, 2, 6, Luck(seats=1.0, bots=1.0, ties=0.6)),
    (8, 2, 1, 6, Luck(bots=1.0)),
    (8, 2, 2, 10, Luck(seats=1.0)),
)
"""Equal bots: their number, seats, games, blocks of each group, and luck."""


def contests_of(
    kind: tuple[int, int, int, int, Luck], seed: int, strengths: Floats | None = None
) -> list[RatedContest]:
    """Play a tournament in several games, one of ``ORDERS``, and return its contests.

    ``strengths``, of shape (bots,), are those in every game; without them all bots are equal.
    """
    bots, seats, games, blocks, luck = kind
    rng = np.random.default_rng([seed, bots, seats, games, blocks])
    contests = []
    for number in range(games):
        given = np.zeros(bots) if strengths is None else strengths
        classes = tournament(given, seats, blocks, luck, rng)
        pairs = fitted_pairs(classes, range(bots), seats)
        contests.append(RatedContest(number, str(number), tuple(range(bots)), pairs))
    return contests


def rank_ranges(
    contests: list[RatedContest], stated: StatedOrder
) -> Iterator[tuple[int, RankRange]]:
    """Yield each bot of each contest and its ranks."""
    for contest in contests:
        yield from stated.ranks(contest.strengths(), contest.number).items()


def states_an_order(contests: list[RatedContest]) -> bool:
    """Return whether a tournament says of any bot that it is better than another."""
    stated = order_of(contests)
    return any(one.low > 1 for _, one in rank_ranges(contests, stated)) or any(
        stated.sign(one, other) for one, other in combinations(contests[0].bots, 2)
    )


def ranks_held(contests: list[RatedContest], true: Mapping[int, tuple[int, int]]) -> Cell:
    """Return how often the ranks of a tournament hold the first and last that are ``true``."""
    found = Cell()
    for who, one in rank_ranges(contests, order_of(contests)):
        found.add(holds=one.low <= true[who][0] and true[who][1] <= one.high)
    return found


SPREAD = 0.4
"""Standard deviation of the strengths of unequal bots whose ranks are looked at, in logits."""


def _print_orders(tournaments: int) -> None:
    print(
        "| bots, seats | games | blocks | luck of seats, bots; ties | state an order | "
        "ranks of equal bots hold | of unequal ones |"
    )
    print("|---|--:|--:|---|--:|--:|--:|")
    for kind in ORDERS:
        bots, seats, games, blocks, luck = kind
        stating, equal, unequal = 0, Cell(), Cell()
        for seed in range(tournaments):
            contests = contests_of(kind, seed)
            stating += states_an_order(contests)
            equal += ranks_held(contests, dict.fromkeys(range(bots), (1, bots)))
            strengths = np.random.default_rng(seed).normal(0, SPREAD, bots)
            places = (1 + np.argsort(np.argsort(-strengths))).tolist()
            true = {who: (place, place) for who, place in enumerate(places)}
            unequal += ranks_held(contests_of(kind, seed, strengths), true)
        words = f"{luck.seats:g}, {luck.bots:g}; {luck.ties:g}"
        print(
            f"| {bots}, {seats} | {games} | {blocks} | {words} | {stating / tournaments:.1%} | "
            f"{equal.share:.1%} | {unequal.share:.1%} |",
            flush=True,
        )


POWERS = ((2, 1), (4, 1), (4, 3), (8, 1))
"""Numbers of bots and of games in which the first bot has 0.6 against each of the others."""
POWER_BLOCKS = (20, 40, 48, 60, 72, 80, 96)
"""Numbers of blocks of each group."""


def _print_powers(tournaments: int) -> None:
    print("| bots | games | blocks | is stated to be better than another | is first for certain |")
    print("|--:|--:|--:|--:|--:|")
    for bots, games in POWERS:
        strengths = np.array([log(0.6 / 0.4), *[0.0] * (bots - 1)])
        for blocks in POWER_BLOCKS:
            better, first = Cell(), Cell()
            for seed in range(tournaments):
                contests = contests_of((bots, 2, games, blocks, Luck()), seed, strengths)
                stated = order_of(contests)
                contest = OVERALL if games > 1 else 0
                for other in range(1, bots):
                    better.add(holds=stated.sign(0, other, contest) == 1)
                for who, one in rank_ranges(contests, stated):
                    if who == 0:
                        first.add(holds=one.high == 1)
            shares = f"{better.share:.0%} | {first.share:.0%}"
            print(f"| {bots} | {games} | {blocks} | {shares} |", flush=True)


def main() -> None:
    """Simulate, and print the figures."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("what", choices=["equal", "power"])
    reader.add_argument("--tournaments", type=int, default=200)
    given = reader.parse_args()
    began = perf_counter()
    (_print_orders if given.what == "equal" else _print_powers)(given.tournaments)
    print(f"{given.tournaments} tournaments of each kind, {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
