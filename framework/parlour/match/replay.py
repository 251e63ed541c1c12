"""Playing a record again: for showing it, checking it, and going on with it."""

from collections.abc import Callable, Iterator
from typing import Any

from parlour.match.game import Game
from parlour.match.match import Match, read_move
from parlour.match.record import Line, Record
from parlour.rules.awaited import Result
from parlour.rules.errors import FlowError, ParlourError, RecordError
from parlour.rules.events import Event


def seated(
    game: Game, record: Record, where: str, on_event: Callable[[Event], Any] | None = None
) -> Match:
    """Return a table set up as the record's header says, with chance held back.

    ``on_event`` gets every event of the game with nothing hidden.

    Raises:
        RecordError: The header does not fit the game as it is now.
    """
    header = record.header
    if header.rules_version != game.rules_version:
        raise RecordError(
            f"{where}: expected rules version {game.rules_version} of {game.id}, "
            f"got {header.rules_version}"
        )
    if header.game != game.id:
        raise RecordError(f"{where}: expected a match of {game.id}, got {header.game}")
    if len(header.players) != header.seats:
        raise RecordError(f"{where}: expected {header.seats} players, got {len(header.players)}")
    try:
        return Match(game, header, dealing=False, on_event=on_event)
    except ParlourError as fault:
        raise RecordError(f"{where}: does not replay: {fault}") from None


def steps(match: Match, record: Record, where: str) -> Iterator[Line]:
    """Apply a record's lines to ``table`` one by one, yielding each when it has been applied.

    Raises:
        RecordError: A line does not follow from those before it.
    """
    for number, line in enumerate(record.lines, 2):
        try:
            apply(match, line)
        except ParlourError as fault:
            raise RecordError(f"{where}, line {number}: does not replay: {fault}") from None
        yield line


def replayed(game: Game, record: Record, where: str) -> Match:
    """Return the table as it stands after the whole record.

    Raises:
        RecordError: The record does not replay.
    """
    match = seated(game, record, where)
    for _ in steps(match, record, where):
        pass
    return match


def apply(match: Match, line: Line) -> None:
    """Apply one line of a record.

    Raises:
        ParlourError: It does not follow from what was before.
    """
    if line.over is not None:
        if not isinstance(match.awaited, Result):
            raise FlowError("expected the match to go on, got its end")
        if line.over != match.awaited:
            raise FlowError(f"expected the end {match.awaited}, got {line.over}")
    elif line.outcome is not None:
        match.resolve(match.game.outcome_notation.read(line.outcome))
    elif line.undo is not None:
        match.undo(line.undo)
    elif line.forfeit is not None:
        match.forfeit(line.forfeit)
    elif line.seat is not None and line.move is not None:
        if line.seat not in range(match.header.seats):
            raise FlowError(f"expected a seat below {match.header.seats}, got {line.seat}")
        match.play(line.seat, read_move(match.game, line.move))
