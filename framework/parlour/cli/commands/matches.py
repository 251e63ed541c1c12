"""``parlour matches``."""

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.output import columns, print_json

if TYPE_CHECKING:
    from parlour.cli.kept_matches import KeptMatch

EXAMPLES = ("parlour matches", "parlour matches --all", "parlour matches --prune", "parlour resume")

SHOWN = 20
"""The most matches that are listed without ``--all``."""

Every = Annotated[bool, typer.Option("--all", help=f"List all, and not only the {SHOWN} newest.")]
Prune = Annotated[
    bool,
    typer.Option("--prune", help="Delete the matches in which no person has moved."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def matches(every: Every = False, prune: Prune = False, json: AsJson = False) -> None:
    """List the matches that were kept, the newest first.

    The number before a match is for parlour resume and parlour replay; resume without
    a number takes the newest that is not over.
    """
    from parlour.cli.kept_matches import kept_matches, moved_in
    from parlour.cli.record_paths import kept_paths

    if prune:
        empty = [path for path in kept_paths() if not moved_in(path)]
        for path in empty:
            path.unlink(missing_ok=True)
        print(f"{len(empty)} match{'es' * (len(empty) != 1)} without a move deleted.")
        return
    found = list(kept_matches(None if every or json else SHOWN))
    if json:
        print_json(found)
        return
    if not found:
        print("No match was kept. To play one: parlour games, then parlour play GAME")
        return
    for line in columns(("", "game", "when", "who", "how it stands"), list(map(_row, found))):
        print(line)
    left = len(kept_paths()) - len(found)
    if left:
        print(f"{left} older: parlour matches --all")


def _row(match: "KeptMatch") -> tuple[str, ...]:
    return (str(match.number), match.game, match.when, match.who, match.stands)
