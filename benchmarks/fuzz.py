"""Feed Parlour what is mutated, and fail on any error that is not meant for a user.

::

    python benchmarks/fuzz.py --count 1000000
    python benchmarks/fuzz.py --what lines --count 2000 tic_tac_toe leduc

``records``: every mutant is replayed from its first line on, with the game it comes from, and two
pieces of it are read as a move and as an outcome. ``files``: files of tournaments, mutated in their
bytes or in the values of their rows, are reported and exported. ``lines``: a match is played at the
prompt, of which most lines are mutated. ``messages``: a match is played against a bot in another
process, whose messages are mutated. Games are those installed, unless some are named.

It prints how often each kind of error came, and fails too if it takes more memory than it may.
"""

import argparse
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).parent.parent))

from parlour.match.game import Game
from parlour.plugins.catalog import Catalog
from tests.match.mutants import mutated, outcome, words, written
from tests.testing.attacks import (
    attack_by_file,
    attack_by_lines,
    attack_by_messages,
    write_tournament,
)

MATCHES = 20
"""Number of records of each game that are mutated."""
MEMORY = 400
"""Megabytes that the process may take at most, unless more are given."""

Attack: TypeAlias = Callable[[Random], Iterator[str]]
"""Tries one mutant, and yields the kind of error of each part of it."""


def main() -> None:
    """Run, and print what came."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--what", choices=sorted(ATTACKS), default="records")
    reader.add_argument("--count", type=int, default=100_000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--memory", type=int, default=MEMORY, help="megabytes")
    reader.add_argument("games", nargs="*")
    given = reader.parse_args()
    found = Catalog().games()
    games = [found[name] for name in given.games or sorted(found)]
    began = perf_counter()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        attack = ATTACKS[given.what](games, Path(folder))
        tally = fuzz(attack, given.count, given.seed)
        os.chdir("/")
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{tally.total()} mutated {given.what}, of {', '.join(game.id for game in games)}")
    for kind, count in tally.most_common():
        print(f"{count:>9} {kind or 'read without error'}")
    print(f"no other error, in {perf_counter() - began:.0f} s and {used} MB")
    sys.exit(used > given.memory)


def fuzz(attack: Attack, count: int, seed: int) -> Counter[str]:
    """Try ``count`` mutants or pieces of them; return how often each kind of error came."""
    tally = Counter[str]()
    number = 0
    while tally.total() < count:
        # A generator for each mutant: one that fails is found again by its number alone.
        number += 1
        try:
            tally.update(attack(Random(f"{seed}:{number}")))
        except BaseException:
            print(f"seed {seed}, mutant {number}", file=sys.stderr)
            raise
    return tally


def mutate_records(games: list[Game], _: Path) -> Attack:
    """Return what replays mutated records, and reads pieces of them as moves and outcomes."""
    rng = Random(0)
    records = [
        (game, written(game, rng.choice(game.seats), str(number)))
        for game in games
        for number in range(MATCHES)
    ]

    def attack(rng: Random) -> Iterator[str]:
        game, whole = rng.choice(records)
        mutant = mutated(whole, rng)
        yield outcome(game, mutant)
        yield from words(game, mutant, rng)

    return attack


def mutate_files(_: list[Game], folder: Path) -> Attack:
    """Return what reads mutated files of a tournament."""
    whole = write_tournament(folder / "whole.tournament")
    return lambda rng: iter([attack_by_file(whole, folder, rng)])


def mutate_at_the_table(
    attack: Callable[[Game, Path, Random], str], games: list[Game], folder: Path
) -> Attack:
    """Return what plays one of the games with mutated lines or messages."""
    return lambda rng: iter([attack(rng.choice(games), folder, rng)])


ATTACKS: dict[str, Callable[[list[Game], Path], Attack]] = {
    "records": mutate_records,
    "files": mutate_files,
    "lines": partial(mutate_at_the_table, attack_by_lines),
    "messages": partial(mutate_at_the_table, attack_by_messages),
}


if __name__ == "__main__":
    main()
