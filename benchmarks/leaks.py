"""Look for leaks at length, by matches that differ in one hidden answer.

    python -m benchmarks.leaks --matches 20 --pairs 20 --replays 1

Prints for each game the pairs of matches by what differs in them, the number of comparisons, and
the differences found.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.testing.leaks import SUBJECTS, Setting, tried


def main(words: Sequence[str] | None = None) -> None:
    """Compare as many pairs as asked for, and print the counts."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--matches", type=int, default=10, help="matches of each game")
    asked.add_argument("--pairs", type=int, default=10, help="changed answers of each match")
    asked.add_argument("--share", type=float, default=1.0, help="share of positions compared")
    asked.add_argument("--seed", default="leaks", help="seed of the matches")
    asked.add_argument("--replays", type=int, default=0, help="1: compare replays too, slowly")
    asked.add_argument("games", nargs="*", default=list(SUBJECTS))
    given = asked.parse_args(words)
    if unknown := sorted(set(given.games) - set(SUBJECTS)):
        asked.error(f"expected games among {', '.join(SUBJECTS)}, got {', '.join(unknown)}")
    with TemporaryDirectory() as folder:
        replays = Path(folder) if given.replays else None
        for name in given.games:
            setting = Setting(Random(f"{given.seed} {name}"), given.share, replays)
            counts = tried(SUBJECTS[name], given.matches, given.pairs, setting)
            pairs = ", ".join(f"{number} {what}" for what, number in counts.pairs.items())
            found = len(counts.differences)
            print(f"{name}: {pairs}; {counts.comparisons:,} comparisons, {found} differences")
            for difference in counts.differences[:10]:
                print(f"  {difference}")


if __name__ == "__main__":
    main()
