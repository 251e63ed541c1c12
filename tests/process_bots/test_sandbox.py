"""Bots in a sandbox play as ever, and reach neither files nor network nor other processes."""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from parlour.players.process.command import in_sandbox
from tests.process_bots.matches import ATTACKING, attack

ROOT = Path(__file__).parents[2]

Running = Callable[[], list[int]]


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home with a folder for bots, and be in the home; return the folder."""
    home = tmp_path / "home"
    (home / "bots").mkdir(parents=True)
    (home / "letters").mkdir()
    shutil.copy(ATTACKING, home / "bots" / "attacking.py")
    shutil.copy(ATTACKING, home / "attacking.py")
    (home / "bots" / "weights").write_text("its own", encoding="utf-8")
    (home / "match.jsonl").write_text("the record", encoding="utf-8")
    (home / "model").write_text("a model", encoding="utf-8")
    monkeypatch.chdir(home)
    monkeypatch.setenv("HOME", str(home))
    return home / "bots"


@pytest.fixture
def port() -> Iterator[int]:
    """Listen on this machine; return the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def could(script: str, *tries: str, settings: str = "sandbox=yes") -> set[str]:
    """Let the bot try what ``tries`` say; return the kinds that it could do."""
    match, player = attack("look_around", *tries, script=script, settings=settings)
    assert match.forfeits == {}
    return set(player.errors.splitlines()[0].removeprefix("could:").split())


def tries_of(bots: Path, port: int) -> dict[str, str]:
    """Return tries by what they are after."""
    return {
        "the record": f"read={bots.parent / 'match.jsonl'}",
        "files of the user": f"list={bots.parent / 'letters'}",
        "files of another bot": f"read={ROOT / 'starters' / 'python' / 'bot.py'}",
        "passwords": "read=/etc/shadow",
        "the record, as the host has it open": f"list=/proc/{os.getpid()}/fd",
        "the host's memory": f"read=/proc/{os.getpid()}/environ",
        "the host": f"signal={os.getpid()}",
        "its own script": f"write={bots / 'attacking.py'}",
        "the system's folder": "write=/usr/was_here",
        "the root folder": "write=/was_here",
        "the network": f"connect={port}",
    }


@pytest.mark.usefixtures("sandbox")
def test_a_sandbox_keeps_a_bot_from_all_but_its_own(
    running: Running, bots: Path, port: int
) -> None:
    tries = tries_of(bots, port)

    assert {what: could("bots/attacking.py", tried) for what, tried in tries.items()} == {
        what: set() for what in tries
    }
    assert running() == []


def test_without_a_sandbox_the_same_tries_succeed(bots: Path, port: int) -> None:
    """The tries above are no empty ones."""
    tries = tries_of(bots, port)
    harmful = ("its own script", "the system's folder", "the root folder", "passwords")
    done = {
        what: could("bots/attacking.py", tried, settings="")
        for what, tried in tries.items()
        if what not in harmful
    }

    assert [what for what, kinds in done.items() if not kinds] == []


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize(
    ("settings", "tried"),
    [
        pytest.param("sandbox=yes", "read={bots}/weights", id="files beside its script"),
        pytest.param("sandbox=yes", "write=own.txt", id="its own folder"),
        pytest.param("sandbox=yes", "write=/tmp/own.txt", id="the temporary folder"),
        pytest.param("sandbox=yes,read=model", "read={bots}/../model", id="named by read"),
        pytest.param("sandbox=yes,cwd=bots", "read=weights", id="its working folder"),
    ],
)
def test_a_bot_in_a_sandbox_reaches_its_own(bots: Path, settings: str, tried: str) -> None:
    assert could("bots/attacking.py", tried.format(bots=bots), settings=settings)


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("tried", ["list={bots}/../letters", "read={bots}/../match.jsonl"])
def test_a_script_in_the_users_folder_comes_alone(bots: Path, tried: str) -> None:
    assert could("attacking.py", tried.format(bots=bots)) == set()


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("greedy", "greedy"),
        ("exec:./bot -v", "exec[sandbox=yes]:./bot -v"),
        ("exec[memory=64,level=2]:./bot", "exec[memory=64,level=2,sandbox=yes]:./bot"),
        ("exec[sandbox=no]:./bot", "exec[sandbox=yes]:./bot"),
        ("exec[sandbox=yes]:./bot", "exec[sandbox=yes]:./bot"),
    ],
)
def test_the_option_is_a_setting_of_every_bot_that_is_a_command(spec: str, name: str) -> None:
    assert in_sandbox(spec) == name


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize(
    "command",
    [
        ("play", "tic_tac_toe", "--seat", "exec:{bot}", "--seat", "uniform", "--sandbox"),
        ("bot", "check", "{bot}", "--game", "tic_tac_toe", "--sandbox"),
        (
            *("tournament", "run", "--game", "tic_tac_toe", "--bot", "exec:{bot}"),
            *("--bot", "uniform", "--blocks", "2", "--workers", "1", "--sandbox"),
        ),
    ],
    ids=["play", "bot check", "tournament run"],
)
def test_starters_play_in_a_sandbox(
    running: Running, tmp_path: Path, command: tuple[str, ...]
) -> None:
    bot = shlex.join([sys.executable, str(ROOT / "starters" / "python" / "bot.py")])
    done = parlour(tmp_path, *(word.format(bot=bot) for word in command))

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "forfeited" not in done.stdout
    assert "failed" not in done.stdout
    # What a tournament counts: crashes, answers too late, illegal moves.
    counts = re.findall(r"(\d+) +(\d+) +(\d+) +[\d.]+ [mµ]?s ", done.stdout)
    assert counts == [("0", "0", "0")] * (2 if command[0] == "tournament" else 0)
    assert running() == []


@pytest.mark.parametrize(
    "command",
    [
        ("play", "tic_tac_toe", "--seat", "exec:{bot}", "--sandbox"),
        ("bot", "check", "{bot}", "--game", "tic_tac_toe", "--sandbox"),
        (
            *("tournament", "run", "--game", "tic_tac_toe", "--bot", "exec:{bot}"),
            *("--bot", "uniform", "--sandbox"),
        ),
        ("play", "tic_tac_toe", "--seat", "exec[sandbox=yes]:{bot}"),
    ],
    ids=["play", "bot check", "tournament run", "setting"],
)
def test_where_there_is_no_sandbox_it_is_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "programs").mkdir()
    done = parlour(
        tmp_path,
        *(word.format(bot=sys.executable) for word in command),
        PATH=str(tmp_path / "programs"),
    )

    assert done.returncode == 2
    assert "cannot make a sandbox: expected bubblewrap" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.glob("*.jsonl"))


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize(
    ("way", "settings", "reason"),
    [
        ("shared_memory", "memory=128", "MiB of memory, and its limit is 128 MiB"),
        ("memory_file", "memory=128", "MiB of memory, and its limit is 128 MiB"),
        ("crowd", "processes=20", "processes, and its limit is 20"),
        ("look_around", "processes=1", ""),
    ],
)
def test_limits_hold_in_a_sandbox(running: Running, way: str, settings: str, reason: str) -> None:
    match, _ = attack(way, settings=f"{settings},sandbox=yes")

    assert [reason in forfeit.reason for forfeit in match.forfeits.values()] == [True] * bool(
        reason
    )
    assert running() == []


@pytest.mark.usefixtures("sandbox")
def test_the_record_keeps_the_sandbox(tmp_path: Path) -> None:
    bot = shlex.join([sys.executable, str(ROOT / "starters" / "python" / "bot.py")])
    seats = ("--seat", f"exec:{bot}", "--seat", "uniform")
    parlour(tmp_path, "play", "tic_tac_toe", *seats, "--sandbox", "--record", "m.jsonl")
    header = json.loads((tmp_path / "m.jsonl").read_text("utf-8").splitlines()[0])

    assert header["players"] == [f"exec[sandbox=yes]:{bot}", "uniform"]


def parlour(folder: Path, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", *words],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | {"XDG_DATA_HOME": str(folder / "data")} | environment,
        timeout=300,
        check=False,
    )
