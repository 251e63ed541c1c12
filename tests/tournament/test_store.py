"""The file of a tournament, when others got there first and when it is damaged."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.rules.errors import StoreError
from parlour_tournament.playing.results import PlayedMatch
from parlour_tournament.playing.store import Store
from tests.tournament.conftest import Make, run


def test_of_two_that_begin_at_once_one_is_refused_and_keeps_off(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen that the name is free; the second must not write over the first one's file."""
    first = make("first")
    path = tmp_path / "both.tournament"
    link = Path.hardlink_to

    def overtaken(here: Path, draft: Path) -> None:
        monkeypatch.setattr(Path, "hardlink_to", link)
        with Store.create_file(path, first.tournament) as overtaking:
            run(overtaking)
        link(here, draft)

    monkeypatch.setattr(Path, "hardlink_to", overtaken)

    with pytest.raises(StoreError, match="is there already"):
        Store.create_file(path, first.tournament)
    with Store.open_file(path) as kept:
        assert kept.count() > 0
    assert not list(tmp_path.glob(".both*"))


def test_a_file_is_made_where_there_are_no_links(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(Path, "hardlink_to", none)

    assert make().count() == 0


def test_the_log_of_a_file_that_is_gone_gets_into_no_other(make: Make, tmp_path: Path) -> None:
    """A kill leaves a log; who then removes the file and begins again would get the old results."""
    store = make("old")
    run(store, stop_after=1)
    log = tmp_path / "old.tournament-wal"
    kept = tmp_path / "kept"
    shutil.copy(log, kept)
    store.close()
    store.path.unlink()
    kept.rename(log)

    with pytest.raises(StoreError, match=r"old\.tournament-wal: the file it belongs to is gone"):
        make("old", seed="another")


def _overwritten(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[-2 * 8192 :] = b"\x7f" * 2 * 8192
    path.write_bytes(raw)


def _changed(table: str, value: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with sqlite3.connect(path) as connection:
            connection.execute(f"DROP TRIGGER {table}_no_update")
            connection.execute(
                f"UPDATE {table} SET value = ?",  # noqa: S608  our own names
                (value.encode(),),
            )
        connection.close()

    return change


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(_overwritten, id="pages of the file"),
        pytest.param(_changed("results", '{"contest":'), id="results"),
        pytest.param(_changed("timings", "{}"), id="timings"),
        pytest.param(_changed("records", "no record"), id="records"),
    ],
)
def test_a_damaged_file_is_named_in_a_line(played: Make, spoil: Callable[[Path], None]) -> None:
    store = played()
    store.close()
    spoil(store.path)

    damaged = pytest.raises(StoreError, match=r"small\.tournament: the file is damaged")
    with damaged as refused, Store.open_file(store.path) as read:
        everything(read)
    assert "\n" not in str(refused.value)


def everything(store: Store) -> None:
    for result, _ in zip(store.results(), store.timings(), strict=True):
        store.record(result.key)


def test_what_cannot_be_written_can_be_read(played: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    store = played()
    store.close()
    monkeypatch.setattr(os, "access", lambda *_: False)

    with Store.open_file(store.path) as read:
        everything(read)
        with pytest.raises(StoreError, match="cannot be written: attempt to write a readonly"):
            read.add([PlayedMatch(next(read.results()), next(read.timings()), b"")])
    assert [path.name for path in store.path.parent.iterdir()] == [store.path.name]


def test_a_folder_is_no_tournament(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="got a folder"):
        Store.open_file(tmp_path)
