"""Openings: the first answers of matches, given by records that were broken off."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from parlour.match.record import Line, Record, read
from parlour.match.replay import records, replayed
from parlour.rules.errors import SetupError
from parlour.tournament.plan.loader import Loader
from parlour.tournament.plan.plan import Contest, Opening


def read_openings(
    paths: Sequence[str], contests: Sequence[Contest], loader: Loader
) -> tuple[Opening, ...]:
    """Read the openings of contests from records, and from the records in folders.

    Raises:
        SetupError: A path leads nowhere, a record is no opening of any contest, or a contest has
            none.
        RecordError: A record cannot be read, or does not replay.
    """
    if not paths:
        return ()
    for given in paths:
        if not Path(given).exists():
            raise SetupError(f"openings: expected a record or a folder of records, got {given}")
    found: list[Opening] = []
    for path in records([Path(path) for path in paths]):
        record = read(path)
        lines = _lines(path, record, loader)
        fitting = list(_fitting(record, contests, loader))
        if not fitting:
            raise SetupError(f"{path}: expected the game, seats and options of a contest")
        found += [Opening(number, lines) for number in fitting]
    for number, contest in enumerate(contests):
        if all(opening.contest != number for opening in found):
            raise SetupError(f"{contest.key}: expected an opening among those given, got none")
    return tuple(found)


def _lines(path: Path, record: Record, loader: Loader) -> tuple[Line, ...]:
    """Return the answers of a record, once they have been played."""
    if any(line.undo is not None or line.forfeit is not None for line in record.lines):
        raise SetupError(f"{path}: expected an opening of moves and outcomes only")
    match = replayed(loader.game(record.header.game), record, str(path))
    if match.is_over or not record.lines:
        got = "one that is over" if match.is_over else "one without any answer"
        raise SetupError(f"{path}: expected a match that has begun and goes on, got {got}")
    return record.lines


def _fitting(record: Record, contests: Sequence[Contest], loader: Loader) -> Iterator[int]:
    """Yield the numbers of the contests whose matches can begin as a record does."""
    header = record.header
    for number, contest in enumerate(contests):
        if (contest.game, contest.seats) != (header.game, header.seats):
            continue
        game = loader.game(contest.game)
        version = game.rules_version
        given = game.recorded_options(header.rules_version, header.options)
        if given == game.recorded_options(version, contest.options):
            yield number
