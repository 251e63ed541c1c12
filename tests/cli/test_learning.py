"""Lessons on the command line: listed, played in lines, and offered at the first start."""

import json
from pathlib import Path

import pytest

from parlour.catalog.catalog import Catalog
from parlour.catalog.lessons import lessons_of
from parlour.match.game import Game
from parlour_samples import tic_tac_toe
from tests.cli.commands import Run
from tests.cli.terminals import match_in_terminal

GAMES = [game for game in Catalog().games().values() if game.lessons]
OFFER = "New to Maori? 'parlour learn maori' teaches it in 7 minutes."


def test_lessons_are_listed(run: Run) -> None:
    lines = run("learn").stdout.splitlines()

    assert [" ".join(line.split()) for line in lines] == [
        "parlour learn giants first_moai Giants: Your first moai, 8 minutes",
        "parlour learn maori first_islands Maori: Your first islands, 7 minutes",
        "parlour learn rapa_nui first_statue Rapa Nui: Your first statue, 7 minutes",
    ]


def test_lessons_are_listed_for_programs(run: Run) -> None:
    listed = json.loads(run("learn", "--json").stdout)

    assert [(one["game"], one["lesson"]) for one in listed] == [
        (game.id, name) for game in GAMES for name in lessons_of(game)
    ]


# Somebody at a terminal has not said what to play, and is asked


def test_a_newcomer_is_asked_what_to_do_and_which_lesson(
    home: dict[str, str], tmp_path: Path
) -> None:
    with match_in_terminal(home, tmp_path, COLUMNS="80") as terminal:
        offered = terminal.wait("Enter to leave: ")
        terminal.type("7")
        refused = terminal.wait("Enter to leave: ")
        terminal.type("1")
        lessons = terminal.wait("Enter to leave: ")
        terminal.type("maori first_islands")
        begun = terminal.wait("Your move: sail 2.")

    assert ("Learn a game" in offered, "Go on with" in offered) == (True, False)
    assert "Choose a number from 1 to 2." in refused
    assert "Giants: Your first moai, 8 minutes" in lessons
    assert begun


def test_a_first_match_is_easy_and_a_second_is_not(home: dict[str, str], tmp_path: Path) -> None:
    shown = []
    offered = home | {"PARLOUR_PATH": str(tic_tac_toe.__file__)}
    for _ in range(2):
        with match_in_terminal(offered, tmp_path, "play", "--lines") as terminal:
            assert "Maori: Lay islands" in terminal.wait("Enter to leave: ")
            terminal.type("tic_tac_toe")
            shown.append(terminal.wait("You> "))
            terminal.type("place a1")
            terminal.wait("You> ")
            terminal.type("quit")
            terminal.rest()

    assert ["parlour play --level hard" in " ".join(one.split()) for one in shown] == [True, False]


def test_enter_alone_leaves_and_the_last_match_is_offered(
    home: dict[str, str], tmp_path: Path, run: Run
) -> None:
    run("play", "tic_tac_toe", typed="place a1\nquit\n")
    with match_in_terminal(home, tmp_path) as terminal:
        offered = terminal.wait("Enter to leave: ")
        terminal.type("")
        code = terminal.code()

    assert "3  Go on with tic_tac_toe-" in offered
    assert code == 0


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
