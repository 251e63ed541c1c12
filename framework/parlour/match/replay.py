"""Playing a record again: for showing it, validating it, and continuing it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, TypeAlias

from msgspec import UNSET

from parlour.match.game import Game
from parlour.match.game_parts import M, S, V
from parlour.match.match import Match
from parlour.match.record import SUFFIX, Header, Line, Record, RecordReader
from parlour.rules import Event, ParlourError, RecordError, is_name, one_line, quoted

AnyRecord: TypeAlias = Record | RecordReader
"""A record as a whole, or one that is read line by line, once."""


def open_replay(
    game: Game[S, V, M],
    record: AnyRecord,
    where: str,
    on_event: Callable[[Event], object] | None = None,
) -> Match[S, V, M]:
    """Return a match set up as the record's header says, with chance held back.

    ``on_event`` gets every event of the game with nothing hidden.

    Raises:
        RecordError: The header does not fit the game as it is now.
    """
    header = record.header
    check_header(game, header, where)
    try:
        return Match(game, header, dealing=False, on_event=on_event)
    except ParlourError as fault:
        raise RecordError(f"{where}: does not replay: {fault}") from None


class AnyHeader(Protocol):
    """Fields that the headers of all kinds of records have."""

    @property
    def game(self) -> str:
        """Id of the game."""

    @property
    def rules_version(self) -> int:
        """Version of its rules."""

    @property
    def seats(self) -> int:
        """Number of seats."""

    @property
    def players(self) -> tuple[str, ...]:
        """Name of the player at each seat."""


def check_header(game: Game, header: AnyHeader, where: str) -> None:
    """Check that a record is of ``game``, by rules that it still plays.

    Raises:
        RecordError: It is not.
    """
    if header.rules_version not in {game.rules_version, *game.former_rules}:
        raise RecordError(
            f"{where}: expected rules version {game.rules_version} of {game.id}, "
            f"got {header.rules_version}"
        )
    if header.game != game.id:
        raise RecordError(
            f"{where}: expected a match of {game.id}, got {one_line(header.game, 60)}"
        )
    if len(header.players) != header.seats:
        raise RecordError(f"{where}: expected {header.seats} players, got {len(header.players)}")


def begins_at_position(header: AnyHeader) -> bool:
    """Return whether a match began with a state that its record holds, and not as the rules say."""
    return isinstance(header, Header) and header.state is not UNSET


def replay_steps(match: Match[S, V, M], record: AnyRecord, where: str) -> Iterator[Line]:
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


def replayed(game: Game[S, V, M], record: AnyRecord, where: str) -> Match[S, V, M]:
    """Return the match as it stands after the whole record.

    Raises:
        RecordError: The record does not replay.
    """
    match = open_replay(game, record, where)
    for _ in replay_steps(match, record, where):
        pass
    return match


def records(paths: list[Path]) -> Iterator[Path]:
    """Yield the files among ``paths``, and the records in the folders among them by name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob(f"*{SUFFIX}") if file.is_file())
        else:
            yield path


class Named(Protocol):
    """A record of any kind."""

    @property
    def header(self) -> AnyHeader:
        """Its first line."""


def game_of(record: Named, where: str, find: Callable[[str], Game]) -> Game:
    """Return the game that a record is of.

    A record has only a name: the reader of the record must name a game that is found by a path.

    Raises:
        RecordError: No plugin brings it, or its plugin is broken.
    """
    name = record.header.game
    if not is_name(name):
        raise RecordError(f"{where}: expected the name of a game, got {quoted(name)}")
    try:
        return find(name)
    except ParlourError as fault:
        raise RecordError(f"{where}: {fault}") from None
