"""Links, pipes and folders where files are listed, and a clock that goes back."""

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from importlib import import_module
from pathlib import Path

import pytest

from parlour.catalog.catalog import Catalog
from parlour.rules.errors import ParlourError
from parlour.table.opening import saved_matches
from parlour_tournament.plan.loader import module_digest
from parlour_web.options import ServerSettings
from parlour_web.tables import metadata
from parlour_web.tables.metadata import TableMetadata
from parlour_web.tables.quota import KEY_FILE, shared_house_key
from parlour_web.tables.store import LOCK, TableStore
from tests.apart import run_apart
from tests.cli.commands import Run
from tests.packages import FRAMEWORK, MODULES

if sys.platform == "win32":
    pytest.skip("Windows has no such pipes", allow_module_level=True)


@pytest.fixture
def odd(tmp_path: Path, run: Run) -> Iterator[Path]:
    """Make a folder with one match, and with links, pipes and folders called like others.

    A test that waits for a pipe is broken off.
    """
    folder = tmp_path / "data" / "parlour" / "matches"
    folder.mkdir(parents=True)
    moves = "place a1\nplace a2\nplace b1\nplace b2\nplace c1\n"
    two = ("--player", "human", "--player", "human")
    run("play", "tic_tac_toe", *two, "--record", str(folder / "one.jsonl"), typed=moves)
    metadata.write(folder / "one.table.json", TableMetadata(host="a", seats=("", ""), names=()))
    for suffix in (".jsonl", ".table.json", ".py", ".tournament", ".analysis.json"):
        os.mkfifo(folder / f"pipe{suffix}")
        (folder / f"nowhere{suffix}").symlink_to(folder / "gone")
        (folder / f"itself{suffix}").symlink_to(folder / f"itself{suffix}")
        (folder / f"zero{suffix}").symlink_to("/dev/zero")
        (folder / f"secret{suffix}").symlink_to(tmp_path / "secret")
        (folder / f"folder{suffix}").mkdir()
    run("play", "tic_tac_toe", *two, "--record", str(folder / "begun.jsonl"), typed="place a1\n")
    for name in ("one.jsonl.analysis.json", "one.jsonl.times", "begun.jsonl.times"):
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)
    (tmp_path / "secret").write_text("SECRET\n", encoding="utf-8")
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(60)
    yield folder
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _give_up(*_: object) -> None:
    raise AssertionError("it waits for a pipe")


@pytest.mark.parametrize(
    "command",
    [
        ("matches",),
        ("matches", "--json"),
        ("matches", "--delete", "pipe.jsonl", "--yes"),
        ("me",),
        ("resume", "begun.jsonl"),
        ("resume", "pipe.jsonl"),
        ("analyse", "pipe.jsonl"),
        ("validate", "."),
        ("replay", "zero.jsonl"),
        ("games", "--all"),
        ("tournament", "report", "pipe.tournament"),
        ("tournament", "run", "folder.tournament"),
        ("tournament", "run", "--game", "tic_tac_toe", "--bot", "uniform", "--opening", "."),
    ],
    ids=" ".join,
)
def test_links_and_pipes_in_a_folder_hold_nothing_up(
    command: tuple[str, ...], odd: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(odd)
    done = run(*(str(odd / word) if (odd / word).exists() else word for word in command))

    assert "SECRET" not in done.stdout + done.stderr
    assert "Error:" not in done.stdout + done.stderr
    if command[0] == "matches":
        assert "one.jsonl" in run("matches", "--json").stdout


def test_a_server_lists_tables_among_links_and_pipes(odd: Path) -> None:
    store = TableStore(odd, Catalog(), ServerSettings())
    store.take()

    assert {"one", "secret", "zero"} >= {name for name in store.names() if store.has(name)}
    for name in ("pipe", "zero", "nowhere", "itself", "folder"):
        with pytest.raises(ParlourError):
            store.file(name)
    run_apart(store.close())


@pytest.mark.parametrize("kind", ["pipe", "secret"])
def test_the_lock_of_a_server_is_no_pipe_and_no_link(kind: str, odd: Path) -> None:
    (odd / f"{kind}.jsonl").rename(odd / LOCK)
    (odd / f"{kind}.py").rename(odd / KEY_FILE)
    store = TableStore(odd, Catalog(), ServerSettings())
    with suppress(ParlourError):
        store.take()
    with suppress(ParlourError):
        shared_house_key(odd)
    run_apart(store.close())

    assert (odd.parents[2] / "secret").read_text(encoding="utf-8") == "SECRET\n"


def test_a_plugin_is_known_by_its_files_and_not_by_links_and_pipes(
    odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (odd / "__init__.py").touch()
    monkeypatch.syspath_prepend(odd.parent)
    import_module("matches")

    assert module_digest("matches")


def test_what_a_crash_or_a_stranger_has_left_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine", encoding="utf-8")
    known = TableMetadata(host="aa", seats=("bb", ""), names=("Ada", ""))
    (tmp_path / ".file.new").symlink_to(tmp_path / "precious")
    metadata.write(tmp_path / "file", known)

    assert (tmp_path / "precious").read_text(encoding="utf-8") == "mine"
    assert metadata.read(tmp_path / "file").names[0] == "Ada"


def test_a_clock_that_went_back_overwrites_nothing_and_hides_nothing(
    odd: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Back(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Back":  # noqa: ARG003  as the one that it stands for
            return cls(2001, 1, 1)

    monkeypatch.setattr(saved_matches, "datetime", Back)
    os.utime(odd / "one.jsonl", (2**33, 2**33))
    two = ("--player", "human", "--player", "human")
    for _ in range(2):
        run("play", "tic_tac_toe", *two, typed="place a1\n")
    found = json.loads(run("matches", "--json").stdout)

    assert Path(found[0]["path"]).name == "one.jsonl"
    names = [path.name for path in odd.glob("tic_tac_toe-2001-01-01-000000*.jsonl")]
    assert len(names) == 2


WALL_CLOCKS = {
    "parlour/table/opening/answer_times.py",  # when an answer was written
    "parlour/table/opening/saved_matches.py",  # names of files, and when a match was played
    "parlour_tournament/plan/plan.py",  # the date of a run
    "parlour_tournament/playing/match.py",  # when a match began
    "parlour_league/submissions.py",  # when a bot was handed in, kept over restarts
    "parlour_web/house/audit.py",  # when somebody was let in or out
    "parlour_web/notices/push.py",  # until when a signature is valid
    "parlour_web/tables/opening.py",  # how long ago an answer was written
    "parlour_web/tables/quota.py",  # when somebody was refused
}


def test_no_duration_is_measured_by_a_clock_that_may_go_back() -> None:
    found = {
        str(path.relative_to(FRAMEWORK))
        for path in MODULES
        if re.search(r"datetime\.now|import .*\btime\b|\btime\.time\(", path.read_text("utf-8"))
    }

    assert found == WALL_CLOCKS
