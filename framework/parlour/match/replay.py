"""Playing a record again: for showing it, checking it, and continuing it."""

from collections.abc import Callable, Iterator
from typing import Any

from typing_extensions import TypeVar

from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import Line, Record
from parlour.rules.answers import Move
from parlour.rules.errors import ParlourError, RecordError
from parlour.rules.events import Event
from parlour.rules.phases import State

S = TypeVar("S", bound=State, default=Any)
V = TypeVar("V", default=Any)
M = TypeVar("M", bound=Move, default=Any)


def open_replay(
    game: Game[S, V, M], record: Record, where: str, on_event: Callable[[Event], Any] | None = None
) -> Match[S, V, M]:
    """Return a match set up as the record's header says, with chance held back.

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


def replay_steps(match: Match[S, V, M], record: Record, where: str) -> Iterator[Line]:
    """Apply a record's lines to ``match`` one by one, yielding each when it has been applied.

    Raises:
        RecordError: A line does not follow from those before it.
    """
    for number, line in enumerate(record.lines, 2):
        try:
            match.apply(line)
        except ParlourError as fault:
            raise RecordError(f"{where}, line {number}: does not replay: {fault}") from None
        yield line


def replayed(game: Game[S, V, M], record: Record, where: str) -> Match[S, V, M]:
    """Return the match as it stands after the whole record.

    Raises:
        RecordError: The record does not replay.
    """
    match = open_replay(game, record, where)
    for _ in replay_steps(match, record, where):
        pass
    return match
