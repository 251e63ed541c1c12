"""Nothing that comes from elsewhere is obeyed by a terminal, or breaks a line in two."""

import csv
import io
import json
import shlex
import sys
import unicodedata
from pathlib import Path
from typing import Any
from zlib import compress

import msgspec
import pytest
from rich.table import Column, Table

from parlour.cli.output import PrintableStream, show_progress
from parlour.match.record import Forfeit
from parlour.players.time_control import ThinkTime
from parlour.rules.one_line import one_line, printable, printable_json, visible
from parlour.terminal.screen import console
from parlour_tournament.plan.plan import Contest, Entrant, LeftOut, Plan, Roster, Tournament
from parlour_tournament.playing.results import MatchResult, PlayedMatch, StderrTail, Timing
from parlour_tournament.playing.store import Store
from tests.cli.commands import Run
from tests.cli.terminals import match_in_terminal

ENDS, STARTS_WINDOW_TITLE = "\x07", "\x1b]0;PWN"
HOSTILE = f"{STARTS_WINDOW_TITLE}{ENDS}\x9b2J\u202egnp.exe\u2066\r\x08\x7f\u2028\x85end"
BROKEN = f"{HOSTILE}\nok      forged.jsonl: maori, 1 lines, over"
LONG = "x" * 5_000
DIRECTIONS = {*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"}


class Terminal(io.StringIO):
    """A stream that calls itself a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_stays_in_one_line_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", PrintableStream(terminal))
    show_progress(1, 2, "matches")
    show_progress(2, 2, "matches")

    assert terminal.getvalue() == "1 of 2 matches\r2 of 2 matches\r\033[K"


def obeyed(text: str) -> list[str]:
    """Return the letters that a terminal would obey, and those that turn the writing round."""
    return [
        letter
        for letter in text
        if letter not in "\n\t"
        and (unicodedata.category(letter) in {"Cc", "Cs", "Zl", "Zp"} or letter in DIRECTIONS)
    ]


def record(*lines: dict[str, Any], **changed: Any) -> str:
    head = {
        "parlour": 1,
        "game": "tic_tac_toe",
        "rules_version": 1,
        "seats": 2,
        "options": {},
        "seed": "1",
        "players": ["uniform", "uniform"],
    }
    return "".join(json.dumps(each) + "\n" for each in (head | changed, *lines))


FORFEIT = {"forfeit": {"seat": 0, "ending": BROKEN, "reason": BROKEN}}
RECORDS = [
    pytest.param(record(players=[BROKEN, HOSTILE]), id="players"),
    pytest.param(record(players=[f"exec:{BROKEN}", f"exec:a '{HOSTILE}"]), id="commands"),
    pytest.param(record(game=BROKEN), id="game"),
    pytest.param(record(game="maori", options={BROKEN: 1}), id="name of an option"),
    pytest.param(record(game="maori", options={"side": BROKEN}), id="value of an option"),
    pytest.param(record(game="maori", options={"side": LONG}), id="long value"),
    pytest.param(record(game="maori", options={LONG: 1}), id="long name"),
    pytest.param(record(game="leduc", seed=HOSTILE), id="seed"),
    pytest.param(record({"seat": 0, "move": BROKEN}), id="move"),
    pytest.param(record({"outcome": BROKEN}), id="outcome"),
    pytest.param(record(FORFEIT), id="forfeit"),
    pytest.param(record({BROKEN: 1}), id="name of a field"),
    pytest.param(HOSTILE + "\n", id="no JSON"),
    pytest.param(record() + HOSTILE + "\n", id="no line"),
]


@pytest.mark.parametrize("text", RECORDS)
def test_a_record_speaks_to_no_terminal(run: Run, tmp_path: Path, text: str) -> None:
    kept = tmp_path / "data" / "parlour" / "matches"
    kept.mkdir(parents=True)
    for folder in (tmp_path, kept):
        (folder / "match.jsonl").write_text(text, encoding="utf-8")
    for command in (
        ("validate", "match.jsonl"),
        ("replay", "match.jsonl"),
        ("replay", "match.jsonl", "--seat", "1", "--step"),
        ("matches",),
        ("matches", "--json"),
        ("resume", "match.jsonl"),
    ):
        done = run(*command)

        assert obeyed(done.stdout + done.stderr) == [], command
        assert done.stderr.count("\n") <= 1
        assert len(done.stderr) < 1_000
        assert "Traceback" not in done.stderr
        assert not any(line.startswith("ok      forged") for line in done.stdout.splitlines())


def test_the_name_of_a_file_speaks_to_no_terminal(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    folder.mkdir()
    (folder / f"{HOSTILE}\n.jsonl").write_text(record(), encoding="utf-8")
    done = run("validate", "matches")

    assert done.returncode == 0
    assert obeyed(done.stdout) == []
    assert len(done.stdout.splitlines()) == 2


def test_a_terminal_gets_no_codes_of_a_record(home: dict[str, str], tmp_path: Path) -> None:
    """Also where lines are drawn, and not only printed."""
    text = record({**FORFEIT}, players=[HOSTILE, f"{LONG[:30]}{HOSTILE}"])
    (tmp_path / "match.jsonl").write_text(text, encoding="utf-8")
    with match_in_terminal(home, tmp_path, "replay", "match.jsonl", "--lines") as terminal:
        shown = terminal.wait("saw it> ")
        terminal.type("last")
        shown += terminal.wait("saw it> ")

    assert STARTS_WINDOW_TITLE not in shown
    assert ENDS not in shown
    assert "\x9b" not in shown
    assert "\u202e" not in shown
    assert r"\x1b]0;pwn\x07\x9b2j\u202egnp.exe" in shown.replace("\r\n", "").casefold()


BOT = """
import json, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print(json.dumps(HELLO | {"type": "hello", "protocol": 1}), flush=True)
    elif kind == "ready":
        print('{"type":"ready"}', flush=True)
    elif kind == "decide":
        sys.stderr.write(TEXT)
        sys.exit(1)
"""
HELLOS = [
    pytest.param({"name": HOSTILE, "author": HOSTILE}, id="name"),
    pytest.param({"name": "bot", "games": [BROKEN, LONG]}, id="games"),
    pytest.param({"name": "bot", "options": {BROKEN: 1, LONG: 2}}, id="options"),
]


@pytest.mark.parametrize("hello", HELLOS)
def test_a_bot_speaks_to_no_terminal(run: Run, tmp_path: Path, hello: dict[str, Any]) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"HELLO = {hello!r}\nTEXT = {BROKEN!r}\n{BOT}", encoding="utf-8")
    settings = "[a=1]" if "options" in hello else ""
    spec = f"exec{settings}:{sys.executable} bot.py"
    bots = ("--bot", spec, "--bot", "uniform")
    for command in (
        ("play", "tic_tac_toe", "--player", spec, "--player", "uniform", "--record", "m.jsonl"),
        ("replay", "m.jsonl"),
        ("bot", "check", spec, "--game", "tic_tac_toe"),
        ("tournament", "run", "--game", "tic_tac_toe", *bots, "--blocks", "1"),
        ("tournament", "report", "parlour.tournament"),
        ("tournament", "export", "parlour.tournament", "--stderr", "-"),
    ):
        done = run(*command)

        assert obeyed(done.stdout + done.stderr) == [], command
        assert max(map(len, done.stdout.splitlines()), default=0) < 1_200
        assert "Traceback" not in done.stderr
    for path in tmp_path.glob("*.stderr.txt"):
        assert obeyed(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("raise ValueError(TEXT)", id="an error"),
        pytest.param("print(TEXT)", id="output"),
        pytest.param("import sys; sys.stderr.write(TEXT)", id="standard error"),
    ],
)
def test_a_plugin_speaks_to_no_terminal(run: Run, tmp_path: Path, statement: str) -> None:
    (tmp_path / "loud.py").write_text(f"TEXT = {BROKEN!r}\n{statement}\n", encoding="utf-8")
    for command in (("games",), ("play", "./loud.py"), ("rules", "loud")):
        done = run(*command, PARLOUR_PATH="./loud.py")

        assert obeyed(done.stdout + done.stderr) == []


def hostile_tournament(path: Path) -> None:
    """Write a file of a tournament in which every text is hostile."""
    plan = Plan(
        seed=BROKEN,
        contests=(Contest("tic_tac_toe", 2, {BROKEN: BROKEN}), Contest(HOSTILE, 2)),
        entrants=tuple(Entrant(name, name) for name in FORMULAS),
        blocks=2,
    )
    reasons = tuple(LeftOut(0, who, BROKEN) for who in (2, 3))
    roster = Roster(((0, 1), (0, 1)), reasons, {1: BROKEN}, (1, 1))
    with Store.create_file(path, Tournament(plan, roster)) as store:
        store.add(played(block, match) for block in (0, 1) for match in (0, 1))


FORMULAS = ("=1+1", "+1" + HOSTILE, "-1", "@SUM(A1)", "\t=1", "\r=1", BROKEN)


def played(block: int, match: int) -> PlayedMatch:
    forfeits = (Forfeit(0, BROKEN, BROKEN),) if match else ()
    lineup = (0, 1) if match else (1, 0)
    fault = BROKEN if block else ""
    scores = () if block else (-1, 1)
    places = () if block else (2, 1)
    result = MatchResult(0, block, match, f"={BROKEN}", lineup, scores, places, 5, forfeits, fault)
    timing = Timing(1.0, 2.0, f"={BROKEN}", (ThinkTime(1, 1.0, 1.0),) * 2)
    errors = (StderrTail(0, BROKEN),)
    return PlayedMatch(result, timing, compress(record(FORFEIT).encode()), errors)


@pytest.fixture(params=[("report",), ("report", "--plain"), ("report", "--json"), ("run",)])
def told(request: pytest.FixtureRequest, run: Run, tmp_path: Path) -> str:
    hostile_tournament(tmp_path / "t")
    command, *options = request.param
    done = run("tournament", command, "t", *options)
    return done.stdout + done.stderr


def test_the_file_of_a_tournament_speaks_to_no_terminal(told: str) -> None:
    assert obeyed(told) == []
    assert "Traceback" not in told
    assert not any(line.startswith("ok      forged") for line in told.splitlines())


@pytest.mark.parametrize("to", ["-", "written"])
@pytest.mark.parametrize("what", ["--csv", "--timings", "--jsonl", "--stderr"])
def test_no_export_speaks_to_a_terminal_or_runs_in_a_spreadsheet(
    run: Run, tmp_path: Path, what: str, to: str
) -> None:
    hostile_tournament(tmp_path / "t")
    done = run("tournament", "export", "t", what, to)
    text = done.stdout if to == "-" else (tmp_path / to).read_text(encoding="utf-8")

    assert (done.returncode, obeyed(text)) == (0, [])
    assert text
    if what == "--jsonl":
        objects = [json.loads(line) for line in text.splitlines()]
        assert objects[0]["bots"] == [FORMULAS[1], FORMULAS[0]]
    elif what != "--stderr":
        rows = list(csv.reader(text.splitlines()))
        assert {len(row) for row in rows} == {len(rows[0])}
        cells = [cell for row in rows[1:] for cell in row]
        assert "'=1+1" in cells
        assert [cell for cell in cells if cell[:1] in {*"=+@\t\r"}] == []
        assert {cell for cell in cells if cell[:1] == "-"} <= {"-1"}


def test_numbers_stay_numbers(run: Run, tmp_path: Path) -> None:
    hostile_tournament(tmp_path / "t")
    rows = list(csv.DictReader(run("tournament", "export", "t", "--csv", "-").stdout.splitlines()))

    assert {row["points"] for row in rows} == {"-1", "1", ""}
    assert {row["bot"] for row in rows} == {"'=1+1", "'" + one_line(FORMULAS[1])}


def test_the_records_of_a_hostile_tournament_stay_in_their_folder(run: Run, tmp_path: Path) -> None:
    hostile_tournament(tmp_path / "t")
    run("tournament", "export", "t", "--records", "out")
    before = {path for path in tmp_path.rglob("*.jsonl") if path.is_relative_to(tmp_path / "out")}
    printed = run("tournament", "export", "t", "--match", "0:0:0")

    assert len(before) == 4
    assert obeyed("".join(map(str, before))) == []
    assert obeyed(printed.stdout) == []
    assert json.loads(printed.stdout.splitlines()[1]) == FORFEIT


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("plain, ÄÖ, 海, 🗿", "plain, ÄÖ, 海, 🗿", id="letters stay"),
        pytest.param("a\tb\nc", "a\tb\nc", id="tabs and ends of lines stay"),
        pytest.param("\x1b[2J", r"\x1b[2J", id="escape"),
        pytest.param("\x9b2J", r"\x9b2J", id="C1"),
        pytest.param("\r\x08\x7f\x00", r"\r\x08\x7f\x00", id="C0"),
        pytest.param("\u202eabc\u2069", r"\u202eabc\u2069", id="direction"),
        pytest.param("\ud800", r"\ud800", id="half a pair"),
        pytest.param("\U000e0041", r"\U000e0041", id="hidden letters"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert visible(text) == shown.replace("\t", r"\t").replace("\n", r"\n")
    if "\ud800" not in text:
        written = msgspec.json.encode(text).decode()
        assert json.loads(printable_json(written)) == text
        assert obeyed(printable_json(written)) == []


def test_a_line_is_never_two_and_has_a_limit() -> None:
    assert "\n" not in one_line(BROKEN)
    assert obeyed(one_line(BROKEN)) == []
    assert len(one_line(LONG, 60)) == 60
    assert shlex.split(one_line("a  b\n c")) == ["a", "b", "c"]


def test_a_drawing_is_printable_too() -> None:
    """A console draws past the stream that writes out codes, and does the same."""
    drawing = console()
    with drawing.capture() as drawn:
        drawing.print(Table(Column(HOSTILE), title=HOSTILE), f"\n{HOSTILE}")

    assert obeyed(drawn.get()) == []
    assert r"\x1b]0;PWN" in drawn.get()
