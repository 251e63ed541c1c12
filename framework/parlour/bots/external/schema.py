"""The shape of every message of the protocol, as JSON Schema."""

from typing import Any, get_args

import msgspec

from parlour.bots.external.messages import VERSION, Decide, FromBot, ToBot
from parlour.game import Game
from parlour.schema import DIALECT, told_by


def protocol_schema(game: Game | None = None) -> dict[str, Any]:
    """Return one schema with a property for each direction.

    With a game, views, moves and events are spelt out as it writes them.
    """
    any_decide: Any = Decide[Any, Any, Any]
    generic: Any = Decide
    to_bot = any_decide if game is None else generic[game.view, game.moves, told_by(game)]
    for kind in get_args(ToBot):
        if kind != any_decide:
            to_bot |= kind
    shapes, definitions = msgspec.json.schema_components(
        [to_bot, FromBot], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": DIALECT,
        "title": f"Parlour's protocol for bots, version {VERSION}"
        + (f": {game.title}" if game else ""),
        "type": "object",
        "properties": dict(zip(("to_bot", "from_bot"), shapes, strict=True)),
        "$defs": definitions,
    }
