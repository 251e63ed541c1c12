"""Sessions for tests: people and bots at a match whose record goes to a temporary file."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from parlour.match.game import Game, Match
from parlour.match.record import RecordFile, header_of
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from parlour.table.seating import make_bots
from parlour.table.session import Session

GAMES = Catalog()
TWO = ("human", "human")


def session_of(
    path: Path,
    game: Game | str,
    players: Sequence[str] = TWO,
    seed: str = "1",
    *,
    names: Sequence[str] = (),
    says_yes: bool = False,
    options: dict[str, object] | None = None,
    **changes: Any,
) -> Session:
    """Return a session of a new match; ``changes`` are made to the game's fields."""
    found = GAMES.game(game) if isinstance(game, str) else game
    found = replace(found, **changes)
    header = header_of(found, players, found.read_options(options or {}), seed, names)
    file = RecordFile(path / f"{len(list(path.iterdir()))}.jsonl")
    bots = make_bots(found, header, dict)
    return Session(
        Match(found, header, file),
        bots,
        file,
        TimeControl(),
        resume_command=lambda record: f"parlour resume {record.name}",
        says_yes=says_yes,
    )


def let_bots_play(session: Session) -> None:
    """Let bots and standing orders move until a person is asked."""
    while session.turn().is_automatic:
        session.make(session.think(session.turn()))
