"""The full screen in a real terminal: how it begins, and what it leaves behind."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.match.record import parse
from tests.cli.terminals import Terminal, match_in_terminal, pty
from tests.needs import program
from tests.process.running import until_written

pytest.importorskip("textual", reason="the extra 'screen' is not installed")

BREAKING = Path(__file__).parents[1] / "process" / "breaking.py"
FULL_SCREEN = "\x1b[?1049h"
USUAL_SCREEN = "\x1b[?1049l"
COLOUR = re.compile(r"\x1b\[(\d+;)*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")
TWO = ("--player", "human", "--player", "human")


def moves_of(path: Path) -> list[str]:
    return [line.move for line in parse(path.read_bytes(), path.name).lines if line.move]


def test_a_match_is_begun_played_resized_left_and_resumed(
    home: dict[str, str], tmp_path: Path
) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", *TWO) as terminal:
        terminal.resize(80, 24)
        assert FULL_SCREEN in terminal.wait("Player 1>")
        terminal.press("place a1\r")
        terminal.wait("Player 2>")
        terminal.resize(100, 30)
        terminal.wait("\x1b[30;")  # the last of thirty rows
        terminal.press("2\r")
        terminal.wait("Player 1>")
        terminal.press("quit\r")
        left = terminal.wait("parlour resume ")
        code = terminal.code()
    (path,) = (tmp_path / "data" / "parlour" / "matches").glob("*.jsonl")
    with match_in_terminal(home, tmp_path, "resume") as terminal:
        terminal.wait("Player 1>")
        terminal.press("\x04")
        resumed = terminal.wait("The match is saved (end of input).")

    assert USUAL_SCREEN in left
    assert "The match is saved (you left)." in left
    assert code == 0
    assert moves_of(path) == ["place a1", "place c1"]
    assert FULL_SCREEN not in resumed


JOBS = """
import fcntl, os, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
"""
"""A shell that can stop what runs in its terminal."""


def test_the_key_of_the_shell_stops_the_screen_and_fg_draws_it_again(
    home: dict[str, str], tmp_path: Path
) -> None:
    ours, theirs = pty.openpty()
    environment = home | {"TERM": "xterm-256color", "PS1": "$ ", "HOME": str(tmp_path)}
    command = [sys.executable, "-c", JOBS]
    program("bash")
    with subprocess.Popen(  # noqa: S603  a shell of the machine
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=tmp_path
    ) as shell:
        os.close(theirs)
        terminal = Terminal(ours, shell)
        terminal.type(f"{sys.executable} -m parlour play tic_tac_toe --player human --player human")
        terminal.wait("Player 1>")
        stopped = terminal.insist("\x1a", "Stopped")
        terminal.type("fg")
        terminal.wait(FULL_SCREEN)
        terminal.wait("Player 1>")
        terminal.insist("quit\r", "The match is saved (you left).")
        terminal.type("exit")
    os.close(ours)

    assert USUAL_SCREEN in stopped


@pytest.mark.parametrize("way", ["key", signal.SIGINT, signal.SIGTERM], ids=str)
def test_an_interrupt_leaves_the_usual_screen_with_a_way_back(
    home: dict[str, str], tmp_path: Path, way: str | signal.Signals
) -> None:
    play = ("play", "maori", "--record", "m.jsonl")
    with match_in_terminal(home, tmp_path, *play) as terminal:
        terminal.wait("You>")
        if isinstance(way, str):
            terminal.press("\x03")
        else:
            terminal.end(way)
        shown = terminal.wait("parlour: interrupted")
        code = terminal.code()

    assert "The match is saved (interrupted). To resume it:" in shown.partition(USUAL_SCREEN)[2]
    assert "  parlour resume m.jsonl" in shown
    assert "Traceback" not in shown
    assert code == 130


def test_an_interrupt_while_a_bot_thinks_costs_it_nothing(
    home: dict[str, str], tmp_path: Path
) -> None:
    told = tmp_path / "told"
    bot = f"exec:{sys.executable} {BREAKING} telling_when_it_thinks {told}"
    play = ("play", "tic_tac_toe", "--player", bot, "--player", "human", "--record", "m.jsonl")
    with match_in_terminal(home, tmp_path, *play) as terminal:
        terminal.wait("is thinking")
        until_written(told, "thinking\n")
        terminal.press("\x03")
        terminal.wait("parlour: interrupted")
        code = terminal.code()

    assert code == 130
    assert parse((tmp_path / "m.jsonl").read_bytes(), "m.jsonl").lines == ()


def test_a_finished_match_shows_its_result_and_another_one_begins(
    home: dict[str, str], tmp_path: Path
) -> None:
    play = ("play", "tic_tac_toe", *TWO)
    with match_in_terminal(home, tmp_path, *play, NO_COLOR="1") as terminal:
        for number, move in enumerate(("a1", "a2", "b1", "b2", "c1")):
            terminal.wait(f"Player {number % 2 + 1}>")
            terminal.press(f"place {move}\r")
        terminal.wait("another match")
        terminal.press("a\r")
        shown = terminal.wait(USUAL_SCREEN) + terminal.wait("Record: ")
        again = terminal.wait("Player 1>")
        terminal.press("\x04")
        terminal.wait("end of input")
        code = terminal.code()

    assert COLOUR.search(again) is None
    assert "Player 1 wins." in shown.partition(USUAL_SCREEN)[2]
    assert code == 0


@pytest.mark.parametrize(("wish", "coloured"), [("", True), ("1", False)], ids=["", "NO_COLOR"])
def test_colours_are_left_out_where_they_are_not_wanted(
    home: dict[str, str], tmp_path: Path, wish: str, coloured: bool
) -> None:
    environment = {"NO_COLOR": wish} if wish else {}
    play = ("play", "maori", "--seed", "4")
    with match_in_terminal(home, tmp_path, *play, **environment) as terminal:
        shown = terminal.wait("Supply")
        terminal.press("\x03")
        shown += terminal.wait("interrupted")

    assert bool(COLOUR.search(shown)) == coloured


OBEYED = "\x1b]0;PWN\x9b2J\u202egnp.exe\x08\x7f\u2028\x85"
UNSEEN = {*OBEYED} & {"\x9b", "\u202e", "\x08", "\x7f", "\u2028", "\x85"}


def test_names_in_a_record_speak_to_no_terminal(home: dict[str, str], tmp_path: Path) -> None:
    head = {"parlour": 1, "game": "tic_tac_toe", "rules_version": 1, "seats": 2, "options": {}}
    people = {
        "seed": "1",
        "players": ["human", "human"],
        "names": [OBEYED, f"{OBEYED}{'x' * 5_000}"],
    }
    (tmp_path / "m.jsonl").write_text(json.dumps(head | people) + "\n", encoding="utf-8")
    with match_in_terminal(home, tmp_path, "resume", "m.jsonl") as terminal:
        terminal.resize(80, 24)
        shown = terminal.wait("place a1")
        terminal.press("place a1\r")
        shown += terminal.wait("place b1")
        terminal.press("\x03")
        shown += terminal.wait("interrupted")

    assert r"\x1b]0;PWN\x9b2J\u2… 1" in shown
    assert "\x1b]0;" not in shown
    assert not UNSEEN & {*shown}


def test_what_is_pasted_speaks_to_no_terminal(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", *TWO) as terminal:
        terminal.resize(80, 24)
        terminal.wait("Player 1>")
        terminal.press("\x1b[200~why \x9b2J\u202egnp\u2028place a1\x1b[201~")
        shown = terminal.wait("gnp")
        terminal.press("\x03")
        shown += terminal.wait("interrupted")

    assert r"why \x9b2J\u202e" in shown
    assert not UNSEEN & {*shown}
