"""``parlour house``: looking after the folder of a server."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from shutil import disk_usage
from stat import S_IMODE
from typing import Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import AsJson
from parlour.cli.output import FAILED, print_json
from parlour.match import SUFFIX, game_of, open_record, replayed
from parlour.rules import MisuseError, ParlourError, one_line, visible
from parlour.table.opening.saved_matches import folder as saved_folder
from parlour_analysis.dealt_again import check_deals
from parlour_web.commands.backing_up import back_up
from parlour_web.commands.revoking import HOST, KeyedSeat, keyed_seats
from parlour_web.commands.revoking import revoke as revoke_keys
from parlour_web.house.audit import audit_lines
from parlour_web.tables import metadata
from parlour_web.tables.quota import read_house_key, renew_house_key

LEAST_FREE = 64 << 20
"""Number of free bytes of the disk below which a check fails."""

TableFolder = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FOLDER]",
        help="Folder of the matches; unless given, that of parlour play.",
        exists=True,
        file_okay=False,
    ),
]


def check(folder: TableFolder = None, json: AsJson = False) -> None:
    """Check the rights, the records and the deals of a folder of tables.

    Prints a line for each fault: a file that other users of this machine can read, a
    record that does not replay, an outcome that does not follow from the seed, metadata
    that cannot be read, a disk that is nearly full. People may play meanwhile.

    Examples:
      parlour house check ./tables
    """
    place = folder or saved_folder()
    faults = [*_rights(place), *_unreadable(place), *_strange_records(place), *_disk(place)]
    if json:
        print_json(faults)
    else:
        noun = "fault" if len(faults) == 1 else "faults"
        print(*[visible(one_line(fault)) for fault in faults], f"{len(faults)} {noun}", sep="\n")
    if faults:
        raise typer.Exit(FAILED)


def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The archive to write, such as tables.tar.gz.")
    ],
    folder: TableFolder = None,
) -> None:
    """Back up a folder of tables, while people play.

    The archive has every move that was shown before the command began. It holds hands,
    seeds and names, so only you may read it. It holds no key: links of people go on.

    Restore it into an empty folder: tar -xzf FILE -C FOLDER

    Examples:
      parlour house backup tables.tar.gz ./tables
    """
    count = back_up(folder or saved_folder(), file)
    noun = "table" if count == 1 else "tables"
    print(f"{visible(str(file))}: {count} {noun}")


def keys(
    folder: TableFolder = None,
    *,
    revoke: Annotated[
        list[str] | None,
        typer.Option(
            "--revoke",
            metavar="TABLE[:SEAT]",
            help="Let no key open a seat, counted from 1, the host of a table (TABLE:host), or "
            "any seat of a table. Once for each.",
        ),
    ] = None,
    revoke_all: Annotated[
        bool, typer.Option("--revoke-all", help="Let no key open anything, also the host's.")
    ] = False,
    json: AsJson = False,
    host: Annotated[bool, typer.Option("--host-key", help="Print the host's key.")] = False,
) -> None:
    """List the keys of a folder of tables, or revoke them.

    A table keeps hashes of keys, so the list names seats and no key. A page with a key that
    is revoked is sent away, also if a server has the table open. The host of the table
    gives out new links; a table whose host is revoked gets none.

    Examples:
      parlour house keys
      parlour house keys ./tables
      parlour house keys --revoke maori-abcdef:1 ./tables
      parlour house keys --revoke-all
    """
    place = folder or saved_folder()
    if host:
        print(f"#{visible(read_house_key(place))}")
        return
    known = list(keyed_seats(place))
    if json and not (revoke or revoke_all):
        print_json([one._asdict() for one in known])
        return
    if not (revoke or revoke_all):
        for one in known:
            print(f"{one.table}:{_seat_name(one.seat)}  {visible(one.name)}".rstrip())
        return
    chosen = known if revoke_all else [one for name in revoke or () for one in _named(name, known)]
    for table in sorted({one.table for one in chosen}):
        revoke_keys(place, table, [one.seat for one in chosen if one.table == table])
    if revoke_all:
        renew_house_key(place)
    count = len(set(chosen))
    print(f"{count} {'key' if count == 1 else 'keys'} revoked")


def _named(name: str, known: Iterable[KeyedSeat]) -> list[KeyedSeat]:
    """Return the seats of ``TABLE`` or ``TABLE:SEAT``.

    Raises:
        MisuseError: No key opens one.
    """
    table, _, seat = name.partition(":")
    named = [one for one in known if one.table == table and seat in {"", _seat_name(one.seat)}]
    if not named:
        raise MisuseError(f"expected a table and a seat with a key, got '{visible(name)}'")
    return named


def log(folder: TableFolder = None, json: AsJson = False) -> None:
    """Print each act that let somebody in or out.

    A line says when, what, at which table and seat, and from which address: tables that
    were laid and deleted, seats that were taken, wrong keys, and links that are new or revoked.

    Examples:
      parlour house log ./tables
    """
    lines = audit_lines(folder or saved_folder())
    if json:
        print_json([*lines])
        return
    for line in lines:
        when = datetime.fromtimestamp(line.at).astimezone()
        where = line.table if line.seat is None else f"{line.table}:{_seat_name(line.seat)}"
        print(visible(f"{when:%Y-%m-%d %H:%M:%S}  {line.act}  {where}  {line.address}").rstrip())


def _seat_name(seat: int) -> str:
    return "host" if seat == HOST else str(seat + 1)


def _rights(folder: Path) -> Iterator[str]:
    for path in (folder, *sorted(folder.iterdir())):
        with suppress(FileNotFoundError):  # people play meanwhile, and tables are deleted
            mode = S_IMODE(path.lstat().st_mode)
            if mode & 0o077 and not path.is_symlink():
                yield f"{path}: other users of this machine may use it ({mode:o})"


def _unreadable(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob(f"*{metadata.SUFFIX}")):
        try:
            metadata.read(path)
        except ParlourError as fault:
            if path.exists():
                yield str(fault)


def _strange_records(folder: Path) -> Iterator[str]:
    find = Catalog().game_named
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            with open_record(path) as record:
                game = game_of(record, str(path), find)
                replayed(game, record, str(path))
            check_deals(path, game)
        except ParlourError as fault:
            if path.exists():
                yield str(fault)
        except Exception as fault:  # noqa: BLE001  a plugin may raise anything on an old record
            yield f"{path}: the game failed on it: {type(fault).__name__}"


def _disk(folder: Path) -> Iterator[str]:
    free = disk_usage(folder).free
    if free < LEAST_FREE:
        yield f"{folder}: {free >> 20} MiB of the disk are free"
