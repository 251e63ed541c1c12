"""How much each level of a game wins against the next: the table of levels, on deals of a seed.

    python -m benchmarks.levels maori --blocks 100 --seed fresh --json strengths.jsonl
    python -m benchmarks.levels giants --step medium --seats 3 --blocks 10 --seed fresh

Choose a seed that nobody tuned a level on. Each step should be a quarter: a mark stands behind
one whose interval is not within 0.25 ± 0.07. ``--kept FILE`` notes each block as it is played and
plays no block again; ``--json FILE`` appends the rows to the strengths that a game ships.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import get_args

from benchmarks.strength import (
    Comparison,
    Setup,
    check_files,
    errors_of,
    number_of,
    played,
    strength,
    time_of,
)
from parlour import Game
from parlour.catalog.catalog import Catalog
from parlour.players.included import Level, level_bot, without_limit
from parlour.rules.options import read_pairs
from parlour_testing.commands.strengths import Strength, append_strength

STEP = 0.25
"""Share of the others beaten that a level should have against the next."""
WITHIN = 0.07
"""Maximum distance of an end of its interval."""


def steps_of(game: Game, given: argparse.Namespace) -> Iterator[tuple[Level, Setup]]:
    """Yield the lower level of each step, and what is played."""
    options = read_pairs(given.option, "NAME=VALUE")
    for seats in given.seats or game.seats:
        for lower, higher in pairwise(get_args(Level)):
            if lower in (given.step or get_args(Level)):
                bots = (
                    without_limit(level_bot(game, lower, seats)),
                    without_limit(level_bot(game, higher, seats)),
                )
                yield lower, Setup(given.game, bots, seats, options, given.seed)


def in_cells(level: Level, row: Strength) -> str:
    """Return a row of the table: what was measured, and whether it is near enough to a quarter."""
    is_near = row.low >= STEP - WITHIN and row.high <= STEP + WITHIN
    figures = f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}], {row.blocks}"
    mark = "" if is_near else " *"
    return f"| {row.game}, {row.seats} | {level} | {row.bot} | {row.opponent} | {figures}{mark} |"


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="name or path of the game")
    parser.add_argument("--step", action="append", choices=get_args(Level)[:-1], help="lower level")
    parser.add_argument("--seats", action="append", type=number_of, metavar="N", help="seats")
    parser.add_argument("--blocks", type=number_of, default=100, metavar="N", help="deals a step")
    parser.add_argument("--seed", required=True, help="seed that nobody tuned a level on")
    parser.add_argument("--minutes", type=time_of, default=inf, metavar="N", help="for each step")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="option of the game"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="append the rows to FILE")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="append each block to FILE")
    parser.set_defaults(part=(1, 1))
    return parser.parse_args(words)


@errors_of("levels")
def main(words: Sequence[str] | None = None) -> None:
    """Measure the steps between levels from the command line."""
    given = arguments(words)
    game = Catalog().game(given.game)
    check_files(given, game)
    for level, setup in steps_of(game, given):
        blocks = played(Comparison(setup), given)
        if blocks:
            row = strength(setup, game, blocks)
            print(in_cells(level, row), flush=True)
            if given.json is not None:
                append_strength(given.json, row)


if __name__ == "__main__":
    main()
