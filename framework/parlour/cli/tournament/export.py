"""``parlour tournament export``."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from parlour.cli.tournament.arguments import TournamentFile, match_key
from parlour.rules.errors import MisuseError
from parlour.rules.one_line import printable_json, writing

if TYPE_CHECKING:
    from parlour.tournament.run.store import Store

EXAMPLES = (
    "parlour tournament export summer.tournament --csv summer.csv --records matches",
    "parlour tournament export summer.tournament --jsonl - | head",
    "parlour tournament export summer.tournament --errors -",
    "parlour tournament export summer.tournament --record maori/2/side=atoll:0:0 > match.jsonl",
)

Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="PATH", help="A row for each seat of each match; - prints it."),
]
JsonLines = Annotated[
    Path | None,
    typer.Option("--jsonl", metavar="PATH", help="An object for each match; - prints it."),
]
Timings = Annotated[
    Path | None,
    typer.Option("--timings", metavar="PATH", help="The measured times, as CSV; - prints them."),
]
Errors = Annotated[
    Path | None,
    typer.Option("--errors", metavar="PATH", help="The standard error of bots; - prints it."),
]
Records = Annotated[
    Path | None, typer.Option("--records", metavar="FOLDER", help="The record of every match.")
]
OneRecord = Annotated[
    str | None,
    typer.Option("--record", metavar="CONTEST:BLOCK:MATCH", help="Print the record of one match."),
]


def export(
    file: TournamentFile,
    csv: Csv = None,
    jsonl: JsonLines = None,
    timings: Timings = None,
    errors: Errors = None,
    records: Records = None,
    record: OneRecord = None,
) -> None:
    """Write the results of a tournament for other programs.

    Rows stand in the order of contest, block and match, whenever they were played:
    one plan always gives the same bytes. Measured times and the standard error of
    bots may differ, and stand in files of their own.
    """
    from parlour.tournament.report.export import (
        write_csv,
        write_errors,
        write_json_lines,
        write_records,
        write_timings,
    )
    from parlour.tournament.run.store import Store

    wanted = [
        (csv, write_csv),
        (jsonl, write_json_lines),
        (timings, write_timings),
        (errors, write_errors),
    ]
    if not any((*(path for path, _ in wanted), records, record)):
        raise MisuseError(
            "expected at least one of --csv, --jsonl, --timings, --errors, --records, --record"
        )
    with Store.open_file(file) as store:
        for path, write in wanted:
            if path is not None:
                _write(store, write, path)
        if records is not None:
            with writing(records):
                number = write_records(store, records)
            print(f"{number:,} records in {records}", file=sys.stderr)
        if record is not None:
            sys.stdout.write(
                printable_json(store.record(match_key(store, record, "--record")).decode())
            )


def _write(store: "Store", write: "Callable[[Store, IO[str]], None]", path: Path) -> None:
    if str(path) == "-":
        write(store, sys.stdout)
        return
    with writing(path), path.open("w", encoding="utf-8", newline="") as to:
        write(store, to)
