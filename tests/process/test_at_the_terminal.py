"""Bots in other processes, on the command line."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import Done, Run
from tests.cli.in_process import run_in_process
from tests.process.running import ends, until_written

ROOT = Path(__file__).parents[2]
BREAKING = Path(__file__).with_name("breaking.py")
STARTER = f"{sys.executable} {ROOT / 'starters' / 'python' / 'bot.py'}"
GAME = "tic_tac_toe"

Running = Callable[[], list[int]]


def broken(*words: object) -> str:
    return f"exec:{sys.executable} {BREAKING} {' '.join(map(str, words))}"


@pytest.fixture
def run(running: Running, tmp_path: Path) -> Run:
    def in_this_process(*arguments: str, typed: str = "") -> Done:
        done = run_in_process(*arguments, typed=typed, environment=os.environ | {}, folder=tmp_path)
        assert running() == []
        return done

    return in_this_process


def test_a_match_with_a_starter_is_played_and_replayed(run: Run, tmp_path: Path) -> None:
    seats = ("--player", f"exec:{STARTER}", "--player", "uniform")
    played = run("play", GAME, *seats, "--record", "m.jsonl", "--clock", "start=20,move=20")
    replayed = run("replay", "m.jsonl")

    assert (played.returncode, played.stderr) == (0, "")
    assert "bot.py" in played.stdout
    assert "forfeit" not in played.stdout
    assert "bot.py: place" in replayed.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["m.jsonl"]


def test_a_forfeit_is_told_and_what_the_bot_said_is_kept(run: Run, tmp_path: Path) -> None:
    seats = ("--player", broken("dying_at_start"), "--player", "human")
    played = run("play", GAME, *seats, "--record", "m.jsonl", typed="log\nquit\n")
    resumed = run("resume", "m.jsonl", typed="log\nquit\n")
    replayed = run("replay", "m.jsonl")
    told = "breaking.py forfeits (start); a stand-in plays on."

    assert (played.returncode, resumed.returncode) == (0, 0)
    assert told in played.stdout
    assert told in resumed.stdout
    assert "the brain is missing" in replayed.stdout
    assert (tmp_path / "m.jsonl").read_text("utf-8").count('"forfeit"') == 1
    assert "brain" in (tmp_path / "m.jsonl.seat-0.stderr.txt").read_text("utf-8")


def test_the_reason_stands_at_the_end(run: Run) -> None:
    seats = ("--player", broken("illegal_move"), "--player", "uniform")
    played = run("play", GAME, *seats, "--record", "m.jsonl", "--seed", "1")

    assert played.returncode == 0
    assert (
        "breaking.py forfeited (illegal): illegal move 'place a1': a1 is taken (rule 3)"
        in played.stdout
    )


@pytest.mark.parametrize(
    ("bot", "code", "line"),
    [
        pytest.param(STARTER, 0, "11 plays a match against itself   ok", id="starter"),
        pytest.param(
            broken("garbage"),
            1,
            " 5 answers with a legal move      failed: expected a",
            id="garbage",
        ),
    ],
)
def test_a_check_is_a_line_a_step(run: Run, bot: str, code: int, line: str) -> None:
    done = run("bot", "check", bot, "--game", GAME)

    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.count("\n") == 11
    assert line in done.stdout


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        pytest.param(("bot", "check", "no_such_bot", "--game", GAME), "'no_such_bot'", id="no bot"),
        pytest.param(("bot", "check", STARTER), "missing option '--game'", id="no game"),
        pytest.param(("bot", "schema", "nope"), "got 'nope'", id="unknown game"),
        pytest.param(("play", GAME, "--player", "exec:no_such_bot"), "'no_such_bot'", id="no seat"),
        pytest.param(("play", GAME, "--clock", "move"), "--clock NAME=VALUE", id="no time"),
        pytest.param(("play", GAME, "--clock", "tea=5"), "start, move, reserve", id="other time"),
        pytest.param(
            ("play", GAME, "--clock", "move=x"), "--clock: move: expected a number", id="not a time"
        ),
        pytest.param(
            ("play", GAME, "--clock", "move=-1"), "below 1e+06 s, got -1", id="below zero"
        ),
        pytest.param(("play", GAME, "--clock", "move=inf"), "got inf", id="for ever"),
        pytest.param(("play", GAME, "--clock", "move=nan"), "got nan", id="no number"),
    ],
)
def test_a_wrong_argument_gets_one_line(run: Run, arguments: tuple[str, ...], line: str) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert line.casefold() in done.stderr.casefold()


@pytest.mark.parametrize(
    ("spec", "line"), [("nope", "got 'nope'"), ("search:fish=1", "no setting 'fish'")]
)
def test_a_wrong_bot_that_is_served_gets_one_line(spec: str, line: str) -> None:
    """In a process of its own: it reads its standard input without Python's streams."""
    command = [sys.executable, "-m", "parlour", "bot", "serve", spec, "--game", GAME]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  our own command

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert line in done.stderr


@pytest.mark.parametrize(
    ("number", "code"),
    [
        pytest.param(signal.SIGINT, 130, id="interrupted"),
        pytest.param(signal.SIGKILL, -signal.SIGKILL, id="killed"),
    ],
)
def test_no_process_outlives_a_host_that_is_gone(
    running: Running, tmp_path: Path, number: int, code: int
) -> None:
    thinking = tmp_path / "thinking"
    seats = ("--player", broken("telling_when_it_thinks", thinking), "--player", "uniform")
    with subprocess.Popen(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", "play", GAME, *seats, "--record", "m.jsonl"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as host:
        try:
            until_written(thinking, "thinking\n")
            host.send_signal(number)
            shown, said = host.communicate(timeout=300)
        finally:
            host.kill()

    assert host.returncode == code
    assert b"Traceback" not in said
    assert (b"parlour resume m.jsonl" in shown) == (number == signal.SIGINT)
    # A process that was killed takes a moment to be gone.
    assert all(map(ends, running()))
    assert running() == []
