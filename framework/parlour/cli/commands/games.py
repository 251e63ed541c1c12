"""``parlour games``."""

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.output import columns, print_json

if TYPE_CHECKING:
    from parlour.plugins.catalog import PluginStatus

EXAMPLES = ("parlour games", "parlour games --json", "PARLOUR_BLOCK=maori parlour games")


def games(
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """List the games, and their plugins.

    A plugin is good, slow (it works, but takes long to load), broken or blocked; the
    reason stands beside it. The environment variable PARLOUR_BLOCK names plugins to
    block.
    """
    from parlour.plugins.catalog import Catalog

    statuses = Catalog().statuses()
    if json:
        print_json([_as_json(status) for status in statuses])
        return

    rows_of_text = [row for status in statuses for row in _rows(status)]
    if not rows_of_text:
        print("no plugins are installed")
        return
    for line in columns(("game", "seats", "state", "about"), rows_of_text):
        print(line)


def _rows(status: "PluginStatus") -> list[tuple[str, ...]]:
    if not status.games:
        return [(status.plugin, "", status.state, status.reason)]
    return [
        (
            game.id,
            f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0]),
            status.state,
            "; ".join(filter(None, [game.summary or game.title, status.reason])),
        )
        for game in status.games
    ]


def _as_json(status: "PluginStatus") -> dict[str, object]:
    return {
        "plugin": status.plugin,
        "distribution": status.distribution,
        "state": status.state,
        "reason": status.reason,
        "games": [
            {
                "id": game.id,
                "title": game.title,
                "summary": game.summary,
                "seats": list(game.seats),
                "rules_version": game.rules_version,
                "options": list(game.options.__struct_fields__),
                "has_hidden_information": game.has_hidden_information,
            }
            for game in status.games
        ],
    }
