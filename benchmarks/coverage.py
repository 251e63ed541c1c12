"""Coverage of intervals and errors of sequential tests, measured by simulated tournaments.

    python benchmarks/coverage.py intervals --tournaments 200
    python benchmarks/coverage.py tests --tournaments 1000
    python benchmarks/coverage.py reference --tournaments 300
    python benchmarks/coverage.py sparse --tournaments 100

Bots of random strengths play by the model of docs/statistics.md, with luck that all matches of a
block share: of a seat, which favours any bot there, and of a bot, wherever it sits. ``intervals``
prints how often the 95 % interval of a difference of ratings, and that of a mean result, hold the
truth; ``tests`` how often a sequential test takes the wrong hypothesis; ``reference`` how often the
intervals hold that a report prints, against a reference chosen from the data, beside those of any
two bots; ``sparse`` how often they hold in Swiss tournaments, pools and round robins of one
block, where pairs meet seldom, and how often such tournaments of equal bots state an order.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import log
from random import Random
from time import perf_counter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour_tournament.analysis.overall import RatedContest, order_of
from parlour_tournament.analysis.pairs import PairTable, fitted_pairs, played_by
from parlour_tournament.analysis.pool import PredictedCovariance
from parlour_tournament.analysis.ratings import SCALE
from parlour_tournament.plan.settings import Hypotheses
from parlour_tournament.playing.results import BlockClass
from parlour_tournament.schedules.blocks import BlockResults, groups_of, rotations, seatings
from parlour_tournament.schedules.sequential import PooledTest

Floats: TypeAlias = NDArray[np.float64]
"""Array of floats; docstrings say its shape."""

Play: TypeAlias = Callable[[Floats, "Luck", np.random.Generator], Counter[BlockClass]]
"""Plays a tournament of bots with given strengths."""
Kind: TypeAlias = tuple[str, int, Play, bool]
"""Tournaments of a kind: name, number of bots, how to play, and whether results choose who meet."""

FIELDS = 10
"""Number of fields of bots in a cell, each of other strengths."""
TRUTH = 6000
"""Number of blocks of each group that give the truth of a field."""
SHARED_TRUTH = 4
"""Divisor of that number if all groups share a deal, whose blocks are large."""
LIKE = 0.5
"""Probability that the two matches of a block in a sequential test have one result."""


@dataclass(frozen=True)
class Luck:
    """Luck that all matches of a block share, and ties."""

    seats: float = 0.0
    """Standard deviation of the luck of each seat, in logits."""
    bots: float = 0.0
    """Standard deviation of the luck of each bot, in logits."""
    ties: float = 0.0
    """Weight δ of ties of two; 0: no ties."""


KINDS = {
    "no luck": Luck(),
    "ties": Luck(ties=1.0),
    "seats, sd 1": Luck(seats=1.0),
    "seats, sd 2": Luck(seats=2.0),
    "bots, sd 1": Luck(bots=1.0),
    "both, ties": Luck(seats=1.0, bots=1.0, ties=0.6),
}
"""Kinds of luck that are simulated, by the name in the table."""
TABLES = ((2, 2), (3, 2), (5, 2), (2, 4), (4, 4))
"""Numbers of bots and of seats that are simulated."""
BLOCKS = (3, 6, 10, 30, 100)
"""Numbers of blocks of each group that are simulated."""
DEAR = 1500
"""Matches of a tournament above which a cell is left out, so that the table takes minutes."""


@dataclass
class Cell:
    """Counts of one cell of the table."""

    held: int = 0
    """Intervals that hold the truth."""
    intervals: int = 0
    """Number of intervals."""

    def add(self, *, holds: bool) -> None:
        """Count an interval."""
        self.intervals += 1
        self.held += holds

    def __add__(self, other: "Cell") -> "Cell":
        """Return the counts of both."""
        return Cell(self.held + other.held, self.intervals + other.intervals)

    @property
    def share(self) -> float:
        """Share of the intervals that hold the truth."""
        return self.held / self.intervals


def places_of(strengths: Floats, ties: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw the places of matches by the model.

    ``strengths``, of shape (matches, seats), holds those of the seats, in logits, luck included;
    the answer has the same shape.
    """
    seats = strengths.shape[1]
    groups = [*combinations(range(seats), 1), *(combinations(range(seats), 2) if ties else ())]
    members = np.array([[seat in group for seat in range(seats)] for group in groups], float)
    sizes = members.sum(axis=1)
    weights = strengths @ (members / sizes[:, None]).T + np.where(sizes > 1, log(ties or 1), 0)
    places = np.zeros(strengths.shape, np.int64)
    while not places.all():
        taken = ((places > 0) @ members.T) > 0
        # The greatest of logarithmic weights and Gumbel noise is a draw in proportion to weights.
        drawn = np.where(taken, -np.inf, weights + rng.gumbel(size=weights.shape))
        before = (places > 0).sum(axis=1, keepdims=True)
        chosen = (members[drawn.argmax(axis=1)] > 0) & (places == 0) & (before < seats)
        places = np.where(chosen, before + 1, places)
    return places


def tournament(
    strengths: Floats,
    seats: int,
    blocks: int,
    luck: Luck,
    rng: np.random.Generator,
    *,
    shared: bool = False,
) -> Counter[BlockClass]:
    """Play a round robin of bots of these strengths, and return the blocks of each class.

    If all groups have ``shared`` deals, a block is one deal, with its luck of seats and bots.
    """
    found: Counter[BlockClass] = Counter()
    if shared:
        groups = groups_of(range(len(strengths)), seats)
        turns = [seatings(group) for group in groups]
        for number in range(blocks):
            tables = [one for order in turns for one in rotations(order[number % len(order)])]
            by_seat = rng.normal(0, luck.seats, seats)
            by_bot = rng.normal(0, luck.bots, len(strengths))
            drawn = (strengths + by_bot)[np.array(tables)] + by_seat
            places = places_of(drawn, luck.ties, rng).tolist()
            found[tuple(zip(tables, map(tuple, places), strict=True))] += 1
        return found
    for group in groups_of(range(len(strengths)), seats):
        orders = seatings(group)
        for number, order in enumerate(orders):
            count = len(range(number, blocks, len(orders)))
            lineups = rotations(order)
            seated = np.array(lineups)
            by_seat = rng.normal(0, luck.seats, (count, 1, seats))
            by_bot = rng.normal(0, luck.bots, (count, len(strengths)))
            drawn = (strengths + by_bot)[:, seated] + by_seat
            places = places_of(drawn.reshape(-1, seats), luck.ties, rng)
            for block in places.reshape(count, len(lineups), seats).tolist():
                found[tuple(zip(lineups, map(tuple, block), strict=True))] += 1
    return found


def coverage(
    bots: int,
    seats: int,
    blocks: int,
    luck: Luck,
    tournaments: int,
    *,
    fields: int = FIELDS,
    shared: bool = False,
) -> tuple[Cell, Cell, Cell]:
    """Return how often intervals hold the truth.

    They are those of differences of any two ratings, of mean results, and of differences to the
    reference, which the fit chooses.

    The truth is what the estimates tend to over ever more blocks: with luck that a block shares,
    it is not the strength that the bots were given.
    """
    differences, results, printed = Cell(), Cell(), Cell()
    for field in range(fields):
        kind = [int(10 * part) for part in (luck.seats, luck.bots, luck.ties)]
        rng = np.random.default_rng([field, bots, seats, blocks, *kind])
        strengths = rng.normal(0, 1, bots)
        many = TRUTH // (SHARED_TRUTH if shared else 1)
        played = tournament(strengths, seats, many, luck, rng, shared=shared)
        truth = rated(played, bots, seats)
        means = truth.bot_results()
        for _ in range(-(-tournaments // fields)):
            played = tournament(strengths, seats, blocks, luck, rng, shared=shared)
            pairs = rated(played, bots, seats)
            fit = pairs.fit
            found = pairs.bot_results()
            for one, other in combinations(range(bots), 2):
                true = SCALE * (truth.fit.strengths[one] - truth.fit.strengths[other])
                away = fit.difference(one, other)
                holds = bool(away.low <= true <= away.high)
                differences.add(holds=holds)
                if fit.reference in (one, other):
                    printed.add(holds=holds)
            for who in range(bots):
                results.add(holds=found[who].low <= means[who].value <= found[who].high)
    return differences, results, printed


def rated(
    classes: Mapping[BlockClass, int], bots: int, seats: int, *, chosen: bool = False
) -> PairTable:
    """Return the pairs of a contest, with the differences of all worked out."""
    pairs = fitted_pairs(classes, range(bots), seats, chosen=chosen)
    pairs.fit.measure(list(combinations(range(bots), 2)))
    return pairs


def swiss(
    strengths: Floats, rounds: int, luck: Luck, rng: np.random.Generator
) -> Counter[BlockClass]:
    """Play rounds of one block each between bots with as many points that have not met."""
    points = np.zeros(len(strengths))
    met: set[tuple[int, int]] = set()
    found: Counter[BlockClass] = Counter()
    for _ in range(rounds):
        order = np.lexsort((rng.random(len(strengths)), -points)).tolist()
        while len(order) > 1:
            one = order.pop(0)
            fresh = (n for n, who in enumerate(order) if (one, who) not in met)
            other = order.pop(next(fresh, 0))
            met |= {(one, other), (other, one)}
            kind = block_of((one, other), strengths, luck, rng)
            found[kind] += 1
            _count_wins(kind, points)
    return found


def pool(
    strengths: Floats, blocks: int, luck: Luck, rng: np.random.Generator
) -> Counter[BlockClass]:
    """Play a pool that pairs bots as ``parlour_tournament`` does, with so many blocks a bot."""
    bots = list(range(len(strengths)))
    groups = groups_of(bots, 2)
    predicted = PredictedCovariance(bots, None)
    zero = None
    found: Counter[BlockClass] = Counter()
    for number in range(1, blocks * len(bots) // 2 + 1):
        one, other = predicted.most_informative(groups, bots, zero)
        found[block_of((one, other), strengths, luck, rng)] += 1
        predicted.expect((one, other))
        if number % len(bots) == 0:
            fit = fitted_pairs(found, played_by(found, bots), 2, chosen=True).fit
            predicted = PredictedCovariance(bots, fit)
            zero = fit.bots[fit.reference]
    return found


def block_of(
    pair: tuple[int, int], strengths: Floats, luck: Luck, rng: np.random.Generator
) -> BlockClass:
    """Play a block of two bots."""
    lineups = rotations(pair)
    by_seat = rng.normal(0, luck.seats, 2)
    by_bot = rng.normal(0, luck.bots, len(strengths))
    drawn = (strengths + by_bot)[np.array(lineups)] + by_seat
    return tuple(zip(lineups, map(tuple, places_of(drawn, luck.ties, rng).tolist()), strict=True))


def _count_wins(kind: BlockClass, points: Floats) -> None:
    for lineup, places in kind:
        for who, place in zip(lineup, places, strict=True):
            points[who] += 0.5 if places[0] == places[1] else place == 1


def gauntlet(
    strengths: Floats, blocks: int, luck: Luck, rng: np.random.Generator
) -> Counter[BlockClass]:
    """Play so many blocks of the first bot against each other."""
    pairs = [(0, other) for other in range(1, len(strengths))]
    return Counter(block_of(pair, strengths, luck, rng) for pair in pairs * blocks)


def once(strengths: Floats, luck: Luck, rng: np.random.Generator) -> Counter[BlockClass]:
    """Play a round robin of one block."""
    return tournament(strengths, 2, 1, luck, rng)


SPARSE: tuple[Kind, ...] = (
    ("Swiss, 16 bots, 6 rounds", 16, lambda *given: swiss(given[0], 6, *given[1:]), True),
    ("Swiss, 20 bots, 8 rounds", 20, lambda *given: swiss(given[0], 8, *given[1:]), True),
    ("pool, 8 bots, 12 blocks each", 8, lambda *given: pool(given[0], 12, *given[1:]), True),
    ("pool, 12 bots, 30 blocks each", 12, lambda *given: pool(given[0], 30, *given[1:]), True),
    ("gauntlet, 8 bots, 10 blocks", 8, lambda *given: gauntlet(given[0], 10, *given[1:]), False),
    (
        "round robin, 8 bots, 1 block",
        8,
        lambda *given: tournament(given[0], 2, 1, *given[1:]),
        False,
    ),
    (
        "round robin, 16 bots, 1 block",
        16,
        lambda *given: tournament(given[0], 2, 1, *given[1:]),
        False,
    ),
)
"""Tournaments in which pairs meet seldom or unevenly."""


def sparse_coverage(
    kind: Kind, luck: Luck, tournaments: int, *, fields: int = FIELDS
) -> tuple[Cell, Cell, Cell]:
    """Return how often intervals of differences hold the truth.

    They are those of bots that met, of bots that did not, and of equal bots. The truth of a
    schedule that depends on results is what a round robin tends to.
    """
    _, bots, play, chosen = kind
    met, unmet, orders = Cell(), Cell(), Cell()
    for field in range(fields):
        rng = np.random.default_rng([field, bots, int(10 * luck.seats), int(10 * luck.bots)])
        strengths = rng.normal(0, 1, bots)
        truth = rated(tournament(strengths, 2, TRUTH // 20, luck, rng), bots, 2).fit.strengths
        for _ in range(-(-tournaments // fields)):
            fit = rated(play(strengths, luck, rng), bots, 2, chosen=chosen).fit
            for one, other in combinations(range(bots), 2):
                true = SCALE * (truth[one] - truth[other])
                away = fit.difference(one, other)
                cell = met if fit.encounters.met[one, other] else unmet
                cell.add(holds=bool(away.low <= true <= away.high))
            level = play(np.zeros(bots), luck, rng)
            equal = fitted_pairs(level, range(bots), 2, chosen=chosen)
            contest = RatedContest(0, "", tuple(range(bots)), equal)
            stated = order_of([contest])
            orders.add(
                holds=any(
                    stated.sign(one, other, 0) for one, other in combinations(contest.bots, 2)
                )
            )
    return met, unmet, orders


def _print_sparse(tournaments: int) -> None:
    print("| tournament | luck of seats, bots; ties | all pairs | did not meet | state an order |")
    print("|---|---|--:|--:|--:|")
    for kind in SPARSE:
        for luck in (Luck(), Luck(seats=1.0), Luck(bots=1.0), Luck(ties=1.0)):
            met, unmet, orders = sparse_coverage(kind, luck, tournaments)
            words = f"{luck.seats:g}, {luck.bots:g}; {luck.ties:g}"
            apart = f"{unmet.share:.1%}" if unmet.intervals else ""
            shares = f"{(met + unmet).share:.1%} | {apart} | {orders.share:.1%}"
            print(f"| {kind[0]} | {words} | {shares} |", flush=True)


def table(tournaments: int) -> Iterator[str]:
    """Yield the lines of the table: shares for differences and for results, in percent."""
    yield "| bots, seats | luck | " + " | ".join(f"{blocks} blocks" for blocks in BLOCKS) + " |"
    yield "|---|---|" + "--:|" * len(BLOCKS)
    for bots, seats in TABLES:
        for name, luck in KINDS.items():
            cells = []
            for blocks in BLOCKS:
                if len(groups_of(range(bots), seats)) * blocks * seats > DEAR:
                    cells.append("")
                    continue
                one, other, _ = coverage(bots, seats, blocks, luck, tournaments)
                cells.append(f"{100 * one.share:.1f}, {100 * other.share:.1f}")
            yield f"| {bots}, {seats} | {name} | " + " | ".join(cells) + " |"


def taken(
    hypotheses: Hypotheses, truth: float, rng: Random, most: int, games: int = 1
) -> tuple[str, int]:
    """Run one sequential test over games on blocks of two matches with a known mean.

    Returns its verdict and the number of blocks it took, over all games.
    """
    test = PooledTest(hypotheses, {game: (0, _blocks(truth, rng, most)) for game in range(games)})
    test.update()
    return test.verdict, test.blocks


def _blocks(truth: float, rng: Random, most: int) -> BlockResults:
    """Return what draws the result of bot 0 in the next block; None after the last."""

    def drawn(number: int) -> Mapping[int, float] | None:
        if number == most:
            return None
        first = _result(truth, rng)
        second = first if rng.random() < LIKE else _result(truth, rng)
        return {0: (first + second) / 2}

    return drawn


def errors(
    hypotheses: Hypotheses, tournaments: int, games: int = 1, most: int = 20_000
) -> tuple[float, float, float, float]:
    """Return the rates of false alarms and misses, and the mean blocks under either hypothesis."""

    def each(truth: float, seed: str) -> list[tuple[str, int]]:
        return [
            taken(hypotheses, truth, Random(f"{seed}{number}"), most, games)
            for number in range(tournaments)
        ]

    null, other = each(hypotheses.null, "n"), each(hypotheses.alternative, "a")
    return (
        sum(verdict == "alternative" for verdict, _ in null) / tournaments,
        sum(verdict == "null" for verdict, _ in other) / tournaments,
        sum(blocks for _, blocks in null) / tournaments,
        sum(blocks for _, blocks in other) / tournaments,
    )


def _result(mean: float, rng: Random) -> float:
    """Draw the result of a match; one in four is a tie."""
    return rng.choices((1.0, 0.5, 0.0), (mean - 0.125, 0.25, 0.875 - mean))[0]


TESTS = ((0.55, 1), (0.6, 1), (0.6, 2), (0.6, 4))
"""Alternatives against ½, and numbers of games, of the tests that are simulated."""


def _print_errors(tournaments: int) -> None:
    for alternative, games in TESTS:
        hypotheses = Hypotheses(alternative=alternative)
        alarms, misses, short, long = errors(hypotheses, tournaments, games)
        print(
            f"0.5 against {alternative}, games: {games}, false alarms {alarms:.1%}, "
            f"misses {misses:.1%}, {short:.0f} and {long:.0f} blocks on average",
            flush=True,
        )


REFERENCES = (
    (3, 2, 10, Luck(seats=1.5, ties=0.6), False),
    (4, 3, 6, Luck(seats=1.0, bots=1.0, ties=0.6), False),
    (4, 3, 10, Luck(seats=1.0, bots=1.5), False),
    (4, 2, 10, Luck(bots=1.5), True),
    (4, 2, 10, Luck(seats=1.0), False),
    (5, 3, 6, Luck(seats=1.5), True),
    (5, 3, 10, Luck(seats=1.5), True),
)
"""Bots, seats, blocks of each group, luck, and whether groups share their deals."""


def _print_references(tournaments: int) -> None:
    print("| bots, seats | blocks | luck of seats, bots; ties | any two bots | the reference |")
    print("|---|--:|---|--:|--:|")
    for bots, seats, blocks, luck, shared in REFERENCES:
        found = coverage(bots, seats, blocks, luck, tournaments, shared=shared)
        words = f"{luck.seats:g}, {luck.bots:g}; {luck.ties:g}" + ", shared deals" * shared
        shares = f"{found[0].share:.1%} | {found[2].share:.1%}"
        print(f"| {bots}, {seats} | {blocks} | {words} | {shares} |", flush=True)


def main() -> None:
    """Simulate, and print the figures."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("what", choices=["intervals", "tests", "reference", "sparse"])
    reader.add_argument("--tournaments", type=int, default=200)
    given = reader.parse_args()
    began = perf_counter()
    if given.what == "intervals":
        for line in table(given.tournaments):
            print(line, flush=True)
    elif given.what == "sparse":
        _print_sparse(given.tournaments)
    elif given.what == "reference":
        _print_references(given.tournaments)
    else:
        _print_errors(given.tournaments)
    print(f"{given.tournaments} tournaments of each kind, {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
