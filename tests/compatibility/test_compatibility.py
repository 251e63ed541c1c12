"""Files of release 0.1.0 are read, replayed, resumed and reported; its refusals are said again.

``tests/compatibility/README.md`` says what the files are. They never change.
"""

import csv
import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import parlour
from parlour import Game, Refusal, Viewer
from parlour.front_door import AnyMatch
from parlour.rules.words import refusal_sentence
from tests.cli.commands import empty_home
from tests.cli.in_process import run_in_process
from tests.maori import positions as maori

Parlour: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]
Row: TypeAlias = dict[str, Any]

KEPT = Path(__file__).parent
RECORDS = KEPT / "records"
RESUMED = KEPT / "resumed"
REFUSALS = KEPT / "refusals"
TOURNAMENTS = KEPT / "tournaments"

NAMES = sorted(str(path.relative_to(RECORDS)) for path in RECORDS.rglob("*.jsonl"))
UNFINISHED = [name for name in NAMES if b'\n{"over"' not in (RECORDS / name).read_bytes()]
MAX_SEATS = (
    "connect_four/finished.jsonl",
    "giants/italian-5.jsonl",
    "leduc/finished.jsonl",
    "maori/basic-5.jsonl",
    "rapa_nui/four-seats.jsonl",
    "tic_tac_toe/with-an-undo.jsonl",
)
"""Of each game a record with as many seats as there are."""

ADDED = {"unrepeatable", "replay"}
"""Fields of exports that were added since."""
REWORDED: dict[str, str] = {
    "the ship must be launched before the first turn": (
        "the ship must be placed before the first turn"
    ),
    "a moai is to be picked now, or declined": "a moai is to be carved now, or declined",
    "a figure is to be placed now, a Rongo half bought, or passed": (
        "a figure is to be placed now, half a tablet bought, or passed"
    ),
    "a chief acts only by breaking a tablet, two Rongo halves": (
        "a chief acts only by breaking a tablet: two half tablets"
    ),
    "a Rongo half needs a marker behind your screen": (
        "half a tablet costs a marker, and you have none behind your screen"
    ),
    "you have no tablet, two Rongo halves, left": "you have no two half tablets left",
    "a tile with palms is not turned; one without looks the same so": (
        "a tile with palms is not turned; one without palms looks the same when it is turned"
    ),
    "first say which piece, as in 'move moai 2 d9 mark'": (
        "first say which piece, as in 'move moai 2 to f8 erect'"
    ),
}
"""Sentences of refusals then, and now, where the wording was changed on purpose."""
RENAMED_THINGS = (
    (r"moai of size (\d)", r"size-\1 moai"),
    (r"before your screen", r"in front of your screen"),
    (r"and a (priest|moai|woodcutter) is none", r"and a \1 is not a hunter"),
    (r"' or (?='for .* or )", "', "),
    (r"costs 1 shells", r"costs 1 shell"),
    (r"costs a shell, and there is none", r"costs a shell, and you have no shell left"),
)
"""Names of things in sentences of refusals then, and now."""
RETEXTED = {
    r"pick (\d)": r"carve \1",
    r"rongo": r"buy half a tablet",
}
"""Texts of moves then, and now; records then are read, and records now are written so."""


# The names of the Python interface that these tests use


def opened(name: str) -> AnyMatch:
    """Open a kept record as a match that can be stepped through."""
    return parlour.open(RECORDS / f"{name}.jsonl")


def sentence(refusal: Refusal | None, game: Game, seats: int) -> tuple[str, str]:
    """Return the rule and the sentence of a refusal, seats called ``seat N``."""
    if refusal is None:
        return "", ""
    return refusal.rule, refusal_sentence(refusal, Viewer.of_seats(seats), game.words.refusals)


# Commands and files


@pytest.fixture
def run(tmp_path: Path) -> Parlour:
    """Return what runs a command in a folder and a home of its own."""
    home = empty_home(tmp_path)

    def running(*arguments: object, typed: str = "") -> "subprocess.CompletedProcess[str]":
        words = map(str, arguments)
        return run_in_process(*words, typed=typed, environment=home, folder=tmp_path)

    return running


def copied(path: Path, folder: Path) -> Path:
    """Copy a kept file, since a command may write to it or beside it."""
    return Path(shutil.copy(path, folder / path.name))


def lines_of(path: Path) -> list[bytes]:
    """Return the whole lines of a record; one that was cut short is left out."""
    return path.read_bytes().split(b"\n")[:-1]


def rows_of(path: Path) -> list[Row]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def header_of(name: str) -> Row:
    """Read the first line of a record."""
    header: Row = json.loads(lines_of(RECORDS / name)[0])
    return header


def test_no_kept_file_has_changed() -> None:
    lines = (KEPT / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    sums = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    files = [path for path in KEPT.rglob("*.*") if path.suffix not in {".py", ".pyc"}]

    assert sums == {
        path.relative_to(KEPT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if path.name != "README.md"
    }


# Records


def test_every_record_validates(run: Parlour) -> None:
    done = run("validate", RECORDS, RESUMED)

    assert done.returncode == 0, done.stdout
    assert f"{len(NAMES) + len(UNFINISHED)} records, 0 failed" in done.stdout
    assert done.stdout.count("last line cut short") == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_record_replays(run: Parlour, name: str) -> None:
    done = run("replay", RECORDS / name, "--plain")

    assert (done.returncode, done.stderr) == (0, "")
    assert ("The match is not over." in done.stdout) == (name in UNFINISHED)


@pytest.mark.parametrize(
    ("name", "seat"),
    [(name, seat) for name in MAX_SEATS for seat in range(header_of(name)["seats"])],
)
def test_a_record_replays_for_a_seat(run: Parlour, name: str, seat: int) -> None:
    done = run("replay", RECORDS / name, "--plain", "--seat", seat + 1)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", NAMES)
def test_an_opened_record_shows_every_seat_something(name: str) -> None:
    match = opened(name.removesuffix(".jsonl"))

    for seat in range(header_of(name)["seats"]):
        assert match.events(seat)
        assert match.text(seat)


@pytest.mark.parametrize("name", UNFINISHED)
def test_a_record_resumed_without_input_stays_as_it_is(
    run: Parlour, tmp_path: Path, name: str
) -> None:
    mine = copied(RECORDS / name, tmp_path)
    done = run("resume", mine, "--plain", "--trust")

    assert done.returncode == 0, done.stderr
    assert lines_of(mine) == lines_of(RECORDS / name)


@pytest.mark.parametrize("name", UNFINISHED)
def test_a_resumed_record_grows_as_it_did(run: Parlour, tmp_path: Path, name: str) -> None:
    """Moves come from the input and chance from the seed; bots may have learnt to play better."""
    mine = copied(RECORDS / name, tmp_path)
    typed = (RESUMED / name).with_suffix(".typed.txt").read_text(encoding="utf-8")
    done = run("resume", mine, "--plain", "--trust", typed=typed)
    grown, then, before = (answers(lines_of(p)) for p in (mine, RESUMED / name, RECORDS / name))

    assert done.returncode == 0, done.stderr
    assert len(grown) > len(before)
    if set(header_of(name)["players"]) == {"human"}:
        assert grown[len(before) :] == [*map(written_anew, then[len(before) :])]
    assert grown[: len(before)] == before


def answers(lines: list[bytes]) -> list[Row]:
    """Return a record's answers; of its end the scores and places."""
    found: list[Row] = [json.loads(line) for line in lines[1:]]
    for answer in found:
        answer.get("over", {}).pop("type", None)
    return found


def written_anew(answer: Row) -> Row:
    """Return an answer with the text that its move is written with now."""
    texts = (
        re.sub(then, now, answer["move"])
        for then, now in RETEXTED.items()
        if re.fullmatch(then, answer.get("move", ""))
    )
    move = next(texts, None)
    return answer if move is None else answer | {"move": move}


# Tournaments


@pytest.mark.parametrize("name", ["finished", "unfinished"])
def test_a_tournament_reports_the_same_standings(run: Parlour, tmp_path: Path, name: str) -> None:
    """Intervals come from another method since; the figures themselves are what they were."""
    file = copied(TOURNAMENTS / f"{name}.tournament", tmp_path)
    done = run("tournament", "report", file, "--json")

    assert done.returncode == 0, done.stderr
    kept = json.loads((TOURNAMENTS / f"{name}.report.json").read_text(encoding="utf-8"))
    assert figures(json.loads(done.stdout)) == pytest.approx(figures(kept), abs=1e-6)


def figures(report: Row) -> dict[str, float]:
    """Return the figures of each bot in each contest, ratings against the rating of ``uniform``.

    A bot that won or lost every match has no finite rating, and another bound since.
    """
    found: dict[str, float] = {}
    for contest in report["contests"]:
        bots = {bot["name"]: bot for bot in contest["standings"]}
        is_finite = all(0 < bot["result"]["value"] < 1 for bot in bots.values())
        for name, bot in bots.items():
            place = f"{contest['key']} {name}"
            found |= {f"{place} {figure}": bot[figure] for figure in REPORTED}
            found[f"{place} result"] = bot["result"]["value"]
            if is_finite:
                found[f"{place} rating"] = rating_of(bot) - rating_of(bots["uniform"])
    return found


def rating_of(bot: Row) -> float:
    """Return a bot's rating, which an earlier report called so."""
    rating: float = bot["elo" if "elo" in bot else "rating"]["points"]
    return rating


REPORTED = ("points", "place", "matches", "crashes", "time_losses", "illegal_moves")
"""Fields of a bot's report that do not depend on how intervals are found."""


@pytest.mark.parametrize("name", ["finished", "unfinished"])
def test_a_tournament_is_exported_the_same(run: Parlour, tmp_path: Path, name: str) -> None:
    file = copied(TOURNAMENTS / f"{name}.tournament", tmp_path)
    table, objects = tmp_path / "now.csv", tmp_path / "now.jsonl"
    done = run("tournament", "export", file, "--csv", table, "--jsonl", objects)

    assert done.returncode == 0, done.stderr
    assert table_of(table) == table_of(TOURNAMENTS / f"{name}.csv")
    now, then = rows_of(objects), rows_of(TOURNAMENTS / f"{name}.export.jsonl")
    assert list(map(without_added, now)) == then


def without_added(row: Row) -> Row:
    """Return a row of an export without the fields that were added since."""
    return {name: part for name, part in row.items() if name not in ADDED}


def table_of(path: Path) -> list[Row]:
    """Read CSV, without the columns that were added since."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(map(without_added, csv.DictReader(file)))


def test_the_records_inside_a_tournament_validate(run: Parlour, tmp_path: Path) -> None:
    file = copied(TOURNAMENTS / "finished.tournament", tmp_path)
    run("tournament", "export", file, "--records", tmp_path / "records")
    done = run("validate", tmp_path / "records")

    assert done.returncode == 0, done.stdout
    assert "22 records, 0 failed" in done.stdout


def test_an_unfinished_tournament_resumes(run: Parlour, tmp_path: Path) -> None:
    file = copied(TOURNAMENTS / "unfinished.tournament", tmp_path)
    done = run("tournament", "run", file, "--workers", 1, "--quiet", "--trust")
    run("tournament", "export", file, "--csv", tmp_path / "now.csv")
    now = table_of(tmp_path / "now.csv")
    played = table_of(TOURNAMENTS / "unfinished.csv")

    assert done.returncode == 0, done.stderr
    assert [row for row in now if row in played] == played
    assert deals(now) == deals(table_of(TOURNAMENTS / "unfinished.resumed.csv"))


def test_a_plan_deals_the_same(run: Parlour, tmp_path: Path) -> None:
    plan = copied(TOURNAMENTS / "unfinished.toml", tmp_path)
    done = run("tournament", "run", plan, "--blocks", 1, "--workers", 1, "--quiet")
    run("tournament", "export", plan.with_suffix(".tournament"), "--csv", tmp_path / "now.csv")
    then = deals(table_of(TOURNAMENTS / "unfinished.resumed.csv"))

    assert done.returncode == 0, done.stderr
    assert deals(table_of(tmp_path / "now.csv")) == [deal for deal in then if deal[1] == "0"]


def deals(table: list[Row]) -> list[tuple[str, ...]]:
    """Return seats, bots and deals: all that does not depend on how well a bot plays."""
    return [
        tuple(row[name] for name in ("contest", "block", "match", "seat", "bot", "deal"))
        for row in table
    ]


# Refusals


def cases(kind: str) -> list[Any]:
    """Return a case for each record in a folder of refusals."""
    return [
        pytest.param(str(name), list(rows), id=str(name))
        for path in sorted((REFUSALS / kind).glob("*.jsonl"))
        for name, rows in groupby(rows_of(path), key=lambda row: row["record"])
    ]


def moments(name: str, rows: list[Row]) -> Iterator[tuple[AnyMatch, Row]]:
    """Yield each row with the match where the row is about it."""
    match = opened(name)
    for at, there in groupby(rows, key=itemgetter("at")):
        past = match.at(at)
        yield from ((past, row) for row in there)


def said_anew(row: Row) -> Row:
    """Return a refusal with the sentence that stands for it now."""
    reason: Any = REWORDED.get(row["reason"], row["reason"])
    for then, now in RENAMED_THINGS if reason else ():
        reason = re.sub(then, now, reason)
    return row | {"reason": reason}


@pytest.mark.parametrize(("name", "rows"), cases("moves"))
def test_moves_are_refused_in_the_same_words(name: str, rows: list[Row]) -> None:
    now = []
    for past, row in moments(name, rows):
        refusal = past.why_not(row["move"], row["seat"])
        rule, reason = sentence(refusal, past.game, past.seats)
        now.append(row | {"rule": rule, "reason": reason})

    assert now == list(map(said_anew, rows))


@pytest.mark.parametrize(("name", "rows"), cases("undo"))
def test_undo_is_refused_in_the_same_words(name: str, rows: list[Row]) -> None:
    now = []
    for past, row in moments(name, rows):
        _, reason = sentence(past.why_no_undo(row["seat"]), past.game, past.seats)
        now.append(row | {"reason": reason or None})

    assert now == list(map(said_anew, rows))


@pytest.mark.parametrize("row", rows_of(REFUSALS / "positions" / "maori.jsonl"))
def test_positions_that_no_match_reaches(row: Row) -> None:
    given = dict(row["position"])
    boards = [maori.board(**board) for board in given.pop("boards")]
    state = maori.position(*boards, **given)
    refusal = maori.RULES.why_not(state, row["seat"], maori.NOTATION.read(row["move"]))

    assert sentence(refusal, maori.GAME, 2) == (row["rule"], said_anew(row)["reason"])
