"""Bots that attack their host: what they hold is limited, and nothing of them is left."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.players.process.process import located
from tests.process_bots.matches import attack, play
from tests.processes.running import ends

Running = Callable[[], list[int]]


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
