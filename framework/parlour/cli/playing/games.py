"""``parlour games``."""

from collections.abc import Iterator
from typing import Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import AsJson, Language, find_game, settings_given
from parlour.cli.completion import complete_game
from parlour.cli.output import columns, print_columns, print_json
from parlour.hooks.claims import PluginStatus
from parlour.match import Game
from parlour.rules import settings_of
from parlour.words import say


def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="A game's name, or the path of one that is not installed: shows its options.",
            autocompletion=complete_game,
        ),
    ] = None,
    json: AsJson = False,
    language: Language = None,
) -> None:
    """List the games, or show one with its seats and options.

    A plugin is good, slow (it works, but takes long to load), broken or blocked; the
    list says why. The environment variable PARLOUR_BLOCK names plugins to
    block, as NAME or DISTRIBUTION:NAME; parlour --no-plugins games leaves out all but
    the included ones.

    Examples:
      parlour games
      parlour games giants
      parlour games --json
      PARLOUR_BLOCK=maori parlour games
    """
    settings_given(plain=None, language=language)
    if game is not None:
        _show_one(game, json=json)
        return
    statuses = Catalog().statuses()
    if json:
        print_json(
            [
                {
                    "plugin": status.plugin,
                    "distribution": status.distribution,
                    "state": status.state,
                    "reason": status.reason,
                    "games": [_game_json(game) for game in status.games],
                }
                for status in statuses
            ]
        )
        return

    rows_of_text = [row for status in statuses for row in _rows(status)]
    if not rows_of_text:
        print(say("games.none"))
        return
    heads = [say(f"games.{head}") for head in ("game", "seat_numbers", "state", "about")]
    print_columns(heads, rows_of_text)


def game_lines(game: Game) -> Iterator[str]:
    """Yield the lines that show one game: its seats and its options with their meanings."""
    yield say("games.seats", title=game.title, id=game.id, seats=game.seats_text)
    if game.summary:
        yield game.localized_summary
    yield ""
    settings = game.localized_options()
    if not settings:
        yield say("games.no_options")
        return
    rows = [
        (one.name, one.default, ": ".join(filter(None, (one.values, one.meaning))))
        for one in settings
    ]
    yield from columns([say(f"games.{head}") for head in ("option", "default", "values")], rows)


def _show_one(name: str, *, json: bool) -> None:
    with find_game(name) as game:
        if json:
            print_json(_game_json(game))
            return
        print(*game_lines(game), "", say("games.commands", name=name), sep="\n")


def _rows(status: PluginStatus) -> list[tuple[str, ...]]:
    if not status.games:
        return [(status.plugin, "", say(f"state.{status.state}"), status.reason)]
    return [
        (
            game.id,
            game.seats_text,
            say(f"state.{status.state}"),
            "; ".join(filter(None, [game.localized_summary or game.title, status.reason])),
        )
        for game in status.games
    ]


def _game_json(game: Game) -> dict[str, object]:
    settings = settings_of(game.options)
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "seats": list(game.seats),
        "rules_version": game.rules_version,
        "options": [setting.name for setting in settings],
        "settings": settings,
        "has_hidden_information": game.has_hidden_information,
    }
