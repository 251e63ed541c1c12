"""``parlour matches``."""

from typing import Annotated

import typer

from parlour.cli.arguments import AsJson
from parlour.cli.output import columns, print_json
from parlour.table.opening.saved_matches import saved_matches, saved_paths

EXAMPLES = ("parlour matches", "parlour matches --all", "parlour resume")

MAX_LISTED = 20
"""Maximum number of matches that are listed without ``--all``."""

Every = Annotated[
    bool, typer.Option("--all", help=f"List all, and not only the {MAX_LISTED} newest.")
]


def matches(every: Every = False, json: AsJson = False) -> None:
    """List the saved matches, the newest first.

    A match is listed from your first move. The number before it is for parlour resume
    and parlour replay; resume without a number takes the newest that is not over.
    """
    found = [*saved_matches(None if every or json else MAX_LISTED)]
    if json:
        print_json(found)
        return
    if not found:
        print("No match is saved. To play one: parlour games, then parlour play GAME")
        return
    rows = [(str(one.number), one.game, one.when, one.who, one.stands) for one in found]
    for line in columns(("", "game", "when", "who", "how it stands"), rows):
        print(line)
    if left := len(saved_paths()) - len(found):
        print(f"{left} older: parlour matches --all")
