"""``parlour tournament replay``."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.arguments import GamePath, Trust, catalog_given
from parlour.cli.tournament.arguments import TournamentFile
from parlour.cli.tournament.run import trusted_file
from parlour.rules.one_line import printable, visible, writing
from parlour.tournament.plan.eligibility import with_same_rules
from parlour.tournament.plan.loader import Loader
from parlour.tournament.plan.plan import Plan
from parlour.tournament.report.export import match_key
from parlour.tournament.running import Replay, replay_match


def replay(
    file: TournamentFile,
    match: Annotated[
        str,
        typer.Argument(metavar="MATCH", help="Contest, block and match, as a report names them."),
    ],
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="PATH", help="Write the record of the match played again."
        ),
    ] = None,
    game: GamePath = None,
    trust: Trust = False,
) -> None:
    """Play a match of a tournament again, with its bots, its deal and their luck.

    The match runs in this process, so that a debugger can follow a bot of a plugin, and
    the bots' files are taken as they are now. Exit code 1 says that the match has come
    otherwise than in the file.

    Examples:
      parlour tournament replay summer.tournament maori/2/side=atoll:0:0
      parlour tournament replay summer.tournament 0:0:0 --record again.jsonl
    """
    loader = Loader(catalog_given(game))
    with trusted_file(file, trusted=trust) as store:
        key = match_key(store.tournament.plan, match, "MATCH as")
        store.tournament = with_same_rules(store.tournament, loader)
        found = replay_match(store, key, loader)
        _print(store.tournament.plan, found)
    if record is not None:
        with writing(record):
            record.write_bytes(found.record)
    if found.differs_at is not None:
        raise typer.Exit(1)


def _print(plan: Plan, found: Replay) -> None:
    """Print the seats with their places, what bots wrote, and whether the match came as before."""
    result = found.now.result
    for seat, who in enumerate(result.lineup):
        came = result.places and f", place {result.places[seat]}, {result.scores[seat]} points"
        print(visible(f"seat {seat + 1}: {plan.entrants[who].name}{came or ''}"))
    if result.fault:
        print(visible(f"the game failed: {result.fault}"))
    for forfeit in result.forfeits:
        print(visible(f"seat {forfeit.seat + 1} forfeits ({forfeit.cause}): {forfeit.reason}"))
    for one in found.now.errors:
        print(f"standard error of seat {one.seat + 1}:\n{printable(one.text)}")
    lines = found.record.count(b"\n")
    if found.differs_at is None:
        print(f"The match came as in the file: {lines:,} lines.")
    else:
        print(f"The match came otherwise than in the file, from line {found.differs_at:,} on.")
