"""Lessons on the command line: listed, played in lines, and offered at the first start."""

import pytest

from parlour.catalog.catalog import Catalog
from parlour.catalog.lessons import lessons_of
from parlour.match.game import Game
from tests.cli.commands import Run

GAMES = [game for game in Catalog().games().values() if game.lessons]
OFFER = "New to Maori? 'parlour learn maori' teaches it in 7 minutes."


def test_lessons_are_listed(run: Run) -> None:
    lines = run("learn").stdout.splitlines()

    assert [" ".join(line.split()) for line in lines] == [
        "parlour learn giants first_moai Giants: Your first moai, 8 minutes",
        "parlour learn maori first_islands Maori: Your first islands, 7 minutes",
        "parlour learn rapa_nui first_statue Rapa Nui: Your first statue, 7 minutes",
    ]


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
@pytest.mark.parametrize("face", ["--lines", "--plain"])
def test_a_lesson_is_played_whole(game: Game, face: str, run: Run) -> None:
    (lesson,) = lessons_of(game).values()
    done = run("learn", game.id, face, typed="".join(f"{one.moves[0]}\n" for one in lesson.steps))

    printed = " ".join(done.stdout.split())
    assert done.returncode == 0
    assert [one.say for one in lesson.steps if one.say not in printed] == []
    assert lesson.end in printed


def test_a_lesson_is_offered_at_the_first_start(run: Run) -> None:
    outputs = [run("play", "maori", typed=line).stdout for line in ("sail 1\n", "")]

    assert [OFFER in output for output in outputs] == [True, False]
    assert outputs[0].count(OFFER) == 1


def test_a_lesson_that_is_not_there_is_misuse(run: Run) -> None:
    done = run("learn", "maori", "last_islands")

    assert done.returncode == 2
    assert "expected a lesson of maori (first_islands), got 'last_islands'" in done.stderr
