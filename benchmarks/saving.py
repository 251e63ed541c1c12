"""Moves a second of people, and matches a second of a tournament, that survive a power failure.

    python benchmarks/saving.py [FOLDER]

The files are in FOLDER, or here, so that its disk is measured. Rounds that survive one and rounds
that do not take turns, and the medians count. Without, ``os.fsync`` does nothing.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from parlour.catalog.catalog import Catalog
from parlour.table.acts import Surface
from parlour.table.opening.tables import Tables, new_header
from parlour_tournament.plan.settings import Resources
from parlour_tournament.running import run

ROUNDS = 7
MOVES = 60
"""Number of moves of a round; people at a real table make fewer in an hour."""
PLAN = {"games": ["tic_tac_toe"], "bots": ["uniform", "search:simulations=2"], "blocks": 400}


@contextmanager
def no_sync() -> Iterator[None]:
    """Have nothing synced."""
    before, os.fsync = os.fsync, lambda _: None  # type: ignore[assignment]
    try:
        yield
    finally:
        os.fsync = before


def moves_a_second(path: Path) -> float:
    """Return the moves a second that two people make at a table whose record is at ``path``."""
    catalog = Catalog()
    game = catalog.game("maori")
    header = new_header(game, ("human", "human"), game.read_options({}), "1")
    with Tables(catalog=catalog, surface=Surface.PAGE).create(game, header, path) as table:
        began = perf_counter()
        for _ in range(MOVES):
            table.chair(table.awaited[0]).enter("1")
        return MOVES / (perf_counter() - began)


def matches_a_second(path: Path, *, durable: bool) -> float:
    """Return the matches a second of a tournament whose file is at ``path``."""
    began = perf_counter()
    played = run(PLAN, path, resources=Resources(workers=1, durable=durable))
    return played.matches / (perf_counter() - began)


def main() -> None:
    """Measure, and print a line for each."""
    with TemporaryDirectory(dir=Path(*sys.argv[1:2])) as name:
        table, contest = dict[str, list[float]](), dict[str, list[float]]()
        for number in range(ROUNDS):
            path = Path(name) / f"{number}"
            table.setdefault("with", []).append(moves_a_second(path.with_suffix(".synced")))
            with no_sync():
                table.setdefault("without", []).append(moves_a_second(path.with_suffix(".loose")))
            for way, durable in (("with", True), ("without", False)):
                rate = matches_a_second(path.with_suffix(f".{way}"), durable=durable)
                contest.setdefault(way, []).append(rate)
        say("moves of people", table, lambda rate: f"{rate:,.0f}/s, {1000 / rate:.1f} ms each")
        say("matches of a tournament, --durable", contest, lambda rate: f"{rate:,.0f}/s")


def say(what: str, rates: dict[str, list[float]], show: Callable[[float], str]) -> None:
    """Print the medians."""
    ways = (f"{way} {show(median(found))}" for way, found in rates.items())
    print(f"{what}: {'; '.join(ways)}")


if __name__ == "__main__":
    main()
