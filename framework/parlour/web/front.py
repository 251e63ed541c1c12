"""The front page's games: their numbers of seats, options and levels of bots."""

from contextlib import suppress
from datetime import datetime
from typing import get_args

from msgspec import Struct, structs

from parlour.match.game import Game
from parlour.match.record import is_finished, open_record
from parlour.players.levels import Level
from parlour.plugins.lessons import Lesson, lessons_of
from parlour.rules.errors import ParlourError
from parlour.rules.options import choices, settings_of
from parlour.table.seating import seat_names
from parlour.web.tables.house import Note, Use
from parlour.web.tables.store import TableStore

MAX_LISTED = 50
"""Maximum number of matches on the front page."""


class OptionChoice(Struct, frozen=True):
    """An option of a game, as a form asks for it."""

    name: str
    values: tuple[str, ...]
    """All its values if they are few; else empty."""
    kind: str
    """The kind of its values: ``a whole number, 0 to 1000``."""
    default: str
    meaning: str


class FrontGame(Struct, frozen=True):
    """A game that can be played."""

    id: str
    title: str
    summary: str
    seats: tuple[int, ...]
    """Numbers of seats that can play."""
    options: tuple[OptionChoice, ...]
    levels: tuple[Level, ...]
    """Levels of bots, the weakest first."""
    has_rules: bool
    lessons: dict[str, Lesson]
    """Its lessons by name."""


def front_games(store: TableStore) -> list[FrontGame]:
    """Return all games that can be played, by title."""
    return sorted(map(_front_game, store.catalog.games().values()), key=lambda game: game.title)


class FrontMatch(Struct, frozen=True):
    """A match in the folder."""

    name: str
    """The name of its table."""
    title: str
    players: tuple[str, ...]
    when: str
    """The time of its last move: ``2026-01-31 20:15``."""
    is_over: bool


class FrontHouse(Struct, frozen=True):
    """Offers of the front page to the holder of a key."""

    is_host: bool
    """Whether it is the host's."""
    may_create: bool
    """Whether its holder may create tables."""
    matches: list[FrontMatch] = []
    """The matches in the folder, for the host alone."""
    name: str = ""
    """Name of the host, by the settings of the server; empty for others."""
    level: Level = "hard"
    """The level of bots that the form proposes at first."""
    uses: list[Use] = []
    """Use of the server's limits; likewise."""
    notes: list[Note] = []
    """Requests that were declined; likewise."""


def front_house(store: TableStore, key: str) -> FrontHouse:
    """Return what the front page offers to the holder of a key."""
    house, level = store.house, store.settings.level
    if not house.is_host(key):
        return FrontHouse(is_host=False, may_create=house.may_create(key), level=level)
    return FrontHouse(
        is_host=True,
        may_create=True,
        matches=front_matches(store),
        name=store.settings.name,
        level=level,
        uses=house.uses(store.count()),
        notes=house.notes(),
    )


def front_matches(store: TableStore) -> list[FrontMatch]:
    """Return the newest matches in the folder, the newest first."""
    found = []
    for name in store.names()[:MAX_LISTED]:
        path = store.record(name)
        with suppress(ParlourError, OSError), open_record(path) as record:
            header, title = record.header, store.game_of(name).title
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
            players = seat_names(header.players, store.file(name).metadata.names)
            over = is_finished(path)
            found.append(FrontMatch(name, title, players, f"{when:%Y-%m-%d %H:%M}", over))
    return found


def _front_game(game: Game) -> FrontGame:
    types = {field.encode_name: field.type for field in structs.fields(game.options)}
    options = tuple(
        OptionChoice(one.name, choices(types[one.name]), one.values, one.default, one.meaning)
        for one in settings_of(game.options)
    )
    return FrontGame(
        id=game.id,
        title=game.title,
        summary=game.summary,
        seats=tuple(game.seats),
        options=options,
        levels=get_args(Level),
        has_rules=game.rulebook is not None,
        lessons=_lessons(game),
    )


def _lessons(game: Game) -> dict[str, Lesson]:
    """Return the lessons of a game; none if one of its files is no lesson."""
    try:
        return lessons_of(game)
    except ParlourError:
        return {}
