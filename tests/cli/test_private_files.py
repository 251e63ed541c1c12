"""Records and the files beside them are for their owner alone: they hold seeds and sealed bids."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.catalog.catalog import Catalog
from parlour.table.opening.saved_matches import folder as saved_folder
from parlour_league.submissions import copy_bot
from parlour_tournament.playing.store import Store
from parlour_tournament.running import lock_file
from parlour_web.options import ServerSettings
from parlour_web.tables.quota import shared_house_key
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.cli.commands import Run

if sys.platform == "win32":
    pytest.skip("Windows has other permissions", allow_module_level=True)

STARTER = Path(__file__).parents[2] / "starters" / "python" / "bot.py"
MOVES = "place a1\nplace a2\nplace b1\nsave copies/copy.jsonl\nplace b2\nplace c1\n"
TWO = ("--player", "human", "--player", "human")


@pytest.fixture(params=[0o022, 0o000], ids=["umask 022", "umask 000"])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Return the permissions of a folder and of all that is in it, by name."""
    paths = (folder, *folder.rglob("*"))
    return {str(path.relative_to(folder)): oct(stat.S_IMODE(path.stat().st_mode)) for path in paths}


def private(folder: Path) -> dict[str, str]:
    """Return the permissions that all of these should have."""
    paths = (folder, *folder.rglob("*"))
    return {str(path.relative_to(folder)): "0o700" if path.is_dir() else "0o600" for path in paths}


@pytest.mark.usefixtures("umask")
def test_what_a_match_leaves_is_for_its_owner_alone(tmp_path: Path, run: Run) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import runpy, sys\n"
        "print('a secret', file=sys.stderr, flush=True)\n"
        f"runpy.run_path({str(STARTER)!r}, run_name='__main__')\n"
    )
    (tmp_path / "copies").mkdir(mode=0o700)
    outside = ("--player", f"exec:{sys.executable} {bot}", "--player", "uniform")
    done = (
        run("play", "tic_tac_toe", *outside, "--record", "new/deep/bots.jsonl"),
        run("play", "tic_tac_toe", *TWO, "--record", "new/deep/one.jsonl", typed=MOVES),
        run("play", "tic_tac_toe", *TWO, typed=MOVES.replace("copy", "again")),
        run("analyse", "new/deep/one.jsonl", "--simulations", "2"),
        run("settings", "--level", "hard"),
    )

    assert [one.stderr for one in done if one.returncode] == []
    for folder, few in (("new", 6), ("data", 5), ("copies", 3)):
        found = modes(tmp_path / folder)
        assert found == private(tmp_path / folder)
        assert len(found) >= few, found


@pytest.mark.usefixtures("umask")
def test_the_files_of_a_tournament_are_for_their_owner_alone(tmp_path: Path, run: Run) -> None:
    bots = ("--bot", "uniform", "--bot", "search:simulations=1")
    done = (
        run(
            "tournament", "run", *bots, "--game", "tic_tac_toe", "--blocks", "1", "--file", "new/t"
        ),
        run("tournament", "replay", "new/t", "0:0:0", "--record", "new/again.jsonl"),
    )

    assert [one.stderr for one in done if one.returncode] == []
    with lock_file(tmp_path / "new" / "t"), Store.open_file(tmp_path / "new" / "t"):
        found = modes(tmp_path / "new")
    assert found == dict.fromkeys(found, "0o600") | {".": "0o700"}
    assert found.keys() == {".", "t", "t-shm", "t-wal", "t.lock", "t.lock-journal", "again.jsonl"}


@pytest.mark.usefixtures("umask")
def test_the_folder_of_a_server_is_for_its_owner_alone(tmp_path: Path) -> None:
    new = tmp_path / "new" / "tables"
    key = shared_house_key(new)
    store = TableStore(new, Catalog(), ServerSettings(house_key=key, shared=True))
    store.take()
    store.add(parlour.load("tic_tac_toe").match(seats=2, seed=1).header)
    run_apart(store.close())

    assert modes(tmp_path / "new") == private(tmp_path / "new")
    assert len(modes(new)) >= 5


@pytest.mark.usefixtures("umask")
def test_a_version_of_a_bot_is_for_its_owner_alone_and_its_programs_run(tmp_path: Path) -> None:
    source = tmp_path / "mine"
    (source / "inner").mkdir(parents=True)
    (source / "bot.toml").write_text('command = "python3 bot.py"')
    (source / "bot.py").write_text("")
    (source / "inner" / "tool").write_text("")
    (source / "inner" / "tool").chmod(0o755)
    copy_bot(source, tmp_path / "versions" / "mine-1")
    found = modes(tmp_path / "versions")

    assert found.pop("mine-1/inner/tool") == "0o700"
    assert found.items() <= private(tmp_path / "versions").items()


def test_what_is_handed_over_has_the_permissions_of_the_umask(
    tmp_path: Path, run: Run, umask: int
) -> None:
    run("play", "tic_tac_toe", *TWO, "--record", "one.jsonl", typed=MOVES)
    run("export", "one.jsonl", "--seat", "1", "--to", "ann.jsonl")
    match = parlour.open(tmp_path / "one.jsonl")
    match.save(tmp_path / "saved.jsonl", overwrite=True)
    found = modes(tmp_path)

    assert found["ann.jsonl"] == oct(0o666 & ~umask)
    assert found["one.jsonl"] == found["saved.jsonl"] == "0o600"


def test_only_the_folder_that_nobody_named_is_closed_to_others(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier releases made it for all to read; a folder that the user named is the user's."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    ours = tmp_path / "data" / "parlour" / "matches"
    named = tmp_path / "named"
    linked = tmp_path / "linked" / "parlour"
    for folder in (ours, named, linked):
        folder.mkdir(parents=True)
    (linked / "matches").symlink_to(named)
    for folder in (tmp_path / "data", ours.parent, ours, named):
        folder.chmod(0o755)
    run("play", "tic_tac_toe", *TWO, "--record", str(named / "one.jsonl"), typed=MOVES)
    run("play", "tic_tac_toe", *TWO, typed=MOVES)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "linked"))

    assert saved_folder().exists()
    assert [oct(stat.S_IMODE(path.stat().st_mode)) for path in (ours.parent, ours)] == ["0o700"] * 2
    assert oct(stat.S_IMODE((tmp_path / "data").stat().st_mode)) == "0o755"
    assert oct(stat.S_IMODE(named.stat().st_mode)) == "0o755"
