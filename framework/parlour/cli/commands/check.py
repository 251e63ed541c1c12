"""``parlour check``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.arguments import GameName, Options, Seats, options_given
from parlour.cli.errors import FAILED, find_game

if TYPE_CHECKING:
    from parlour.testing import Breach

EXAMPLES = (
    "parlour check maori",
    "parlour check maori --matches 1000 --seed monday",
    "parlour check ./my_game --matches 20",
    "parlour check maori --seats 3 --option side=atoll --keep broken",
)

Matches = Annotated[int, typer.Option(metavar="N", help="Number of matches.", min=1)]
Seed = Annotated[str, typer.Option(metavar="TEXT", help="Seed of the matches.")]
Keep = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Folder for the record of each broken law.")
]


def check(
    game: GameName,
    matches: Matches = 100,
    seed: Seed = "check",
    seats: Seats = None,
    option: Options = None,
    keep: Keep = None,
) -> None:
    """Check that a game keeps every law.

    The laws are checked in random matches; each broken law is named with a record.
    Without --seats and --option, the matches take all numbers of seats and all the
    sets of options that the game names in turn.
    """
    from parlour.testing import check as put_to_the_laws

    with find_game(game) as found:
        options = options_given(option) or None
        report = put_to_the_laws(found, matches=matches, seed=seed, seats=seats, options=options)
    for breach in report.breaches:
        print(breach)
        if keep is not None:
            print(f"  record: {_kept(breach, found.id, keep)}")
    broken = len(report.breaches)
    verdict = f"{broken} law{'s' * (broken > 1)} broken" if broken else "every law kept"
    tried = f"{report.matches} match{'es' * (report.matches > 1)} of {report.moves:,} moves"
    settings = report.settings
    if report.matches < settings:
        left = f"; {settings - report.matches} of {settings} settings were not reached"
        tried += f"{left} (--matches {settings})"
    print(f"{found.id}: {verdict} in {tried}")
    if report.breaches:
        raise typer.Exit(FAILED)


def _kept(breach: "Breach", game: str, folder: Path) -> Path:
    """Write the record of a breach into a folder; return its path."""
    from parlour.rules.one_line import writing

    law = "".join(letter if letter.isalnum() else "-" for letter in breach.law)
    path = folder / f"{game}-{law}.jsonl"
    with writing(path):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(breach.record)
    return path
