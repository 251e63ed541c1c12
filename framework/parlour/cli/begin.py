"""Beginning a match at this terminal: a new one, or a branch of one that was recorded.

A branch is a match of its own that begins where another stood after some answer. Its record
holds the answers up to there, and its luck is new.
"""

from collections.abc import Mapping, Sequence
from os import urandom
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from parlour.cli.record_paths import create_record, record_given
from parlour.cli.trust import check_commands, remember
from parlour.rules.errors import MisuseError

if TYPE_CHECKING:
    from parlour.match.game import Game
    from parlour.match.match import Match
    from parlour.match.record import Header, Record, RecordFile
    from parlour.players.base import Player
    from parlour.table.seating import BotSeater


class Begun(NamedTuple):
    """A match that begins, and its record."""

    match: "Match"
    players: Sequence["Player | None"]
    """The bot of each seat; None is a person."""
    file: "RecordFile"


class Branch(NamedTuple):
    """A position of a recorded match: ``RECORD:41``."""

    path: Path
    record: "Record"
    """The record up to there."""


def new_match(
    game: "Game",
    seat_bots: "BotSeater",
    who: Sequence[str],
    options: Mapping[str, str],
    seed: str,
    path: Path | None,
    names: Sequence[str] = (),
) -> Begun:
    """Begin a match of ``game`` that is recorded at ``path``, or in the folder of matches.

    ``seat_bots`` makes the bots that the header names. ``names`` are those of the people, in
    the order of their seats.

    Raises:
        SetupError: The game does not take these players or options.
        MisuseError: The record cannot be made.
    """
    from parlour.match.record import header_of
    from parlour.table.seating import names_for_seats

    settings = game.read_options(options)
    game.check_setup(len(who), settings)
    header = header_of(game, who, settings, seed, names_for_seats(who, names))
    return begin_match(game, header, seat_bots, path)


def rematch(game: "Game", header: "Header", seat_bots: "BotSeater") -> Begun:
    """Begin a match with the players and options of another, with luck of its own.

    Raises:
        MisuseError: The record cannot be made.
    """
    return begin_match(game, replace(header, seed=urandom(8).hex()), seat_bots, None)


def begin_match(
    game: "Game", header: "Header", seat_bots: "BotSeater", path: Path | None = None
) -> Begun:
    """Begin the match of a header, recorded at ``path`` or in the folder of matches.

    Raises:
        SetupError: The game does not take the header's seats or options, or a bot declines it.
        MisuseError: The record cannot be made.
    """
    from parlour.match.match import Match
    from parlour.match.record import encode

    # Before the file is created: a bot may decline.
    players = seat_bots(game, header)
    file = create_record(path, game.id)
    remember(encode(header), header.players)
    return Begun(Match(game, header, file), players, file)


def read_branch(text: str) -> Branch:
    """Read ``RECORD:41``, a record with the number of the answer to go on from.

    Raises:
        MisuseError: It has another form, or the record has no such answer.
        RecordError: It is no record.
    """
    from parlour.match.record import read

    name, colon, number = text.rpartition(":")
    if not colon or not number.isdecimal():
        raise MisuseError(f"expected --from RECORD:ANSWER, such as match.jsonl:41, got '{text}'")
    path = record_given(name)
    record = read(path)
    answers = [line for line in record.lines if line.over is None]
    if int(number) > len(answers):
        raise MisuseError(f"expected an answer from 0 to {len(answers)} of {path}, got {number}")
    return Branch(path, replace(record, lines=tuple(answers[: int(number)])))


def branch_match(
    branch: Branch,
    game: "Game",
    seat_bots: "BotSeater",
    who: Sequence[str],
    seed: str,
    path: Path | None,
    *,
    trusted: bool,
    sandbox: bool,
    names: Sequence[str] = (),
) -> Begun:
    """Begin a match of ``game`` where the branch begins, recorded at ``path``.

    ``who`` take the seats in place of those recorded, if there are any. With ``sandbox``, bots
    that are commands run in one, those recorded too.

    Raises:
        MisuseError: There are more or fewer players than seats, the match is over there, or a
            command that the record names may not be started.
        RecordError: The record does not replay.
    """
    from parlour.match.record import encode
    from parlour.match.replay import replayed
    from parlour.players.process.command import in_sandbox
    from parlour.table.seating import names_for_seats

    where, header = str(branch.path), branch.record.header
    if who and len(who) != header.seats:
        raise MisuseError(f"expected {header.seats} players, as in {where}, got {len(who)}")
    seated = tuple(who) or header.players
    if sandbox:
        seated = tuple(map(in_sandbox, seated))
    called = header.names or () if not who and not names else names_for_seats(seated, names)
    own = replace(header, seed=seed, players=seated, names=called or UNSET)
    match = replayed(game, replace(branch.record, header=own), where)
    if match.is_over:
        raise MisuseError(f"expected an answer of {where} after which the match goes on")
    if not who:
        check_commands(branch.path, encode(header), header.players, trusted=trusted)
    players = seat_bots(game, own, steps=len(match.steps))
    file = create_record(path, game.id)
    remember(encode(own), own.players)
    file(encode(own))
    for line in match.lines:
        file(encode(line))
    match.resume(file)
    return Begun(match, players, file)
