"""The shape of every message of the protocol, as JSON Schema."""

from typing import Any

import msgspec

from parlour.match.game import Game
from parlour.match.schema import DIALECT, told_by
from parlour.players.process.messages import (
    VERSION,
    FromBot,
    HostHello,
    MatchOver,
    MatchStart,
    Question,
    Quit,
    Ready,
    Stop,
    ToBot,
)

GENERIC = {"MoveChoice", "Question", "MatchOver"}


def protocol_schema(game: Game | None = None) -> dict[str, Any]:
    """Return one schema with a property for each direction.

    With a game, views, moves and events are spelt out as it writes them.
    """
    to_bot: Any = ToBot
    if game is not None:
        decide: Any = Question
        over: Any = MatchOver
        told = told_by(game)
        to_bot = decide[game.view, game.moves, told] | over[told]
        to_bot |= HostHello | Ready | MatchStart | Stop | Quit
    shapes, definitions = msgspec.json.schema_components(
        [to_bot, FromBot], ref_template="#/$defs/{name}"
    )
    whole = {
        "$schema": DIALECT,
        "title": f"Parlour's protocol for bots, version {VERSION}"
        + (f": {game.title}" if game else ""),
        "type": "object",
        "properties": dict(zip(("to_bot", "from_bot"), shapes, strict=True)),
        "$defs": definitions,
    }
    return _named_shortly(whole)


def _named_shortly(whole: dict[str, Any]) -> dict[str, Any]:
    """Name generic messages by what they are, without what they are made of."""
    text = msgspec.json.encode(whole).decode()
    for name, shape in whole["$defs"].items():
        short, generic, _ = name.partition("_")
        if generic and short in GENERIC:
            text = text.replace(f'#/$defs/{name}"', f'#/$defs/{short.lower()}"')
            text = text.replace(f'"{name}":', f'"{short.lower()}":')
            text = text.replace(f'"title":"{shape["title"]}"', f'"title":"{short}"')
    return msgspec.json.decode(text, type=dict[str, Any])
