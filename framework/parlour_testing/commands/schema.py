"""``parlour schema``."""

from typing import Any

import msgspec

from parlour.cli.arguments import GameName, find_game
from parlour.cli.output import print_json
from parlour.match import Game, Header, Line, SeatHeader, SeatLine, told_by
from parlour_process.messages import DIALECT, in_draft


def schema(game: GameName) -> None:
    """Print the JSON Schema of a game.

    It describes its options, moves, outcomes, events, views and records.

    Examples:
      parlour schema maori
      parlour schema maori > maori.schema.json
    """
    with find_game(game) as loaded:
        print_json(schema_of(loaded))


def schema_of(game: Game) -> dict[str, Any]:
    """Return one schema with a property for each part: options, moves, views, records.

    In a record a move and an outcome stand as texts; ``move`` and ``outcome``
    describe the values that bots and tests handle.
    """
    seat_line: Any = SeatLine
    parts = {
        "options": game.options,
        "move": game.moves,
        "outcome": game.outcomes,
        "event": told_by(game),
        "view": game.view,
        "record_header": Header,
        "record_line": Line,
        "seat_record_header": SeatHeader,
        "seat_record_line": seat_line[told_by(game), game.view],
    }
    shapes, definitions = msgspec.json.schema_components(
        list(parts.values()), ref_template="#/$defs/{name}"
    )
    (name,) = (name for name in definitions if name.startswith("SeatLine_"))
    definitions[name]["title"] = "SeatLine"
    whole = {
        "$schema": DIALECT,
        "title": game.title,
        "type": "object",
        "properties": dict(zip(parts, shapes, strict=True)),
        "$defs": definitions,
    }
    # msgspec puts the names of all type parameters into the name of a definition.
    text = msgspec.json.encode(whole).decode().replace(name, "SeatLine")
    return in_draft(msgspec.json.decode(text, type=dict[str, Any]))
