"""``parlour schema``."""

from parlour.cli.arguments import GameName
from parlour.cli.game_faults import find_game
from parlour.cli.output import print_json
from parlour.match import schema as library

EXAMPLES = ("parlour schema maori", "parlour schema maori > maori.schema.json")


def schema(game: GameName) -> None:
    """Print the JSON Schema of a game.

    It describes its options, moves, outcomes, events, views and records.
    """
    with find_game(game) as found:
        print_json(library.schema(found))
