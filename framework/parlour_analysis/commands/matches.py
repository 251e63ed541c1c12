"""``parlour matches``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import AsJson, can_ask, record_given
from parlour.cli.completion import complete_record
from parlour.cli.output import print_columns, print_json
from parlour.cli.struct_options import with_options
from parlour.rules import MisuseError
from parlour.table.opening.saved_matches import saved_paths
from parlour_analysis.match_list import EVERY_MATCH, MatchFilter, delete_match, saved_matches

MAX_LISTED = 20
"""Maximum number of matches that are listed without ``--all``."""


@with_options
def matches(
    *,
    every: Annotated[
        bool, typer.Option("--all", help=f"List all, and not only the {MAX_LISTED} newest.")
    ] = False,
    chosen: MatchFilter,
    json: AsJson = False,
    delete: Annotated[
        Path | None,
        typer.Option(
            "--delete",
            metavar="RECORD",
            help="Delete one match, given by its number, name or file.",
            parser=record_given,
            autocompletion=complete_record,
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without a question.")] = False,
) -> None:
    """List the saved matches, the newest first.

    A match is listed from your first move. The number before it is for parlour resume
    and parlour replay; resume without a number takes the newest that is not over.

    Examples:
      parlour matches
      parlour matches --all
      parlour matches --game maori --with greedy --unfinished
      parlour matches --delete 3 --yes
    """
    if delete is not None:
        _delete(delete, is_sure=yes)
        return
    is_whole = every or json or chosen != EVERY_MATCH
    listed = [*saved_matches(None if is_whole else MAX_LISTED, chosen)]
    if json:
        print_json(listed)
        return
    if not listed:
        none = "No match is saved. To play one: parlour games, then parlour play GAME"
        print(none if chosen == EVERY_MATCH else "No such match is saved.")
        return
    rows = [(str(one.number), one.game, one.when, one.who, one.stands) for one in listed]
    print_columns(("", "game", "when", "who", "how it stands"), rows, folded=2)
    left = 0 if is_whole else len(saved_paths()) - len(listed)
    if left:
        print(f"{left} older: parlour matches --all")


def _delete(path: Path, *, is_sure: bool) -> None:
    """Delete a match, if the user is sure.

    Raises:
        MisuseError: Nobody is there who could be asked, or the match is being played.
    """
    if not is_sure and not can_ask():
        raise MisuseError("expected --yes, since nobody can be asked here")
    if is_sure or typer.confirm(f"Delete {path.name}? You cannot undo this."):
        delete_match(path)
        print(f"{path.name} is deleted.")
