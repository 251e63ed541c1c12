"""What the command line answers to right and wrong arguments: a code and a line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

GAME = "tic_tac_toe"
RIGHT = [
    pytest.param("", "Usage: parlour", id="nothing shows the help"),
    pytest.param("--help", "Exit codes:", id="help"),
    pytest.param("-h", "Commands:", id="short help"),
    pytest.param("--version", "parlour ", id="version"),
    pytest.param("games", GAME, id="games"),
    pytest.param("games --json", f'"id": "{GAME}"', id="games as JSON"),
    pytest.param(f"schema {GAME}", '"record_header"', id="schema"),
    pytest.param(f"bench {GAME} --seconds 0.01", "refereed at the table", id="bench"),
    pytest.param(f"play {GAME} --seat uniform --seat uniform", "point", id="bots alone"),
    pytest.param(f"check {GAME} --matches 1", "kept in 1 match of ", id="check"),
    pytest.param("check maori --matches 1", "settings were not reached (--m", id="a short check"),
    pytest.param(f"play {GAME}", "parlour resume ", id="nobody types"),
]
WRONG = [
    pytest.param("nope", 2, "no such command 'nope'", id="unknown command"),
    pytest.param("game", 2, "did you mean 'games'", id="mistyped command"),
    pytest.param("play", 2, "expected a game, such as parlour play maori", id="no game"),
    pytest.param("play nope", 2, "expected a game (", id="unknown game"),
    pytest.param("rules nope", 2, "got 'nope'", id="rules of an unknown game"),
    pytest.param("check nope", 2, "got 'nope'", id="check of an unknown game"),
    pytest.param("schema nope", 2, "got 'nope'", id="schema of an unknown game"),
    pytest.param("bench nope", 2, "got 'nope'", id="bench of an unknown game"),
    pytest.param(f"play {GAME} --colour", 2, "no such option", id="unknown flag"),
    pytest.param(f"play {GAME} --option", 2, "requires an argument", id="option left empty"),
    pytest.param(f"play {GAME} --option side", 2, "NAME=VALUE", id="option without a value"),
    pytest.param(f"play {GAME} --option side=atoll", 2, "(options: none)", id="unknown option"),
    pytest.param(f"play {GAME} -o a=1 -o a=2", 2, "'a' is given twice", id="option twice"),
    pytest.param(f"play {GAME} --level no", 2, "'--level': 'no' is not one of", id="no level"),
    pytest.param(f"play {GAME} --seats x", 2, "'--seats'", id="seats no number"),
    pytest.param(f"play {GAME} --seats 5", 2, "seats, got 5", id="too many seats"),
    pytest.param(f"play {GAME} --seats 1", 2, "seats, got 1", id="too few seats"),
    pytest.param(f"play {GAME} --seat me", 2, "'human' or a bot (", id="unknown player"),
    pytest.param(f"play {GAME} --seats 2" + " --seat human" * 3, 2, "at most 2", id="crowded"),
    pytest.param(f"play {GAME} --seat greedy", 2, "greedy declines", id="bot declines"),
    pytest.param(f"play {GAME} --record .", 2, "is there already", id="record is a folder"),
    pytest.param(f"play {GAME} --record /dev/null/x", 2, "cannot be written", id="record nowhere"),
    pytest.param("resume nowhere.jsonl", 2, "does not exist", id="no record to resume"),
    pytest.param("resume .", 2, "is a directory", id="resume a folder"),
    pytest.param("replay nowhere.jsonl", 2, "does not exist", id="no record to replay"),
    pytest.param("validate", 2, "missing argument", id="nothing to validate"),
    pytest.param("validate nowhere", 2, "does not exist", id="validate what is not there"),
    pytest.param("validate .", 2, "found none", id="validate an empty folder"),
    pytest.param(f"bench {GAME} --seats 3", 2, "got 3", id="bench with too many seats"),
]


@pytest.mark.parametrize(("command", "shown"), RIGHT)
def test_a_right_command_is_done(run: Run, command: str, shown: str) -> None:
    done = run(*command.split())

    assert done.returncode == 0
    assert shown in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(("command", "code", "line"), WRONG)
def test_a_wrong_command_gets_one_line(run: Run, command: str, code: int, line: str) -> None:
    done = run(*command.split())

    assert done.returncode == code
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("parlour: ")
    assert line.casefold() in done.stderr.casefold()


def test_a_blocked_plugin_is_listed_and_cannot_be_played(run: Run) -> None:
    listed = run("games", PARLOUR_BLOCK=GAME)
    played = run("play", GAME, PARLOUR_BLOCK=GAME)

    assert "blocked by name" in listed.stdout
    assert (played.returncode, played.stderr.count("\n")) == (1, 1)
    assert "blocked by name" in played.stderr


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "games",
        "games --json",
        "rules maori",
        "play maori --seat uniform --seat uniform",
        "schema maori",
        "--show-completion bash",
    ],
)
def test_a_reader_who_has_seen_enough_gets_silence(
    home: dict[str, str], tmp_path: Path, command: str
) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", *command.split()],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=home | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
        cwd=tmp_path,
        check=False,
    )
    os.close(theirs)

    assert (done.returncode, done.stderr) == (0, b"")
