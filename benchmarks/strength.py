"""How strong one bot is against another: the same deals, every seat in turn.

    python benchmarks/strength.py maori greedy uniform --blocks 50
    python benchmarks/strength.py maori search:simulations=400 greedy --seats 3

A block is one deal (one seed), played once from each seat: the first bot in that seat,
the second in all others. A block's result is the mean share of the others that the
first bot has beaten, half for those it ties with; even is one half, whatever the seats.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from random import Random
from time import perf_counter

import msgspec

from parlour.bots import bot
from parlour.bots.search.rewards import by_places
from parlour.catalog import Catalog
from parlour.dealer import generator
from parlour.game import Game
from parlour.record import Header
from parlour.table import Table

RESAMPLES = 5000
NORMAL = 1.96


def played(game: Game, who: Sequence[str], seed: str) -> tuple[float, ...]:
    """Play one match and return each seat's result."""
    header = Header(
        game=game.id,
        rules_version=game.rules_version,
        seats=len(who),
        options=msgspec.to_builtins(game.read_options({})),
        seed=seed,
        players=tuple(who),
    )
    table = Table(game, header)
    players = [bot(name, game, generator(seed, f"bot {seat}")) for seat, name in enumerate(who)]
    return by_places(table.run(players).places)


def block(game: Game, first: str, second: str, seats: int, seed: str) -> list[float]:
    """Play one deal from every seat and return the first bot's results."""
    results = []
    for place in range(seats):
        who = [first if seat == place else second for seat in range(seats)]
        results.append(played(game, who, seed)[place])
    return results


def bootstrapped(means: Sequence[float], seed: str) -> tuple[float, float]:
    """Return the 95 % interval of the mean over blocks."""
    rng, number = Random(seed), len(means)
    drawn = sorted(sum(rng.choices(means, k=number)) / number for _ in range(RESAMPLES))
    return drawn[int(0.025 * RESAMPLES)], drawn[int(0.975 * RESAMPLES)]


def wilson(won: float, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    share, square = won / number, NORMAL * NORMAL
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL * sqrt(share * (1 - share) / number + square / (4 * number * number))
    half /= 1 + square / number
    return middle - half, middle + half


def compare(game: Game, first: str, second: str, *, seats: int, blocks: int, seed: str) -> str:
    """Play so many blocks and say in a line how the first bot did."""
    began = perf_counter()
    results = [block(game, first, second, seats, f"{seed}:{n}") for n in range(blocks)]
    means = [sum(result) / seats for result in results]
    mean, (low, high) = sum(means) / blocks, bootstrapped(means, seed)
    ahead = sum((m > 0.5) + (m == 0.5) / 2 for m in means)
    least, most = wilson(ahead, blocks)
    return (
        f"{game.id} {seats} seats: {first} against {second}, {blocks} blocks: "
        f"result {mean:.3f} [{low:.3f}, {high:.3f}], "
        f"ahead in {ahead / blocks:.1%} of blocks [{least:.1%}, {most:.1%}] "
        f"({perf_counter() - began:.0f} s)"
    )


def main() -> None:
    """Compare two bots from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--blocks", type=int, default=50)
    parser.add_argument("--seed", default="strength")
    given = parser.parse_args()
    game = Catalog().game(given.game)
    seats = given.seats or game.seats[0]
    print(
        compare(game, given.first, given.second, seats=seats, blocks=given.blocks, seed=given.seed)
    )


if __name__ == "__main__":
    main()
