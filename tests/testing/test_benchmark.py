"""A benchmark counts the moves of the seats, and no answers of chance."""

from typing import Any

import parlour
from parlour.match.game import NoOptions
from parlour_testing.commands.bench import BenchmarkSetup, run_benchmark
from tests.broken_games import which_hand


def test_chance_is_not_counted() -> None:
    game: Any = which_hand.GAME
    match = parlour.play(game, ["uniform"], seats=2, seed=1)
    movers = [step.seat for step in match.steps]

    figures = run_benchmark(game, BenchmarkSetup(2, NoOptions()), seconds=0.02)

    assert movers == [None, None, 0, 1, 0, 1]
    assert figures.length == 4
