"""``parlour validate``."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import GamePath, catalog_given
from parlour.cli.output import FAILED, MAX_LETTERS
from parlour.match import is_seat_record, validated_seat_record
from parlour.match.replay import Verdict, records, validated
from parlour.rules import MisuseError, RecordError, one_line, visible


def validate(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Records, or folders of them.", exists=True),
    ],
    game: GamePath = None,
) -> None:
    """Check that records still replay.

    Prints a line for each record, with the first line that diverges. Of a folder
    every file named *.jsonl is checked. Fails if one record fails.

    Examples:
      parlour validate match.jsonl
      parlour validate tests/records old/match.jsonl
    """

    def verdict_of(path: Path) -> Verdict:
        with suppress(RecordError):  # what cannot be read is listed with the others
            if is_seat_record(path):
                return validated_seat_record(path, find)
        return validated(path, find)

    find = catalog_given(game).game_named
    verdicts = [verdict_of(path) for path in records(paths)]
    if not verdicts:
        raise MisuseError("expected records, found none (*.jsonl)")
    for verdict in verdicts:
        path = visible(verdict.path)
        if verdict.fault:
            print(f"FAILED  {path}: {one_line(verdict.fault, MAX_LETTERS)}")
        else:
            state = "over" if verdict.ended else "not over"
            cut = ", last line cut short" if verdict.truncated else ""
            whose = "" if verdict.seat is None else f" as seat {verdict.seat} met it"
            print(f"ok      {path}: {verdict.game}{whose}, {verdict.answers} lines, {state}{cut}")
    failed = sum(bool(verdict.fault) for verdict in verdicts)
    noun = "record" if len(verdicts) == 1 else "records"
    print(f"{len(verdicts)} {noun}, {failed} failed")
    if failed:
        raise typer.Exit(FAILED)
