"""What a record promises: a person's answer is on the disk once it is shown, or was not made."""

import builtins
import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

from parlour.catalog.catalog import Catalog
from parlour.match import record as records
from parlour.match.record import read
from parlour.rules.errors import ParlourError, RecordError
from parlour.table.acts import Surface
from parlour.table.opening.tables import Tables, new_header
from parlour.table.table import Table
from tests.table.seated import let_bots_play

TABLES = Tables(catalog=Catalog(), surface=Surface.TERMINAL)
LEDUC = TABLES.catalog.game("leduc")
LINES = ("raise", "call", "undo", "check", "raise", "resign", "yes")
"""Lines of a match with chance in it, an undo that is refused, and somebody who gives up."""


class Disk:
    """A disk that fails at one of its calls and at all later ones, or loses its power."""

    def __init__(self, fails_at: int = -1, takes: int = 0) -> None:
        self.calls = 0
        self.fails_at = fails_at
        self.takes = takes
        """Number of bytes that it takes of what it then refuses."""
        self.synced: dict[int, bytes] = {}
        """What would be there after a power failure, by the number of the file."""

    def call(self) -> None:
        self.calls += 1
        if 0 <= self.fails_at < self.calls:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def open(self, path: Path, mode: str, *given: Any, **named: Any) -> Any:
        self.call()
        return File(builtins.open(path, mode, *given, **named), self)  # noqa: PTH123  likewise

    def sync(self, number: int) -> None:
        self.call()
        with suppress(OSError):  # a folder
            self.synced[os.fstat(number).st_ino] = Path(f"/proc/self/fd/{number}").read_bytes()


class File:
    """A file on such a disk."""

    def __init__(self, file: IO[bytes], disk: Disk) -> None:
        self._file = file
        self._disk = disk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, raw: bytes) -> int:
        try:
            self._disk.call()
        except OSError:
            if self._disk.calls == self._disk.fails_at + 1 and self._disk.takes:
                return self._file.write(raw[: self._disk.takes])
            raise
        return self._file.write(raw)


Mount = Callable[[Disk], Disk]


@pytest.fixture
def mount(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Mount:
    """Return what puts the records of a test on a disk."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def mounted(disk: Disk) -> Disk:
        monkeypatch.setattr(records, "open", disk.open, raising=False)
        monkeypatch.setattr(os, "fsync", disk.sync)
        return disk

    return mounted


def play(path: Path, shown: list[bytes]) -> Table:
    """Play a match of two people; note the record after each answer that they are shown."""
    header = new_header(LEDUC, ("human", "human"), LEDUC.read_options({}), "1", ("Ann", "Ben"))
    with TABLES.create(LEDUC, header, path) as table:
        shown.append(path.read_bytes())
        for line in LINES:
            table.chair(table.awaited[0]).enter(line)
            shown.append(path.read_bytes())
    return table


def test_what_is_shown_is_on_the_disk(mount: Mount, tmp_path: Path) -> None:
    disk, shown, synced = mount(Disk()), list[bytes](), list[bytes]()
    path = tmp_path / "match.jsonl"
    real = disk.sync

    def sync(number: int) -> None:
        real(number)
        if path.exists() and path.stat().st_ino in disk.synced:
            synced.append(disk.synced[path.stat().st_ino])

    disk.sync = sync  # type: ignore[method-assign]
    mount(disk)
    play(path, shown)

    assert len({*shown}) == 5
    assert {*shown} <= {*synced}


@pytest.mark.parametrize("takes", [0, 7], ids=["nothing", "a part"])
def test_a_disk_that_fails_at_any_call_loses_nothing_that_was_shown(
    mount: Mount, tmp_path: Path, takes: int
) -> None:
    whole = list[bytes]()
    play(tmp_path / "whole.jsonl", whole)
    said = set[str]()
    for fails_at in range(100):
        disk, shown = mount(Disk(fails_at, takes)), list[bytes]()
        path = tmp_path / f"{fails_at}.jsonl"
        try:
            play(path, shown)
        except ParlourError as fault:
            said.add(str(fault).removeprefix(f"{path}: "))
        mount(Disk())
        if not shown:
            assert not path.exists()
            continue
        assert path.read_bytes() == shown[-1]
        with TABLES.open(path):
            pass
        if disk.calls <= fails_at:
            break
    assert said == {"cannot be written: No space left on device"}
    assert shown == whole
    assert disk.calls > 10


@pytest.mark.parametrize("call", [0, 1], ids=["write", "sync"])
def test_a_table_that_could_not_save_an_answer_takes_no_other(
    mount: Mount, tmp_path: Path, call: int
) -> None:
    disk, path = mount(Disk()), tmp_path / "match.jsonl"
    header = new_header(LEDUC, ("human", "uniform"), LEDUC.read_options({}), "1")
    with TABLES.create(LEDUC, header, path) as table:
        before = path.read_bytes()
        disk.fails_at = disk.calls + call
        with pytest.raises(RecordError, match="cannot be written"):
            table.chair(0).enter("call")
        disk.fails_at = -1
        with pytest.raises(RecordError, match="an answer was not saved; open the match again"):  # noqa: PT012  the bot may be asked first
            let_bots_play(table)
            table.chair(0).enter("call")

    assert path.read_bytes() == before
    assert read(path).lines
