"""People who share a terminal never see each other's secrets."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.terminals import match_in_terminal

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
TWO = ("--seat", "human", "--seat", "human")
CARD = re.compile(r"deal (\w+) to (?:\x1b\[[\d;]*m)*Player (\d)")


def test_the_screen_is_cleared_between_two_people(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "leduc", "--lines", *TWO) as terminal:
        first = terminal.wait("Pass to Player 1. Press Enter when ready.")
        terminal.type("")
        mine = terminal.wait("Player 1> ")
        terminal.type("call")
        terminal.wait("Press Enter to clear the screen for Player 2.")
        terminal.type("")
        between = terminal.wait("Pass to Player 2. Press Enter when ready.")
        terminal.type("")
        theirs = terminal.wait("Player 2> ")

    assert CLEAR in first
    assert "deal" not in first
    assert {seat for _, seat in CARD.findall(mine)} == {"1"}
    assert CLEAR in between
    assert "deal" not in between.partition(CLEAR)[2]
    assert {seat for _, seat in CARD.findall(theirs)} == {"2"}


@pytest.mark.parametrize("game", ["tic_tac_toe", "maori"])
def test_an_open_game_needs_no_handing_over(
    home: dict[str, str], tmp_path: Path, game: str
) -> None:
    with match_in_terminal(home, tmp_path, "play", game, "--lines", *TWO) as terminal:
        assert "Pass to" not in terminal.wait("> ")


def test_a_person_alone_is_not_asked_to_hand_over(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "leduc", "--lines", "--seed", "1") as terminal:
        assert "Pass to" not in terminal.wait("You> ")


def test_no_color_is_respected(home: dict[str, str], tmp_path: Path) -> None:
    colour = re.compile(r"\x1b\[[\d;]*3\d[\d;]*m")
    shown = []
    for environment in ({}, {"NO_COLOR": "1"}):
        with match_in_terminal(
            home, tmp_path, "play", "maori", "--lines", "--seed", "1", **environment
        ) as terminal:
            shown.append(terminal.wait("You may:"))

    assert colour.search(shown[0])
    assert not colour.search(shown[1])


def test_an_interrupted_match_can_be_resumed(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", "--lines") as terminal:
        terminal.wait("You> ")
        terminal.interrupt()
        assert "The match is saved (interrupted)" in terminal.wait("parlour resume ")


def test_without_a_terminal_only_what_is_asked_for_is_shown(run: Run) -> None:
    quiet = run("play", "leduc", "--lines", *TWO, "--seed", "3", typed="call\n")
    asked = run("play", "leduc", "--lines", *TWO, "--seed", "3", typed="log\ncall\n")

    assert "deal" not in quiet.stdout
    assert {seat for _, seat in CARD.findall(asked.stdout)} == {"1"}


@pytest.mark.parametrize("word", ["look", "log", "moves", "undo", "hint", "why undo"])
def test_nobody_asks_for_what_is_another_persons(run: Run, word: str) -> None:
    typed = f"call\nseat 1: {word}\n"
    done = run("play", "leduc", "--lines", *TWO, "--seed", "3", typed=typed)

    assert CARD.findall(done.stdout) == []
    assert f"Only Player 1 may ask for '{word.partition(' ')[0]}', when sitting" in done.stdout
