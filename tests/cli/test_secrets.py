"""People who share a terminal never see each other's secrets."""

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="a system without pseudo-terminals")

PATIENCE = 20
"""Seconds without output after which a test fails."""

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
TWO = ("--seat", "human", "--seat", "human")
CARD = re.compile(r"deal (\w+) to (\d)")
Run = Callable[..., subprocess.CompletedProcess[str]]


class Terminal:
    """A terminal with a match in it."""

    def __init__(self, handle: int, playing: subprocess.Popen[bytes]) -> None:
        self._handle = handle
        self._playing = playing
        self.shown = ""

    def wait(self, text: str) -> str:
        """Return what has been shown since the last wait, as soon as ``text`` comes."""
        while text not in self.shown:
            ready, _, _ = select.select([self._handle], [], [], PATIENCE)
            got = os.read(self._handle, 65536) if ready else b""
            assert got, f"expected {text!r}, got {self.shown!r}"
            self.shown += got.decode(errors="replace")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self._handle, text.encode() + b"\n")

    def interrupt(self) -> None:
        """Press Ctrl-C, again if it came just before the line editor listened."""
        for _ in range(PATIENCE):
            self._playing.send_signal(signal.SIGINT)
            if select.select([self._handle], [], [], 1)[0]:
                return


@contextmanager
def match_in_terminal(
    home: dict[str, str], folder: Path, *arguments: str, **environment: str
) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    with subprocess.Popen(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=home | {"TERM": "xterm-256color"} | environment,
        cwd=folder,
        start_new_session=True,
    ) as playing:
        os.close(theirs)
        try:
            yield Terminal(ours, playing)
        finally:
            playing.kill()
            os.close(ours)


def test_the_screen_is_cleared_between_two_people(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "leduc", *TWO) as terminal:
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
    assert {seat for _, seat in CARD.findall(mine)} == {"0"}
    assert CLEAR in between
    assert "deal" not in between.partition(CLEAR)[2]
    assert {seat for _, seat in CARD.findall(theirs) if _ != "card"} == {"1"}


@pytest.mark.parametrize("game", ["tic_tac_toe", "maori"])
def test_an_open_game_needs_no_handing_over(
    home: dict[str, str], tmp_path: Path, game: str
) -> None:
    with match_in_terminal(home, tmp_path, "play", game, *TWO) as terminal:
        assert "Pass to" not in terminal.wait("> ")


def test_a_person_alone_is_not_asked_to_hand_over(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "leduc", "--seed", "1") as terminal:
        assert "Pass to" not in terminal.wait("You> ")


def test_no_color_is_respected(home: dict[str, str], tmp_path: Path) -> None:
    colour = re.compile(r"\x1b\[[\d;]*3\d[\d;]*m")
    shown = []
    for environment in ({}, {"NO_COLOR": "1"}):
        with match_in_terminal(
            home, tmp_path, "play", "maori", "--seed", "1", **environment
        ) as terminal:
            shown.append(terminal.wait("You may:"))

    assert colour.search(shown[0])
    assert not colour.search(shown[1])


def test_an_interrupted_match_can_be_resumed(home: dict[str, str], tmp_path: Path) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe") as terminal:
        terminal.wait("You> ")
        terminal.interrupt()
        assert "The match is saved (interrupted)" in terminal.wait("parlour resume ")


def test_without_a_terminal_only_what_is_asked_for_is_shown(run: Run) -> None:
    quiet = run("play", "leduc", *TWO, "--seed", "3", typed="call\n")
    asked = run("play", "leduc", *TWO, "--seed", "3", typed="log\ncall\n")

    assert "deal" not in quiet.stdout
    assert {seat for card, seat in CARD.findall(asked.stdout) if card != "card"} == {"0"}
