"""``parlour matches``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import AsJson, Language, can_ask, record_given, settings_given
from parlour.cli.completion import complete_record
from parlour.cli.output import print_columns, print_json
from parlour.cli.struct_options import with_options
from parlour.rules import MisuseError
from parlour.table.opening.saved_matches import saved_paths
from parlour.words import say
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
    language: Language = None,
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
    if not json:
        settings_given(plain=None, language=language)
    if delete is not None:
        _delete(delete, is_sure=yes)
        return
    is_whole = every or json or chosen != EVERY_MATCH
    listed = [*saved_matches(None if is_whole else MAX_LISTED, chosen)]
    if json:
        print_json(listed)
        return
    if not listed:
        print(say("matches.none" if chosen == EVERY_MATCH else "matches.no_such"))
        return
    rows = [(str(one.number), one.game, one.when, one.who, one.stands) for one in listed]
    heads = [say(f"matches.{head}") for head in ("game", "when", "who", "stands")]
    print_columns(("", *heads), rows, folded=2)
    left = 0 if is_whole else len(saved_paths()) - len(listed)
    if left:
        print(say("matches.older", number=left))


def _delete(path: Path, *, is_sure: bool) -> None:
    """Delete a match, if the user is sure.

    Raises:
        MisuseError: Nobody is there who could be asked, or the match is being played.
    """
    if not is_sure and not can_ask():
        raise MisuseError("expected --yes, since nobody can be asked here")
    if is_sure or typer.confirm(say("matches.sure", file=path.name)):
        delete_match(path)
        print(say("matches.deleted", file=path.name))
