"""``parlour validate``."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from parlour.cli.arguments import AsJson, GamePath, catalog_given
from parlour.cli.output import FAILED, MAX_LETTERS, print_json
from parlour.match import (
    Game,
    game_of,
    is_seat_record,
    open_record,
    open_seat_record,
    replayed,
)
from parlour.match.replay import records
from parlour.rules import (
    MisuseError,
    ParlourError,
    RecordError,
    Seat,
    one_line,
    visible,
)
from parlour_analysis.dealt_again import check_deals


class Verdict(Struct, frozen=True):
    """Findings about one record."""

    path: str
    """Path of its file."""
    fault: str = ""
    """The first divergence in one line; empty if it replays."""
    game: str = ""
    """Id of its game."""
    answers: int = 0
    """Number of its lines after the header."""
    ended: bool = False
    """Whether its match is over."""
    truncated: bool = False
    """Whether the last line was cut short."""
    seat: Seat | None = None
    """Seat whose record it is; None if it is a whole one."""


def validate(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Records, or folders of them.", exists=True),
    ],
    game: GamePath = None,
    *,
    deals: Annotated[
        bool, typer.Option("--redraw", help="Draw each outcome again from the seed of the match.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Check that records still replay.

    Prints a line for each record, with the first line that diverges. Of a folder
    every file named *.jsonl is checked. Fails if one record fails.

    With --redraw it also names the first outcome that the dealer does not draw from the
    seed: somebody has changed the seed or the outcome, or another release drew it.

    Examples:
      parlour validate match.jsonl
      parlour validate tests/records old/match.jsonl
      parlour validate --redraw match.jsonl
    """

    def verdict_of(path: Path) -> Verdict:
        with suppress(RecordError):  # what cannot be read is listed with the others
            if is_seat_record(path):
                return validated_seat_record(path, find)
        return validated(path, find, deals=deals)

    find = catalog_given(game).game_named
    verdicts = [verdict_of(path) for path in records(paths)]
    if not verdicts:
        raise MisuseError("expected records, found none (*.jsonl)")
    failed = sum(bool(verdict.fault) for verdict in verdicts)
    if json:
        print_json(verdicts)
    else:
        for verdict in verdicts:
            print(_line(verdict))
        noun = "record" if len(verdicts) == 1 else "records"
        print(f"{len(verdicts)} {noun}, {failed} failed")
    if failed:
        raise typer.Exit(FAILED)


def _line(verdict: Verdict) -> str:
    """Return the findings about one record in a line."""
    path = visible(verdict.path)
    if verdict.fault:
        return f"FAILED  {path}: {one_line(verdict.fault, MAX_LETTERS)}"
    state = "over" if verdict.ended else "not over"
    cut = ", last line cut short" if verdict.truncated else ""
    whose = "" if verdict.seat is None else f" as seat {verdict.seat + 1} met it"
    return f"ok      {path}: {verdict.game}{whose}, {verdict.answers} lines, {state}{cut}"


def validated(path: Path, find: Callable[[str], Game], *, deals: bool = False) -> Verdict:
    """Replay one record with the game that ``find`` returns for its header.

    With ``deals``, the dealer draws each outcome again.
    """
    try:
        with open_record(path) as kept:
            match = replayed(game_of(kept, str(path), find), kept, str(path))
        if deals:
            check_deals(path, match.game)
    except ParlourError as fault:
        return Verdict(str(path), str(fault).removeprefix(str(path)).lstrip(":, "))
    except Exception as fault:  # noqa: BLE001  a plugin may raise anything on an old record
        return Verdict(str(path), f"the game failed on it: {type(fault).__name__}: {fault}")
    return Verdict(str(path), "", kept.header.game, kept.count - 1, match.is_over, kept.truncated)


def validated_seat_record(path: Path, find: Callable[[str], Game]) -> Verdict:
    """Read a seat's record with the game that ``find`` returns for its header.

    Whether the match could have gone so cannot be told without what others know.
    """
    ended = False
    try:
        with open_seat_record(path) as kept:
            game = game_of(kept, str(path), find)
            for line in kept.steps(game):
                ended = line.over is not None
    except ParlourError as fault:
        return Verdict(str(path), str(fault).removeprefix(str(path)).lstrip(":, "))
    answers = max(kept.count - 2, 0)
    return Verdict(str(path), "", game.id, answers, ended, kept.truncated, kept.header.seat)
