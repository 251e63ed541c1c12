"""Replay mutated records, and read mutated moves; fail on any error not meant for a user.

::

    python benchmarks/fuzz.py --count 100000 --seed 1

Every mutant is replayed from its first line on, with the game it comes from, over all games
that are installed; two pieces of it are read as a move and as an outcome too.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from parlour.match.game import Game
from parlour.plugins.catalog import Catalog
from tests.mutants import mutated, outcome, words, written

MATCHES = 20
"""So many records of each game are mutated."""


def main() -> None:
    """Run, and say what came."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--count", type=int, default=100_000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("games", nargs="*")
    given = reader.parse_args()
    found = Catalog().games()
    games = [found[name] for name in given.games or sorted(found)]
    began = perf_counter()
    tally = fuzz(games, given.count, given.seed)
    print(f"{given.count} mutated records and moves of {', '.join(game.id for game in games)}")
    for kind, count in tally.most_common():
        print(f"{count:>9} {kind or 'read without error'}")
    print(f"no other error, in {perf_counter() - began:.0f} s")


def fuzz(games: list[Game], count: int, seed: int) -> Counter[str]:
    """Try ``count`` mutants; return how often each kind of error came."""
    rng, tally = Random(seed), Counter[str]()
    records = [
        (game, written(game, rng.choice(game.seats), str(number)))
        for game in games
        for number in range(MATCHES)
    ]
    while tally.total() < count:
        game, whole = rng.choice(records)
        mutant = mutated(whole, rng)
        try:
            tally[outcome(game, mutant)] += 1
            tally.update(words(game, mutant, rng))
        except Exception:
            print(f"{game.id}, seed {seed}: {mutant!r}", file=sys.stderr)
            raise
    return tally


if __name__ == "__main__":
    main()
