"""The front page's games: what can be played, by how many, with which options."""

from typing import get_args

from msgspec import Struct, structs

from parlour.match.game import Game
from parlour.players.levels import Level
from parlour.rules.options import choices, settings_of
from parlour.web.tables.hall import Hall


class OptionChoice(Struct, frozen=True):
    """An option of a game, as a form asks for it."""

    name: str
    values: tuple[str, ...]
    """Its values where they are few; else none."""
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
    """Levels of bots, from the one that errs."""
    has_rules: bool


def front_games(hall: Hall) -> list[FrontGame]:
    """Return all games that can be played, by title."""
    return sorted(map(_front_game, hall.catalog.games().values()), key=lambda game: game.title)


def _front_game(game: Game) -> FrontGame:
    types = {field.encode_name: field.type for field in structs.fields(game.options)}
    options = tuple(
        OptionChoice(one.name, choices(types[one.name]), one.values, one.default, one.meaning)
        for one in settings_of(game.options)
    )
    has_rules = game.rulebook is not None
    return FrontGame(
        game.id, game.title, game.summary, tuple(game.seats), options, get_args(Level), has_rules
    )
