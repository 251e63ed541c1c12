"""What is fuzzed: each target takes the bytes of one input, and raises what no user should meet.

``benchmarks/fuzz.py`` searches for inputs that reach new code, and ``test_attacks.py`` tries
those that it has kept. Most inputs begin with a line that names a game.
"""

import sqlite3
import tomllib
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from io import StringIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import msgspec

from parlour.catalog.catalog import Catalog
from parlour.match.game import Game
from parlour.match.record import SEAT_FORMAT, parse
from parlour.match.replay import game_of, replayed
from parlour.match.seat_record import seat_record, version_in
from parlour.players.time_control import TimeControl
from parlour.rules.errors import ParlourError
from parlour.table.acts import Ask, Fork, Rename, SaveCopy, Surface, Topic
from parlour.table.chair import Chair
from parlour.table.opening.tables import Tables, new_header
from parlour.table.seating import HUMAN, names_for_seats
from parlour.table.table import Table
from parlour.table.view import TableView
from parlour_testing.commands.validate import validated_seat_record
from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.loader import Loader
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing.store import Store
from parlour_tournament.report.export import (
    write_csv,
    write_errors,
    write_json_lines,
    write_timings,
)
from parlour_tournament.report.report_html import report_as_html
from parlour_web import messages
from parlour_web.page_session import UNREADABLE
from parlour_web.tables.answering import answer, is_slow, read_line
from parlour_web.tables.orders import TableOrder, header_for
from parlour_web.tables.send_queue import ViewChanges
from tests.match.mutants import written
from tests.testing.attacks import TABLES, move_texts, play_against, write_tournament

Target: TypeAlias = Callable[[bytes], object]
"""Tries one input."""

NAMES = ("tic_tac_toe", "leduc", "maori", "rapa_nui", "giants")
MAX_LINES = 12
"""Maximum number of lines and messages of an input that are tried."""
EDIT_BYTES = 4
"""Bytes of an edit of a file: three for its place, and the new one."""
CATALOG = Catalog()
LOADER = Loader(CATALOG)


MEMORY = Path("/dev/shm")  # noqa: S108  a folder is made there that nobody else has
ROOM = TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
"""Files are in memory where that can be."""
_numbers = count()


def room() -> Path:
    """Return a folder for files of this process; it is removed at the end."""
    return Path(ROOM.name)


def _games() -> list[Game]:
    return [LOADER.game(name) for name in NAMES]


def _split(data: bytes) -> tuple[Game, list[str]]:
    """Return the game that the first line of an input names, or the first, and other lines."""
    first, *rest = data.split(b"\n")
    name = first.decode("utf-8", "replace")
    found = LOADER.game(name if name in NAMES else NAMES[0])
    return found, [line.decode("utf-8", "replace") for line in rest[:MAX_LINES]]


@contextmanager
def _table(game: Game, surface: Surface) -> Iterator[Table]:
    """Begin a match of people only, always with the same luck."""
    path = room() / f"{next(_numbers)}.jsonl"
    header = new_header(game, (HUMAN,) * game.seats[0], game.read_options({}), "fuzz")
    try:
        with Tables(catalog=CATALOG, surface=surface).create(game, header, path) as table:
            yield table
    finally:
        path.unlink(missing_ok=True)


def try_record(data: bytes) -> None:
    """Read a record, of a match or of a seat, and replay it."""
    if version_in(data.partition(b"\n")[0]) == SEAT_FORMAT:
        path = room() / "seat.jsonl"
        path.write_bytes(data)
        validated_seat_record(path, LOADER.game)
        return
    with suppress(ParlourError):
        record = parse(data, "input")
        replayed(game_of(record, "input", LOADER.game), record, "input")


def try_move(data: bytes) -> None:
    """Read lines as moves and as outcomes."""
    game, lines = _split(data)
    for line in lines:
        for read in (game.read_move, game.outcome_notation.read):
            with suppress(ParlourError):
                read(line)


def try_lines(data: bytes) -> None:
    """Type lines at the prompt of a terminal; each is shown before what it would do."""
    game, lines = _split(data)
    with _table(game, Surface.TERMINAL) as table:
        for line in lines:
            seat = next(iter(table.awaited), 0)
            chair = table.chair(seat if seat in table.people else min(table.people, default=0))
            with suppress(ParlourError):
                chair.predict(line)
            act = chair.read(line).act
            if isinstance(act, SaveCopy) or (isinstance(act, Ask) and act.topic is Topic.HINT):
                continue
            chair.enter(line)
            with suppress(ParlourError):
                chair.preview(line)


def try_messages(data: bytes) -> None:
    """Send messages from the pages of the seats in turn, and from that of a spectator."""
    game, lines = _split(data)
    with _table(game, Surface.PAGE) as table:
        places = [*range(table.seats), None]
        for number, line in enumerate(lines):
            with suppress(*UNREADABLE, ParlourError):
                _answer(table.chair(places[number % len(places)]), line)


def _answer(chair: Chair, line: str) -> None:
    asked = messages.decode(line.replace("$position", str(chair.position)))
    if isinstance(asked, messages.ForkRequest):
        chair.fork(Fork(asked.at))
    elif isinstance(asked, messages.NameRequest):
        chair.check(Rename(asked.name))
        names_for_seats((HUMAN,), [asked.name])
    elif not is_slow(reading := read_line(chair, asked)):
        found = answer(chair, asked, reading)
        if isinstance(found, TableView):
            ViewChanges(found)
        else:
            messages.sent(found)


def try_order(data: bytes) -> None:
    """Order a table."""
    with suppress(*UNREADABLE, ParlourError):
        order = msgspec.json.decode(data, type=TableOrder)
        header_for(order, CATALOG, (), TimeControl())


def try_plan(data: bytes) -> None:
    """Read the plan of a tournament."""
    with suppress(ParlourError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        given = tomllib.loads(data.decode())
        given.pop("openings", None)  # paths: folders of this machine are not for fuzzing
        parse_plan(given, "input", LOADER)


def try_file(data: bytes) -> None:
    """Report on the file of a tournament with other bytes, or another value in one row.

    The first line is ``bytes``, and then come places and bytes; or it names a table and a row.
    """
    head, _, rest = data.partition(b"\n")
    table, _, row = head.decode("ascii", "replace").partition(" ")
    path = room() / "input.tournament"
    path.write_bytes(whole() if table in TABLES else _edited(whole(), rest))
    if table in TABLES:
        _replace_value(path, table, row, rest)
    with suppress(ParlourError), Store.open_file(path) as store:
        for result in store.results():
            with suppress(ParlourError):
                store.record(result.key)
        for write in (write_csv, write_json_lines, write_timings, write_errors):
            with suppress(ParlourError):
                write(store, StringIO())
        store.runs()
        report_as_html(store, analyse(store), "input")


def _edited(raw: bytes, edits: bytes) -> bytes:
    changed = bytearray(raw)
    for at in range(0, len(edits) - EDIT_BYTES + 1, EDIT_BYTES):
        place = int.from_bytes(edits[at : at + EDIT_BYTES - 1], "big")
        changed[place % len(changed)] = edits[at + EDIT_BYTES - 1]
    return bytes(changed)


def _replace_value(path: Path, table: str, row: str, value: bytes) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute(f"DROP TRIGGER {table}_no_update")
        values = [value for (value,) in file.execute(f"SELECT value FROM {table}")]  # noqa: S608  our own names
        if values:
            at = int(row) % len(values) if row.isdecimal() and row.isascii() else 0
            packed = zlib.compress(value) if table in {"records", "errors"} else value
            change = f"UPDATE {table} SET value = ? WHERE value IS ?"  # noqa: S608  likewise
            file.execute(change, (packed, values[at]))


@cache
def whole() -> bytes:
    """Return the file of a small tournament."""
    return write_tournament(room() / "whole.tournament")


def try_bot(data: bytes) -> None:
    """Play a match against a bot in another process, which answers with these lines."""
    game = LOADER.game("leduc")
    assert play_against(game, room(), data.split(b"\n")) == "exit 0"


TARGETS: Mapping[str, Target] = {
    "records": try_record,
    "moves": try_move,
    "lines": try_lines,
    "messages": try_messages,
    "orders": try_order,
    "plans": try_plan,
    "files": try_file,
    "bots": try_bot,
}


def seeds(kind: str) -> Iterator[bytes]:
    """Yield inputs to begin with."""
    yield from SEEDS[kind]()


def _records() -> Iterator[bytes]:
    for game in _games():
        raw = written(game, game.seats[0], "seed")
        yield b"\n".join(raw.splitlines()[:20]) + b"\n"
        record = parse(raw, "seed")
        seen = seat_record(game, record, "seed", 0, record.header.players)
        yield b"\n".join(list(seen)[:3]) + b"\n"


def _moves() -> Iterator[bytes]:
    for game in _games():
        texts = [*move_texts(game, "seed")[:MAX_LINES]]
        yield "\n".join((game.id, *texts)).encode()


TYPED = (
    "?", "look", "log", "moves", "moves 1", "score", "rules", "rules 1", "why undo", "why 1",
    "undo", "1", "1, 1", "seat 1: look", "seat 2: 1", "resign", "yes", "no", "order", "record",
    "pin", "again", "quit",
)  # fmt: skip
"""Lines that people type, besides moves."""


def _lines() -> Iterator[bytes]:
    for game in _games():
        texts = move_texts(game, "fuzz")
        yield "\n".join((game.id, *texts[:MAX_LINES])).encode()
        for at in range(0, len(TYPED), 6):
            yield "\n".join((game.id, texts[0], *TYPED[at : at + 6])).encode()


def _messages() -> Iterator[bytes]:
    for game in _games():
        texts = move_texts(game, "fuzz")[:MAX_LINES]
        entered = [
            {"type": "enter", "text": text, "position": "$position"} for text in (*texts, *TYPED)
        ]
        others: list[dict[str, object]] = [
            {"type": "sit", "key": "x"},
            {"type": "preview", "text": texts[0]},
            {"type": "narrow", "chosen": ["a", "b"]},
            {"type": "review", "at": 3, "seat": 1, "since": 1},
            {"type": "fork", "at": 2},
            {"type": "name", "name": "Ann"},
        ]
        for some in (entered[:9], entered[9:18], entered[18:], others):
            lines = b"\n".join((game.id.encode(), *map(msgspec.json.encode, some)))
            yield lines.replace(b'"$position"', b"$position")


def _orders() -> Iterator[bytes]:
    for game in _games():
        seats: list[dict[str, str]] = [{"who": "me", "name": "Ann"}]
        seats += [{"who": "bot", "level": "easy"}, {"who": "bot", "spec": "search:seconds=1"}]
        options = msgspec.to_builtins(game.read_options({}))
        order = {"game": game.id, "seats": seats[: game.seats[0]], "options": options}
        yield msgspec.json.encode(order)
        yield msgspec.json.encode(order | {"delay": 3, "spectators": False, "seed": "a-1"})


PLAN = """\
games = ["maori", {game = "leduc", seats = [2]}]
bots = ["uniform", {bot = "search:simulations=9", name = "nine"}, "exec:python3 bot.py"]
schedule = "swiss"
blocks = 3
rounds = 2
seed = "s"
anchors = [25, 50]
limit = 40
forfeits = "last"
clock = {move = 1.5, start = 3}
"""


def _plans() -> Iterator[bytes]:
    yield PLAN.encode()
    two = b'games = ["leduc"]\nbots = ["uniform", "greedy"]\n'
    yield two + b'schedule = "test"\n[test]\nnull = 0.5\n'
    yield two + b'anchors = true\ndeals = "shared"\n'


def _files() -> Iterator[bytes]:
    path = room() / "seeds.tournament"
    path.write_bytes(whole())
    with closing(sqlite3.connect(path)) as file:
        for table in TABLES:
            for (value,) in file.execute(f"SELECT value FROM {table} LIMIT 3"):  # noqa: S608  our own names
                plain = zlib.decompress(value) if table in {"records", "errors"} else value
                yield f"{table} 0\n".encode() + plain
    for place in (0, 16, 100, 8192, 8200, 20_000):
        yield b"bytes\n" + place.to_bytes(3, "big") + b"\x07"


def _bots() -> Iterator[bytes]:
    moves = move_texts(LOADER.game("leduc"), "seed")
    answers: list[object] = [{"type": "hello", "protocol": 1, "name": "x"}, {"type": "ready"}]
    answers += [{"type": "move", "id": n, "move": moves[n % len(moves)]} for n in range(1, 6)]
    yield b"\n".join(map(msgspec.json.encode, answers))
    yield b"\n".join(
        map(msgspec.json.encode, [*answers[:2], {"type": "move", "id": 1, "move": None}])
    )


SEEDS: Mapping[str, Callable[[], Iterator[bytes]]] = {
    "records": _records,
    "moves": _moves,
    "lines": _lines,
    "messages": _messages,
    "orders": _orders,
    "plans": _plans,
    "files": _files,
    "bots": _bots,
}
