"""Exports for other programs: results as CSV and JSON lines, timings, errors and records.

Rows stand in the order of contest, block and match. Results and timings are separate files,
so that two runs of one plan give the same results byte for byte.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from parlour.rules import MisuseError, one_line, printable, printable_json, visible
from parlour_tournament.plan import Plan
from parlour_tournament.playing import (
    MatchResult,
    Store,
    Timing,
    counted_results,
    schedules_of,
    shares,
)

KEY = ("contest", "block", "match")
"""Names of the first columns: they find a match again."""
COLUMNS = (*KEY, "game", "seats", "seat", "bot", "points", "place", "result", "length")
"""Names of the columns for a seat and its result."""
ENDS = ("ending", "deal", "unrepeatable", "replay")
"""Names of the last columns: the cause of a forfeit, or ``fault``; the dealer's seed; why the bot
may play the match differently, empty if it does; the command that plays the match again."""
TIMING_COLUMNS = (*KEY, "seat", "bot", "answers", "seconds", "longest", "host", "began")
"""Names of the columns of ``--timings``; times in seconds, ``began`` since 1970."""

FORMULA = ("=", "+", "-", "@")
"""Beginnings of texts that spreadsheets run; a quotation mark before them makes them text."""
MAX_LETTERS = 1000
"""Maximum number of letters of a text in a cell."""

_encode = msgspec.json.Encoder().encode


def write_csv(store: Store, to: IO[str]) -> None:
    """Write a row for every seat of every match."""
    writer = csv.writer(to, lineterminator="\n")
    writer.writerow((*COLUMNS, *ENDS))
    plan = store.tournament.plan
    for result, _ in _all(store):
        writer.writerows(map(_cells, _rows(plan, result)))


def write_json_lines(store: Store, to: IO[str]) -> None:
    """Write an object for every match."""
    plan = store.tournament.plan
    for result, _ in _all(store):
        to.write(printable_json(_encode(as_object(plan, result)).decode()) + "\n")


def write_timings(store: Store, to: IO[str]) -> None:
    """Write the measurements: a row for every seat of every match."""
    writer = csv.writer(to, lineterminator="\n")
    writer.writerow(TIMING_COLUMNS)
    plan = store.tournament.plan
    for result, timing in _all(store):
        for seat, thought in enumerate(timing.thinking):
            who = plan.entrants[result.lineup[seat]].name
            times = (thought.answers, f"{thought.seconds:.6f}", f"{thought.longest:.6f}")
            began = f"{timing.began:.3f}"
            row = [*_key(plan, result), seat, who, *times, timing.host, began]
            writer.writerow(_cells(row))


def write_records(store: Store, folder: Path) -> int:
    """Write every record into a separate file below a folder; return their number."""
    number = 0
    for result, _ in _all(store):
        path = folder / record_name(store.tournament.plan, result.key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(store.record(result.key))
        number += 1
    return number


def write_errors(store: Store, to: IO[str]) -> None:
    """Write the standard error of bots, each under a line with the match, the seat and the bot."""
    plan = store.tournament.plan
    lineups = {result.key: result.lineup for result, _ in _all(store)}
    for key, wrote in store.errors():
        for one in wrote if key in lineups else ():
            who = plan.entrants[lineups[key][one.seat]].name
            head = f"== {plan.match_name(key)}, seat {one.seat}, {who}"
            to.write(f"{visible(head)}\n{printable(one.text)}\n\n")


TABLES: Mapping[str, Callable[[Store, IO[str]], None]] = {
    "csv": write_csv,
    "jsonl": write_json_lines,
    "timings": write_timings,
    "errors": write_errors,
}
"""Writers of the results, by the name of the option."""


def match_key(plan: Plan, text: str, where: str) -> tuple[int, int, int]:
    """Read ``maori/2:14:0``; the contest may be named or numbered from 0.

    Raises:
        MisuseError: It is no name of a match; ``where`` says where it was expected.
    """
    names = [contest.key for contest in plan.contests]
    with suppress(ValueError):
        name, block, match = text.rsplit(":", 2)
        return names.index(name) if name in names else int(name), int(block), int(match)
    contests = names[0] if len(names) == 1 else f"one of {', '.join(names)}"
    raise MisuseError(f"expected {where} CONTEST:BLOCK:MATCH (contest: {contests}), got '{text}'")


def record_name(plan: Plan, key: tuple[int, int, int]) -> str:
    """Return the path of a match's record below the folder of all records."""
    contest, block, match = key
    game = plan.contests[contest].key.replace("/", "-")
    safe = "".join(letter if letter.isalnum() or letter in "-_=." else "_" for letter in game)
    return f"{safe}/{block:06}-{match}.jsonl"


def as_object(plan: Plan, result: MatchResult) -> dict[str, object]:
    """Return a match as an object of plain values."""
    contest, block, match = _key(plan, result)
    found: dict[str, object] = {
        "contest": contest,
        "block": block,
        "match": match,
        "game": plan.contests[result.contest].game,
        "options": plan.contests[result.contest].options,
        "deal": result.deal,
        "bots": [plan.entrants[who].name for who in result.lineup],
        "points": result.scores,
        "places": result.places,
        "length": result.length,
        "forfeits": result.forfeits,
        "unrepeatable": {
            entrant.name: reason
            for entrant in (plan.entrants[who] for who in result.lineup)
            if (reason := entrant.why_not_repeatable)
        },
        "replay": plan.replay_command(result.key),
    }
    return found | ({"fault": result.fault} if result.fault else {})


def _cells(row: Sequence[object]) -> list[object]:
    """Return the cells of a row: numbers, and texts that no spreadsheet takes for a formula."""
    return [_cell(cell) if isinstance(cell, str) else cell for cell in row]


def _cell(text: str) -> str:
    line = one_line(text, MAX_LETTERS)
    return f"'{line}" if line.startswith(FORMULA) else line


def _all(store: Store) -> Iterator[tuple[MatchResult, Timing]]:
    for contest, schedule in schedules_of(store).items():
        yield from counted_results(store, contest, schedule)


def _key(plan: Plan, result: MatchResult) -> tuple[str, int, int]:
    return plan.contests[result.contest].key, result.block, result.match


def _rows(plan: Plan, result: MatchResult) -> Iterator[list[object]]:
    contest = plan.contests[result.contest]
    causes = {forfeit.seat: forfeit.cause for forfeit in result.forfeits}
    given = () if result.fault else shares(result)
    replay = plan.replay_command(result.key)
    for seat, who in enumerate(result.lineup):
        entrant = plan.entrants[who]
        row = [*_key(plan, result), contest.game, contest.seats, seat, entrant.name]
        if result.fault:
            row += ["", "", "", result.length, "fault"]
        else:
            row += [result.scores[seat], result.places[seat], f"{given[seat]:.6g}"]
            row += [result.length, causes.get(seat, "")]
        yield [*row, result.deal, entrant.why_not_repeatable, replay]
