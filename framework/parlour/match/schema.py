"""The shape of everything a game writes, as JSON Schema."""

from typing import Any

import msgspec

from parlour.match.game import Game
from parlour.match.record import Header, Line
from parlour.rules.events import ChanceResolved, Forfeited, Played, Undone

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def told_by(game: Game) -> Any:
    """Return the type of every event that a seat can be told in a match of ``game``."""
    events = Played | ChanceResolved | Undone | Forfeited
    return events if game.events is None else events | game.events


def schema(game: Game) -> dict[str, Any]:
    """Return one schema with a property for each thing: options, moves, views, records.

    In a record a move and an outcome stand as texts; ``move`` and ``outcome``
    describe the values that bots and tests handle.
    """
    parts = {
        "options": game.options,
        "move": game.moves,
        "outcome": game.outcomes,
        "event": told_by(game),
        "view": game.view,
        "record_header": Header,
        "record_line": Line,
    }
    shapes, definitions = msgspec.json.schema_components(
        list(parts.values()), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": DIALECT,
        "title": game.title,
        "type": "object",
        "properties": dict(zip(parts, shapes, strict=True)),
        "$defs": definitions,
    }
