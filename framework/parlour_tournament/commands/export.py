"""``parlour tournament export``."""

import sys
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from parlour.cli.struct_options import Fields, with_options
from parlour.rules import MisuseError, printable_json, writing
from parlour_tournament.commands.arguments import TournamentFile
from parlour_tournament.playing import Store
from parlour_tournament.report.export import TABLES, match_key, write_records


class Exports(Struct, frozen=True):
    """Forms of the results, and where each is written to."""

    csv: Annotated[
        Path | None, Meta(description="A row for each seat of each match; - prints it.")
    ] = None
    jsonl: Annotated[Path | None, Meta(description="An object for each match; - prints it.")] = None
    timings: Annotated[
        Path | None, Meta(description="The measured times, as CSV; - prints them.")
    ] = None
    errors: Annotated[
        Path | None,
        Meta(description="The standard error of bots; - prints it.", extra={"option": "--stderr"}),
    ] = None
    records: Annotated[
        Path | None, Meta(description="The record of every match.", extra={"metavar": "FOLDER"})
    ] = None
    record: Annotated[
        str | None,
        Meta(
            description="Print the record of one match.",
            extra={"option": "--match", "metavar": "CONTEST:BLOCK:MATCH"},
        ),
    ] = None


@with_options
def export(file: TournamentFile, to: Exports) -> None:
    """Write the results of a tournament for other programs.

    Rows stand in the order of contest, block and match, whenever they were played:
    one plan always gives the same bytes. Measured times and the standard error of
    bots may differ, and stand in files of their own.

    Examples:
      parlour tournament export summer.tournament --csv summer.csv --records matches
      parlour tournament export summer.tournament --jsonl - | head
      parlour tournament export summer.tournament --stderr -
      parlour tournament export summer.tournament --match maori/2/side=atoll:0:0 > match.jsonl
    """
    if to == Exports():
        names = ", ".join(option.flag for option in Fields(Exports).options())
        raise MisuseError(f"expected at least one of {names}")
    with Store.open_file(file, read_only=True) as store:
        for name, write in TABLES.items():
            path: Path | None = getattr(to, name)
            if str(path) == "-":
                write(store, sys.stdout)
            elif path is not None:
                with writing(path), path.open("w", encoding="utf-8", newline="") as opened:
                    write(store, opened)
        if to.records is not None:
            with writing(to.records):
                number = write_records(store, to.records)
            print(f"{number:,} records in {to.records}", file=sys.stderr)
        if to.record is not None:
            key = match_key(store.tournament.plan, to.record, "--match")
            sys.stdout.write(printable_json(store.record(key).decode()))
