"""How fast Parlour plays beside OpenSpiel, measured in one run on one core.

    python benchmarks/peers.py /path/to/a/python/that/has/open_spiel

Both sides play at random through their public interface. The slices of
processor time alternate, and what is printed are medians. Moves are those of
players: chance decides on both sides too, but is not counted. OpenSpiel plays
in a Python of its own.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import IO, NamedTuple

from parlour import Game
from parlour.catalog.catalog import Catalog
from parlour.hooks.installed import INCLUDED
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.match.playout import play_out
from parlour.players.play import play_match
from parlour.players.uniform import Uniform

HERE = Path(__file__).parent
TESTS = HERE.parent / "tests"
SAMPLES = {
    "tic_tac_toe": "parlour_samples.tic_tac_toe",
    "connect_four": "parlour_samples.connect_four",
    "leduc": "parlour_samples.leduc",
    "lanterns": "parlour_lanterns.plugin",
    "promises": "parlour_promises.plugin",
}
"""Modules of the games that both have, which stand beside the tests."""
PEERS = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "leduc": "leduc_poker",
    "lanterns": "hanabi(players=2,colors=5,ranks=5,hand_size=5)",
    "promises": "oh_hell(players=3,num_tricks_fixed=5)",
}
"""OpenSpiel's names for these games, with the parameters that make them the same."""

LARGER = "gin_rummy"
"""What the boxed games, which OpenSpiel has not, are held against."""

BATCH = 8
"""So many matches are played between two looks at the clock, here and on the other side."""


class Row(NamedTuple):
    """One game and what was measured of it, in moves a second."""

    game: Game
    peer: str
    rules: list[float]
    match: list[float]
    theirs: list[float]


class OpenSpiel:
    """The other side, in a process of its own that sleeps while we play."""

    def __init__(self, python: str) -> None:
        command = [python, str(HERE / "open_spiel_side.py")]
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        except OSError as fault:
            sys.exit(f"{python}: cannot be run: {fault.strerror}")

    def speed(self, game: str, seconds: float) -> float:
        """Let the other side play for a while."""
        answer = ""
        with suppress(BrokenPipeError):
            print(game, seconds, file=self._pipe(self._process.stdin), flush=True)
            answer = self._pipe(self._process.stdout).readline()
        if not answer:
            sys.exit("OpenSpiel's side ended early: does that Python have open_spiel?")
        return float(answer)

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        if pipe is None:
            raise RuntimeError("the pipes are open as long as the process")
        return pipe


def played(game: Game, seats: int, rng: Random) -> int:
    """Play one match at random through the rules; return how many moves the players made."""
    return play_out(game.rules, game.rules.begin(seats, game.options()), rng).moves


def refereed(game: Game, seats: int, rng: Random) -> int:
    """Play one match at the table: views, told events, checks, and a record kept."""
    lines: list[bytes] = []
    header = header_of(game, ("uniform",) * seats, game.read_options({}), str(rng.random()))
    match = Match(game, header, lines.append)
    play_match(match, [Uniform(game, rng) for _ in range(seats)])
    return sum(step.seat is not None for step in match.steps)


def speed(
    play: Callable[[Game, int, Random], int], game: Game, rng: Random, seconds: float
) -> float:
    """Play for a while; return the moves a second."""
    seats, moves = game.seats[0], 0
    began = now = process_time()
    while now - began < seconds:
        moves += sum(play(game, seats, rng) for _ in range(BATCH))
        now = process_time()
    return moves / (now - began)


def games() -> list[Game]:
    """Return the games that both have, and then the boxed ones."""
    sys.path.append(str(TESTS / "examples"))
    boxed = [source for source in entry_points(group="parlour") if source.name in INCLUDED]
    sources = [EntryPoint(name, SAMPLES[name], "parlour") for name in PEERS]
    found = Catalog(installed=[*sources, *boxed]).games()
    return [found[name] for name in (*PEERS, *(source.name for source in boxed))]


def measured(python: str, repeats: int, seconds: float) -> list[Row]:
    """Let both sides play by turns."""
    peer, rng = OpenSpiel(python), Random(1)
    rows = [Row(game, PEERS.get(game.id, LARGER), [], [], []) for game in games()]
    for repeat in range(repeats + 1):
        for row in rows:
            figures = (
                speed(played, row.game, rng, seconds),
                peer.speed(row.peer, seconds),
                speed(refereed, row.game, rng, seconds),
            )
            if repeat:  # the first time round warms both sides up
                for kept, figure in zip((row.rules, row.theirs, row.match), figures, strict=True):
                    kept.append(figure)
    return rows


def named(row: Row) -> str:
    """Return the game and its seats, and what stands beside a game in the box."""
    peer = "" if row.game.id in PEERS else f" ({row.peer.replace('_', ' ')})"
    return f"{row.game.title}, {row.game.seats[0]} seats{peer}"


def table_of(rows: Iterable[Row]) -> str:
    """Return the figures as Markdown."""
    lines = [
        "| game | Parlour, rules | OpenSpiel | ratio | Parlour, at the table |",
        "|---|--:|--:|--:|--:|",
    ]
    for row in rows:
        ours, theirs, match = (median(figures) for figures in (row.rules, row.theirs, row.match))
        peer = "" if row.game.id in PEERS else f" ({row.peer.replace('_', ' ')})"
        lines.append(
            f"| {row.game.title}, {row.game.seats[0]} seats | {ours:,.0f} | {theirs:,.0f}{peer} "
            f"| {ours / theirs:.2f} | {match:,.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("python", help="a Python that has open_spiel")
    parser.add_argument("--repeats", type=int, default=7, help="slices a game (default: 7)")
    parser.add_argument("--seconds", type=float, default=0.5, help="a slice (default: 0.5)")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each game")
    parser.add_argument("--core", type=int, help="the core to keep to (default: the last)")
    given = parser.parse_args()
    core = max(os.sched_getaffinity(0)) if given.core is None else given.core
    os.sched_setaffinity(0, {core})  # Linux; the child inherits it
    rows = measured(given.python, given.repeats, given.seconds)
    if given.json:
        for row in rows:
            figures = (median(figures) for figures in (row.rules, row.theirs, row.match))
            print(json.dumps([named(row), *figures]))
        return
    print(f"moves a second, medians of {given.repeats} slices of {given.seconds:g} s by turns,")
    print(f"core {core} of {os.cpu_count()}, CPython {platform.python_version()} on our side\n")
    print(table_of(rows))


if __name__ == "__main__":
    main()
