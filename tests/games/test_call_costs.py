"""The work of a start, a move and a view of each game, in calls of Parlour's functions.

Calls of the standard library do not count, so the figures are the same for all versions of Python.
If a change makes a path longer or shorter on purpose, write down what ``costs`` returns now.
"""

from typing import NamedTuple

import pytest

from parlour import Game, Match, Viewer
from parlour.catalog.catalog import Catalog
from parlour.match.drawing import view_text
from tests.calls import calls_of, forget_results
from tests.packages import ROOT

OURS = ("/parlour", "/tests/examples/")
"""Parts of the paths of all packages of the framework and of the games."""
MOVES = 20
"""Number of moves that are counted; fewer if the match ends before."""
SKIPPED = 6
"""Number of answers from one view that is counted to the next."""
MORE, LESS = 1.05, 0.85
"""Bounds of a count as shares of what was measured: a shorter path gets a new measure, too."""


class Costs(NamedTuple):
    """Calls of functions."""

    start: int
    """Of a match that begins."""
    moves: int
    """Of the moves, each listed, read and played, with its record."""
    views: int
    """Of what all seats see of some positions, drawn as text."""


MEASURED = {
    "tic_tac_toe": Costs(26, 80, 1030),
    "connect_four": Costs(26, 240, 7235),
    "leduc": Costs(61, 92, 256),
    "lanterns": Costs(199, 320, 1505),
    "promises": Costs(357, 451, 1892),
    "giants": Costs(210, 1165, 31044),
    "maori": Costs(282, 509, 10246),
    "rapa_nui": Costs(282, 640, 16159),
}
"""Calls on Python 3.11, 3.12 and 3.13, which are the same."""


def game_of(name: str) -> Game:
    """Return a game that is installed, or an example by its folder."""
    folder = ROOT / "tests/examples" / f"parlour_{name}"
    return Catalog().game(str(folder) if folder.exists() else name)


def begun(game: Game) -> Match:
    """Return a match with the fewest seats."""
    return game.match(seats=game.seats[0], seed="cost")


def play(match: Match) -> None:
    """Play moves that are the same on every machine."""
    for number in range(MOVES):
        if match.is_over:
            return
        seat = match.awaited.seats[0]
        moves = match.moves(seat)
        match.play(moves[7 * number % len(moves)], seat)


def look(match: Match) -> None:
    """Draw some positions of a match for each seat."""
    game, viewer = match.game, Viewer.of_seats(match.seats)
    for step in match.steps[::SKIPPED]:
        for seat in range(match.seats):
            view_text(game.display, game.rules.view(step.before, seat), viewer, 80)


def costs(game: Game) -> Costs:
    """Count calls of a match; one that is not counted is played before and fills what is kept."""
    warm = begun(game)
    play(warm)
    look(warm)
    forget_results()
    start = calls_of(lambda: begun(game), OURS)
    match = begun(game)
    return Costs(start, calls_of(lambda: play(match), OURS), calls_of(lambda: look(match), OURS))


@pytest.mark.parametrize("name", MEASURED)
def test_a_game_takes_as_many_calls_as_were_measured(name: str) -> None:
    for what, now, measured in zip(
        Costs._fields, costs(game_of(name)), MEASURED[name], strict=True
    ):
        assert LESS * measured < now < MORE * measured, what
