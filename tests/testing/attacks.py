"""Attacks from outside: mutated files of tournaments, lines typed at the prompt, bots' messages.

Each runs a command of the program in this process, and returns its exit code. An error that is not
meant for a user is raised, and so is one about control characters that reach the output.
"""

import io
import shlex
import shutil
import sqlite3
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from unicodedata import category

import msgspec

from parlour.cli.entry import main
from parlour.cli.output import DEBUG
from parlour.match.game import Game
from parlour.match.record import Line
from tests.match.mutants import mutated, written

TYPED = (
    "look", "log", "moves", "moves 1", "rules", "rules 1", "why undo", "undo", "?", "1", "2",
    "seat 1: look", "seat 2: undo", "seat 2: 1", "save",
)  # fmt: skip
"""Lines that people type, besides moves."""

BOT = """
import json, sys
lines = open(sys.argv[1], "rb").read().split(b"\\0")
for line in sys.stdin.buffer:
    kind = json.loads(line)["type"]
    if kind == "quit":
        break
    if kind in ("hello", "ready", "decide") and lines:
        sys.stdout.buffer.write(lines.pop(0) + b"\\n")
        sys.stdout.buffer.flush()
"""
"""A bot that answers with the lines of a file, one after another."""

PAGE = 8192
"""Bytes of a page of a tournament's file."""
TABLES = ("head", "results", "timings", "records", "errors")


def run_command(*arguments: str, typed: str = "") -> str:
    """Run the program in this process; return its exit code in words.

    Raises:
        AssertionError: It failed in a way not meant for users, or printed a control character.
    """
    said, code = io.StringIO(), 0
    before = sys.stdin, sys.argv
    sys.stdin, sys.argv = io.StringIO(typed), ["parlour", *arguments]
    try:
        with redirect_stdout(said), redirect_stderr(said):
            main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdin, sys.argv = before
    text = said.getvalue()
    loose = {letter for letter in text if category(letter) == "Cc"} - {"\n", "\t"}
    assert not loose, f"{sorted(loose)} in {text!r}"
    assert DEBUG not in text, text
    return f"exit {code}"


def write_tournament(path: Path) -> bytes:
    """Play a small tournament; return its file."""
    bots = ("--bot", "uniform", "--bot", "search:simulations=2")
    how = ("--game", "tic_tac_toe", "--blocks", "2", "--workers", "1", "--quiet")
    assert run_command("tournament", "run", "--file", str(path), *bots, *how) == "exit 0"
    return path.read_bytes()


def attack_by_file(whole: bytes, folder: Path, rng: Random) -> str:
    """Report on a mutated file of a tournament."""
    room = folder / "files"
    room.mkdir()
    path = room / "mutant.tournament"
    if rng.random() < 0.5:
        path.write_bytes(_with_wrong_bytes(whole, rng))
    else:
        path.write_bytes(whole)
        _spoil_rows(path, rng)
    try:
        command = ["tournament", rng.choice(("report", "export")), str(path)]
        if command[1] == "export":
            command += ["--jsonl", str(room / "out"), "--records", str(room / "records")]
        return run_command(*command)
    finally:
        shutil.rmtree(room)


def _with_wrong_bytes(whole: bytes, rng: Random) -> bytes:
    """Return a file with up to 30 wrong bytes, cut short, or with two pages swapped."""
    raw = bytearray(whole)
    for _ in range(rng.randint(1, 30)):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    if rng.random() < 0.2:
        del raw[rng.randrange(len(raw)) :]
    elif rng.random() < 0.2:
        one, other = (PAGE * rng.randrange(len(raw) // PAGE) for _ in range(2))
        raw[one : one + PAGE], raw[other : other + PAGE] = (
            raw[other : other + PAGE],
            raw[one : one + PAGE],
        )
    return bytes(raw)


def _spoil_rows(path: Path, rng: Random) -> None:
    """Mutate some values in a file, which remains a sound database."""
    with closing(sqlite3.connect(path)) as file, file:
        for (name,) in list(file.execute("SELECT name FROM sqlite_master WHERE type='trigger'")):
            file.execute(f"DROP TRIGGER {name}")
        for _ in range(rng.randint(1, 3)):
            table = rng.choice(TABLES)
            rows = list(file.execute(f"SELECT value FROM {table}"))  # noqa: S608  our own names
            if rows:
                (value,) = rng.choice(rows)
                mutant = mutated(value, rng) if isinstance(value, bytes) else b"{}"
                spoilt = rng.choice((mutant, mutant, None, "text", 7, b""))
                file.execute(f"UPDATE {table} SET value = ? WHERE value = ?", (spoilt, value))  # noqa: S608  likewise


def attack_by_lines(game: Game, folder: Path, rng: Random, lines: int = 50) -> str:
    """Play a match with mutated lines typed at the prompt."""
    seats = rng.choice(game.seats)
    moves = move_texts(game, str(rng.random()), seats)
    texts = [rng.choice(moves) if rng.random() < 0.6 else rng.choice(TYPED) for _ in range(lines)]
    typed = [mutated(text.encode(), rng) if rng.random() < 0.7 else text.encode() for text in texts]
    # The name of a file to save could be anywhere.
    kept = [line for line in typed if not line.lower().lstrip().startswith(b"save ")]
    record = folder / "typed.jsonl"
    try:
        return run_command(
            *("play", game.id, "--seed", "1", "--record", str(record), "--plain"),
            *(["--player", "human"] * seats),
            typed=b"\n".join(kept).decode("utf-8", "replace"),
        )
    finally:
        record.unlink(missing_ok=True)


def attack_by_messages(game: Game, folder: Path, rng: Random) -> str:
    """Play a match against a bot whose messages are mutated."""
    moves = move_texts(game, str(rng.random()))
    answers: list[object] = [{"type": "hello", "protocol": 1, "name": "x"}, {"type": "ready"}]
    answers += [{"type": "move", "id": n, "move": rng.choice(moves)} for n in range(1, 20)]
    raw = [msgspec.json.encode(answer) for answer in answers]
    at = rng.randrange(5)
    raw[at:] = [mutated(line, rng) for line in raw[at:]]
    return play_against(game, folder, raw)


def play_against(game: Game, folder: Path, messages: list[bytes]) -> str:
    """Play a match against a bot that answers with these messages, one after another."""
    bot, record, lines = folder / "bot.py", folder / "messages.jsonl", folder / "lines"
    bot.write_text(BOT, encoding="utf-8")
    lines.write_bytes(b"\0".join(messages))
    command = shlex.join([sys.executable, "-S", "-E", str(bot), str(lines)])
    seats = ["--player", f"exec:{command}", *["--player", "uniform"] * (game.seats[0] - 1)]
    clock = ["--clock", "start=2,move=0.2,reserve=0"]
    try:
        return run_command("play", game.id, "--record", str(record), *seats, *clock)
    finally:
        for path in folder.glob("messages.jsonl*"):
            path.unlink()


def move_texts(game: Game, seed: str, seats: int = 0) -> list[str]:
    """Return the moves of a random match, as texts."""
    lines = written(game, seats or game.seats[0], seed).splitlines()[1:]
    read = [msgspec.json.decode(line, type=Line) for line in lines]
    return [line.move for line in read if line.move is not None]
