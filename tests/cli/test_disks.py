"""Full, read-only and odd disks: what was acknowledged stays, and the rest is one sentence."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from zlib import compress

import pytest
from msgspec import structs

from parlour.catalog.catalog import Catalog
from parlour.rules.errors import ParlourError, StoreError
from parlour.table.acts import Surface
from parlour.table.opening.tables import Tables, new_header
from parlour_tournament.plan.settings import Resources
from parlour_tournament.playing.results import PlayedMatch
from parlour_tournament.playing.runner import Runner
from parlour_tournament.playing.store import Store
from parlour_tournament.running import lock_file, run
from parlour_training.trainer import Training
from parlour_web.options import ServerSettings
from parlour_web.tables import metadata
from parlour_web.tables.metadata import TableFile, TableMetadata
from parlour_web.tables.store import TableStore
from tests.training.test_training import settings

if sys.platform == "win32":
    pytest.skip("Windows has no such limits, pipes and users", allow_module_level=True)
import resource

NOBODY = 65534
PLAN = {
    "games": ["tic_tac_toe"],
    "bots": ["uniform", "search:simulations=2"],
    "blocks": 3,
    "seed": "s",
}


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file of this process grow above a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Be a user who may read a folder and not write it; what is needed is imported before."""
    folder.chmod(0o555)
    for path in folder.iterdir():
        path.chmod(0o444)
    is_root = os.geteuid() == 0
    if is_root:
        os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        if is_root:
            os.setresuid(0, 0, 0)
        folder.chmod(0o755)


def checkpoint(path: Path) -> Callable[[], object]:
    """Write a checkpoint of a training; return what writes the next."""
    training = Training(settings(), path)
    training.keep()
    training.checkpoint = structs.replace(training.checkpoint, matches=5)
    return training.keep


def table_file(path: Path) -> Callable[[], object]:
    """Write the metadata of a table; return what changes them."""
    known = TableMetadata(host="aa", seats=("bb", ""), names=("Ada", ""))
    metadata.write(path, known)
    return lambda: TableFile(path, known).change("names", 0, "A longer name")


WRITERS = pytest.mark.parametrize("writer", [checkpoint, table_file])
Writer = Callable[[Path], Callable[[], object]]


@WRITERS
def test_a_file_that_does_not_fit_on_the_disk_stays_as_it_was(
    writer: Writer, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    change, before, size = writer(path), path.read_bytes(), -1
    while path.read_bytes() == before:
        size += 16
        with room_for(size), suppress(ParlourError):
            change()
            break
        assert path.read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert size >= len(before) - 16


@WRITERS
@pytest.mark.parametrize("call", ["open", "fdopen", "fsync", "replace"])
def test_a_file_stays_as_it_was_whichever_call_fails(
    writer: Writer, call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, before = writer(tmp_path / "file"), (tmp_path / "file").read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(Path if call == "replace" else os, call, fail)
    with pytest.raises(ParlourError, match="file: cannot be written: Input/output error"):
        change()
    monkeypatch.undo()

    assert (tmp_path / "file").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_matches_of_a_tournament_stay_when_the_disk_is_full(tmp_path: Path) -> None:
    run(PLAN, tmp_path / "whole", resources=Resources(workers=1))
    with Store.open_file(tmp_path / "whole") as whole:
        tournament = whole.tournament
        rows = zip(whole.results(), whole.timings(), strict=True)
        played = [(one, when, compress(whole.record(one.key))) for one, when in rows]
    refused, added = list[str](), 0
    for size in range(0, 400_000, 8192):
        path, added = tmp_path / f"{size}", 0
        try:
            with room_for(size), Store.create_file(path, tournament) as store:
                for one in played:
                    store.add([PlayedMatch(*one)])
                    added += 1
        except StoreError as fault:
            refused.append(str(fault).removeprefix(f"{path}: "))
        if not path.exists():
            assert not list(tmp_path.glob(f".{size}*"))
            continue
        with Store.open_file(path) as kept:
            assert kept.count() >= added
            assert [kept.record(one.key) for one in kept.results()]
        if added == len(played):
            break
    assert added == len(played)
    assert len(refused) > 5
    assert {line.partition(": ")[0] for line in refused} == {"cannot be written"}


@pytest.mark.parametrize(("durable", "level"), [(False, 1), (True, 2)])
def test_a_tournament_that_asks_for_it_syncs_every_match(
    tmp_path: Path, *, durable: bool, level: int
) -> None:
    """SQLite's levels: 1 syncs when the log is copied into the file, 2 with each transaction."""
    seen: list[int] = []

    def note(runner: Runner) -> None:
        connection = runner.store._connection  # noqa: SLF001  SQLite tells nobody else
        seen.extend(connection.execute("PRAGMA synchronous").fetchone())

    resources = Resources(workers=1, durable=durable)
    run(PLAN, tmp_path / "file", resources=resources, on_progress=note)

    assert {*seen} == {level}


FULL = {
    "play maori --player human --player human --seed 7 --record file": (8192, 4000),
    "tournament run --game leduc --bot uniform --bot search:simulations=2 --workers 1 --quiet "
    "--blocks 900 --file file": (400_000, 0),
}
"""Commands, each with the bytes of the disk and how many of them are taken."""


@pytest.mark.skipif(which("bwrap") is None, reason="nothing here makes a small file system")
@pytest.mark.parametrize("command", FULL, ids=lambda command: command.split()[0])
def test_a_command_on_a_real_disk_that_is_full(
    command: str, tmp_path: Path, home: dict[str, str]
) -> None:
    size, taken = FULL[command]
    (tmp_path / "kept").mkdir()
    disk = ["bwrap", "--dev-bind", "/", "/", "--size", str(size), "--tmpfs", str(tmp_path / "full")]
    fill = f"head -c {taken} /dev/zero > other"
    play = f"{sys.executable} -m parlour {command}"
    keep = "code=$?; cp file* ../kept; exit $code"
    done = subprocess.run(  # noqa: S603  our own command
        [*disk, "--chdir", str(tmp_path / "full"), "sh", "-c", f"{fill}; {play}; {keep}"],
        input="1\n" * 300,
        capture_output=True,
        text=True,
        env=home,
        check=False,
        timeout=300,
    )
    if "cannot" in done.stderr and "bwrap" in done.stderr:
        pytest.skip("no namespace may be made here")
    path = tmp_path / "kept" / "file"

    assert done.returncode == 1
    assert done.stderr.startswith("parlour: file: cannot be written: ")
    assert done.stderr.count("\n") == 1
    if command.startswith("play"):
        shown = done.stdout.count("Player 1> ") + done.stdout.count("Player 2> ")
        assert sum(b'"move"' in line for line in path.read_bytes().splitlines()) == shown - 1
        with Tables(catalog=Catalog(), surface=Surface.TERMINAL).open(path):
            pass
    else:
        with Store.open_file(path) as store:
            assert store.count() > 10
            assert all(store.record(result.key) for result in store.results())


def test_a_folder_that_became_read_only_is_said_in_a_sentence() -> None:
    """Nobody may write there; what is there can be read, and a match that is open goes on."""
    catalog = Catalog()
    game = catalog.game("leduc")
    tables = Tables(catalog=catalog, surface=Surface.TERMINAL)
    header = new_header(game, ("human", "human"), game.read_options({}), "1")
    with TemporaryDirectory() as name:
        folder = Path(name)
        writers = [writer(folder / writer.__name__) for writer in (checkpoint, table_file)]
        run(PLAN, folder / "t", resources=Resources(workers=1))
        with Store.open_file(folder / "t") as store:
            tournament = store.tournament
        with tables.create(game, header, folder / "open.jsonl") as table, read_only(folder):
            refused = (
                *writers,
                lambda: tables.create(game, header, folder / "new.jsonl"),
                lambda: tables.open(folder / "open.jsonl", game=game),
                lambda: Store.create_file(folder / "new", tournament),
                lambda: lock_file(folder / "t").__enter__(),
                TableStore(folder, catalog, ServerSettings()).take,
            )
            for write in refused:
                with pytest.raises(ParlourError, match="cannot be written"):
                    write()
            with Store.open_file(folder / "t") as store:
                assert store.count() == 6
            before = len(table.chair(0).movers)
            table.chair(table.awaited[0]).enter("call")
            assert len(table.chair(0).movers) > before
