"""Tables for tests: people and bots at a match whose record goes to a temporary file."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import Struct

from parlour.catalog.catalog import Catalog
from parlour.match.game import Game, header_of
from parlour.match.match import Match
from parlour.match.record import RecordFile
from parlour.players.time_control import TimeControl
from parlour.rules import Seat, TurnPlan, Viewer
from parlour.table.account import Account, account_of
from parlour.table.acts import Advice, Asks, Surface
from parlour.table.seating import make_bots
from parlour.table.session import Session
from parlour.table.table import Table
from parlour.table.view import TableView

GAMES = Catalog()
TWO = ("human", "human")


def table_of(
    path: Path,
    game: Game | str,
    players: Sequence[str] = TWO,
    seed: str = "1",
    *,
    names: Sequence[str] = (),
    asks: Asks = "costly",
    advice: Advice = "all",
    surface: Surface = Surface.TERMINAL,
    options: dict[str, object] | None = None,
    isolate: Struct | None = None,
    **changes: Any,
) -> Table:
    """Return a table for a new match; ``changes`` are made to the game's fields."""
    found = GAMES.game(game) if isinstance(game, str) else game
    found = replace(found, **changes)
    header = header_of(found, players, found.read_options(options or {}), seed, names)
    file = RecordFile(path / f"{len(list(path.iterdir()))}.jsonl")
    bots = make_bots(found, header, dict, isolate=isolate, isolates=bool)
    session = Session(
        Match(found, header, file),
        bots,
        file,
        TimeControl(),
        resume_command=lambda record: f"parlour resume {record.name}",
        asks=asks,
        advice=advice,
    )
    return Table(session, surface)


def match_of(table: Table) -> Match:
    """Return the match of a table, which no face can reach."""
    return table._session.match  # noqa: SLF001


def account(game: Game, state: object, plan: TurnPlan, seat: Seat = 0) -> Account:
    """Return the account of a plan in a state, as ``seat`` sees it."""
    view = game.rules.view(state, seat)
    return account_of(game, view, seat, plan.moves, viewer=Viewer.of_seats(5))


def log_of(view: TableView) -> tuple[str, ...]:
    """Return the sentences of the log."""
    return tuple(told.sentence for told in view.log)


def news_of(view: TableView) -> tuple[str, ...]:
    """Return the sentences of the news."""
    return tuple(told.sentence for told in view.news)


def let_bots_play(table: Table) -> None:
    """Let bots and standing orders move until a person is asked."""
    while table.turn().is_automatic:
        table.apply(table.ask_bot(table.turn()))
