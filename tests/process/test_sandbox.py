"""Bots in a sandbox play as ever; what attacks its host has limits, and leaves nothing."""

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

from parlour_process.command import in_sandbox
from parlour_process.process import located
from tests.process.matches import ATTACKING, attack, play
from tests.process.running import ends

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
        ("play", "tic_tac_toe", "--player", "exec:{bot}", "--player", "uniform", "--sandbox"),
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
    assert running() == []
    if command[0] == "tournament":
        report = parlour(tmp_path, "tournament", "report", "parlour.tournament").stdout
        # What a tournament counts: crashes, answers too late, illegal moves.
        counts = re.findall(r"(\d+) +(\d+) +(\d+) +[\d.]+ [mµ]?s ", report)
        assert counts == [("0", "0", "0")] * 2


@pytest.mark.parametrize(
    "command",
    [
        ("play", "tic_tac_toe", "--player", "exec:{bot}", "--sandbox"),
        ("bot", "check", "{bot}", "--game", "tic_tac_toe", "--sandbox"),
        (
            *("tournament", "run", "--game", "tic_tac_toe", "--bot", "exec:{bot}"),
            *("--bot", "uniform", "--sandbox"),
        ),
        ("play", "tic_tac_toe", "--player", "exec[sandbox=yes]:{bot}"),
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
    seats = ("--player", f"exec:{bot}", "--player", "uniform")
    parlour(tmp_path, "play", "tic_tac_toe", *seats, "--sandbox", "--record", "m.jsonl")
    header = json.loads((tmp_path / "m.jsonl").read_text("utf-8").splitlines()[0])

    assert header["players"] == [f"exec[sandbox=yes]:{bot}", "uniform"]


def parlour(folder: Path, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", *words],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ
        | {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
        | environment,
        timeout=300,
        check=False,
    )


# Bots that attack their host: what they hold is limited, and nothing of them is left


def pids_in(path: Path) -> list[int]:
    return [int(line) for line in path.read_text("utf-8").split()]


@pytest.mark.parametrize(
    ("way", "settings", "reason"),
    [
        pytest.param(
            "shared_memory", "memory=128", "MiB of memory, and its limit is 128", id="mmap"
        ),
        pytest.param(
            "memory_file", "memory=128", "MiB of memory, and its limit is 128", id="memfd"
        ),
        pytest.param("many_hands", "memory=128", "MiB of memory, and its limit is 128", id="forks"),
        pytest.param("after_its_turn", "memory=128", "MiB of memory, and its", id="later"),
        pytest.param("crowd", "", "processes, and its limit is 64", id="usual number"),
        pytest.param("crowd", "processes=5", "processes, and its limit is 5", id="own number"),
    ],
)
def test_a_bot_that_exceeds_a_limit_is_ended_for_it(
    running: Running, way: str, settings: str, reason: str
) -> None:
    match, _ = attack(way, settings=settings)

    assert {seat: str(forfeit.cause) for seat, forfeit in match.forfeits.items()} == {0: "died"}
    assert reason in match.forfeits[0].reason
    assert running() == []


@pytest.mark.parametrize(
    ("way", "forfeits"),
    [
        pytest.param("daemon", 0, id="left by a bot that plays to the end"),
        pytest.param("kill_the_supervisor", 1, id="left by a bot that kills its supervisor"),
    ],
)
def test_a_process_with_nothing_of_its_parents_is_found_and_ended(
    running: Running, tmp_path: Path, way: str, forfeits: int
) -> None:
    match, _ = attack(way, str(tmp_path / "pids"))
    pids = pids_in(tmp_path / "pids")

    assert len(match.forfeits) == forfeits
    assert pids
    # After its supervisor is killed, the fork server needs a moment to find the orphan.
    assert all(map(ends, pids))
    assert running() == []


def test_a_bot_is_handed_no_keys_and_an_empty_folder_that_is_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MY_TOKEN", "secret")
    monkeypatch.setenv("MY_MODEL", "small")
    monkeypatch.setenv("LC_TIME", "C.UTF-8")
    for _ in range(2):
        attack("tell", str(tmp_path / "told"), settings="env=MY_MODEL:MISSING")
    told = [json.loads(line) for line in (tmp_path / "told").read_text("utf-8").splitlines()]
    firsts = [told[0], next(item for item in told if item["folder"] != told[0]["folder"])]

    for first in firsts:
        names = set(first["environment"])
        folder = first["folder"]
        assert first["files"] == []
        assert first["environment"]["HOME"] == first["environment"]["TMPDIR"] == folder
        assert first["environment"]["MY_MODEL"] == "small"
        assert {"PATH", "LC_TIME", "PARLOUR_BOT"} <= names
        assert "MY_TOKEN" not in names
        assert names <= {"PATH", "HOME", "TMPDIR", "PARLOUR_BOT", "MY_MODEL", "TZ"} | {
            name for name in names if name.startswith(("LC_", "LANG"))
        }
        assert not Path(folder).exists()
    # What a link in the folder leads to is not removed with it.
    assert (tmp_path / "told").exists()


@pytest.mark.parametrize(
    ("settings", "command"),
    [
        pytest.param("", "{python} bots/mine.py", id="script"),
        pytest.param("", "./bots/mine.py", id="program"),
        pytest.param("", "{python} ./bots", id="folder"),
        pytest.param("cwd=bots", "{python} -m mine", id="module in its folder"),
    ],
)
def test_relative_paths_are_those_of_the_users_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: str, command: str
) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    starter = Path(__file__).parents[2] / "starters" / "python" / "bot.py"
    script = f"#!{sys.executable}\n{starter.read_text('utf-8')}"
    (bots / "mine.py").write_text(script, encoding="utf-8")
    (bots / "mine.py").chmod(0o755)
    (bots / "__main__.py").write_text("import mine; mine.main()", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    match, _ = play(f"exec[{settings}]:{command.format(python=shlex.quote(sys.executable))}")

    assert match.forfeits == {}


def test_words_that_name_nothing_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "weights").touch()
    long = "x" * 5_000
    words = located((sys.executable, "weights", "--fast", "7", "", long))

    assert words == (sys.executable, str(tmp_path / "weights"), "--fast", "7", "", long)
