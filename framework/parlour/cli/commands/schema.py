"""``parlour schema``."""

from parlour.cli.arguments import GameName

EXAMPLES = ("parlour schema maori", "parlour schema maori > maori.schema.json")


def schema(game: GameName) -> None:
    """Print the JSON Schema of a game.

    It describes its options, moves, outcomes, events, views and records.
    """
    import msgspec

    from parlour.cli.errors import game_named
    from parlour.match import schema as library

    with game_named(game) as found:
        print(msgspec.json.format(msgspec.json.encode(library.schema(found))).decode())
