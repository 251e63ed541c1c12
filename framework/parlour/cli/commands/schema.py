"""``parlour schema``."""

from parlour.cli.arguments import GameName
from parlour.cli.output import print_json

EXAMPLES = ("parlour schema maori", "parlour schema maori > maori.schema.json")


def schema(game: GameName) -> None:
    """Print the JSON Schema of a game.

    It describes its options, moves, outcomes, events, views and records.
    """
    from parlour.cli.errors import find_game
    from parlour.match import schema as library

    with find_game(game) as found:
        print_json(library.schema(found))
