"""What is fuzzed: each target takes the bytes of one input, and raises what no user should meet.

``benchmarks/fuzz.py`` searches for inputs that reach new code, and ``test_attacks.py`` tries
those that it has kept. Most inputs begin with a line that names a game.
"""

import shutil
import sqlite3
import zlib
from base64 import urlsafe_b64encode
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
from parlour.rules.one_line import visible
from parlour.rules.words import Viewer
from parlour.table.acts import Ask, Fork, Rename, SaveCopy, Surface, Topic
from parlour.table.chair import Chair
from parlour.table.opening.tables import Tables, new_header
from parlour.table.seating import HUMAN, names_for_seats
from parlour.table.table import Table
from parlour.table.view import TableView
from parlour.words.language import speaking
from parlour.words.phrasebook import Phrasebook
from parlour_league.submissions import BOT_FILE, copy_bot
from parlour_process.command import read_command
from parlour_testing.commands.validate import validated_seat_record
from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.loader import Loader
from parlour_tournament.plan.plan_file import parse_plan, toml_in
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


def check_line(line: str) -> None:
    """Check that a sentence is one line that no terminal obeys."""
    assert line == visible(line)


@contextmanager
def refused() -> Iterator[None]:
    """Let an input be refused, in one line that no terminal obeys."""
    try:
        yield
    except ParlourError as fault:
        check_line(str(fault))


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
    with refused():
        given = toml_in(data, "input")
        given.pop("openings", None)  # paths: folders of this machine are not for fuzzing
        parse_plan(given, "input", LOADER)


def try_submission(data: bytes) -> None:
    """Submit a bot with this file to a league."""
    folder = room() / "submitted"
    versions = room() / "versions"
    folder.mkdir(exist_ok=True)
    (folder / BOT_FILE).write_bytes(data)
    try:
        with refused():
            command = read_command(copy_bot(folder, versions / "submitted-1").setting().bot)
            check_line(" ".join(command.argv))
    finally:
        shutil.rmtree(versions, ignore_errors=True)


def try_position(data: bytes) -> None:
    """Begin matches at the positions of lines, or at what the lines have instead of a state."""
    game, lines = _split(data)
    for line in lines:
        with refused():
            match = game.match(state=_packed(game, line) if line.startswith("[") else line)
            for seat in match.awaited.seats:
                assert match.moves(seat)
            assert game.match(state=match.position()).state == match.state


def _packed(game: Game, line: str) -> str:
    """Return the line of a position whose JSON was changed."""
    code = urlsafe_b64encode(zlib.compress(line.encode("utf-8", "replace"))).decode()
    return f"{game.id}:{game.rules_version}:{code.rstrip('=')}"


def try_translation(data: bytes) -> None:
    """Speak a language whose sentences are in this file, and name what is wrong with them."""
    folder = room() / "sentences"
    folder.mkdir(exist_ok=True)
    (folder / "en.po").write_text(ENGLISH, encoding="utf-8")
    (folder / "xx.po").write_bytes(data)
    book = Phrasebook(folder)
    with speaking("xx"):
        for code, values in SAID:
            assert len(book.say(code, PEOPLE, **values)) <= MAX_LONGER * len(
                ENGLISH.encode() + data
            )
    for line in book.problems:
        check_line(line)


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
    "positions": try_position,
    "translations": try_translation,
    "submissions": try_submission,
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


def _positions() -> Iterator[bytes]:
    for game in _games():
        match = game.match(game.seats[0], 1)
        for _ in range(3):
            options = game.recorded_options(game.rules_version, match.header.options)
            state = msgspec.json.encode((match.seats, options, match.state))
            yield b"\n".join((game.id.encode(), state, match.position().encode()))
            seat = match.awaited.seats[0]
            match.play(match.moves(seat)[0], seat)


ENGLISH = """\
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"
msgid "card.fish"
msgstr "fish"
msgctxt "acc"
msgid "card.fish"
msgstr "a fish"
msgid "draws"
msgstr "{seat} draws {card:acc}."
msgctxt "you"
msgid "draws"
msgstr "You draw {card:acc}."
msgid "left"
msgid_plural "left"
msgstr[0] "{number} card of {text}"
msgstr[1] "{number} cards of {text}"
"""
PEOPLE = Viewer(("You", "Ann"))
SAID: tuple[tuple[str, dict[str, object]], ...] = (
    *(("draws", {"seat": seat, "card": "fish"}) for seat in range(2)),
    *(("left", {"number": number, "text": "x"}) for number in (-1, 0, 1, 2, 5, 11, 10**9)),
    ("left", {"number": 2, "text": ()}),
)
"""Sentences with their values, which a translation is asked for."""
MAX_LONGER = 20
"""Maximum factor by which a sentence may be longer than its file, since it has values."""


def _translations() -> Iterator[bytes]:
    yield ENGLISH.encode()
    for rule in ("n%10", "n/(n-1)", "(n==1)?0:n>1&&n<5?1:2", "-n", "n*n*n*n", "((", "n" * 2000):
        yield ENGLISH.replace("(n != 1)", rule).encode()
    for slot in ("{number:acc}", "{number:c}", "{number:x}", "{0}", "{card}", "{}", "{text:d}"):
        yield ENGLISH.replace("{number}", slot).encode()
    yield ENGLISH.replace("nplurals=2", "nplurals=" + "9" * 5000).encode()
    yield ENGLISH.replace("draws", "\u202e\x1b").encode()
    yield ENGLISH.replace("card", "K\u00e4rtchen").encode("latin-1")


def _submissions() -> Iterator[bytes]:
    yield b'command = "python3 bot.py"\nauthors = ["Ada", "Ben"]\nmemory = 64\nprocesses = 2\n'
    yield b"command = \"sh -c 'x y'\"\n"
    yield b'command = "x"\n[limits]\nmemory = 1979-05-27\n'
    yield b'command = "x"\nauthors = ' + b"[" * 900
    yield b'command = "x"\nmemory = ' + b"9" * 5000
    for word in (b"/etc/passwd", b"..", b"~", b"x" * 300, b"\\u0000", b"\\u001b]0;x", b"'"):
        yield b'command = "%s"\n"\\n" = 1\n' % word
        yield b'command = "%s"\n' % word


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
    "positions": _positions,
    "translations": _translations,
    "submissions": _submissions,
    "files": _files,
    "bots": _bots,
}
