"""``parlour check``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.catalog.loading import check_bots
from parlour.catalog.local_plugins import is_path
from parlour.cli.arguments import AsJson, GameName, Options, Seats, find_game, options_given
from parlour.cli.output import FAILED, print_error, print_json, show_progress
from parlour.match import Game, encode_lines, header_of
from parlour.players import is_included, read_bot
from parlour.rules import Interrupted, PluginError, make_folder, write_whole, writing
from parlour_testing import Breach, CheckStopped, Report
from parlour_testing import check as check_laws
from parlour_testing.checking import setups_of
from parlour_testing.coverage import summary
from parlour_testing.second_process import compare_processes

LEVEL_BOTS = "bots-known"
"""Name of the law that the bots of a game's levels are there."""


def check(
    game: GameName,
    matches: Annotated[int, typer.Option(metavar="N", help="Number of matches.", min=1)] = 100,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed of the matches.")] = "check",
    seats: Seats = None,
    option: Options = None,
    greedy: Annotated[
        int,
        typer.Option(metavar="PERCENT", help="Share of matches played by greedy.", min=0, max=100),
    ] = 20,
    time_limit: Annotated[
        float,
        typer.Option(
            "--processor-time",
            metavar="SECONDS",
            help="Processor time for a match; a law has a sixth.",
            min=0.1,
        ),
    ] = 180.0,
    counts: Annotated[
        bool, typer.Option("--counts", help="Show how often kinds were met and laws compared.")
    ] = False,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder for the record of each broken law."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Check that a game keeps every law.

    The laws are checked in matches, most of them random; each broken law is named with a
    record. Kinds of move, outcome, event, phase, scoring line and end that no match met are
    listed. Without --seats and --option, the matches take all numbers of seats and all the
    sets of options that the game names in turn.

    Examples:
      parlour check maori
      parlour check maori --matches 1000 --seed monday
      parlour check ./my_game --matches 20
      parlour check maori --greedy 50 --counts
      parlour check maori --seats 3 --option side=atoll --keep broken
    """
    with find_game(game) as loaded:
        try:
            report = check_laws(
                loaded,
                matches=matches,
                seed=seed,
                seats=seats,
                options=options_given(option) or None,
                greedy=greedy / 100,
                time_limits=(time_limit / 6, time_limit),
                on_match=lambda match: show_progress(match.number, matches, "matches"),
            )
        except CheckStopped as stop:
            _show(stop.report, loaded.id, keep, counts=counts)
            raise Interrupted(f"interrupted {stop}") from None
        setup = (seats, options_given(option) or None)
        further = [_unknown_bot(loaded, game, seed, *setup)]
        if not report.breaches:
            further.append(compare_processes(loaded, game, seed, *setup))
        report = replace(report, breaches=(*report.breaches, *filter(None, further)))
    if json:
        if keep is not None:
            for breach in report.breaches:
                _keep(breach, loaded.id, keep)
        print_json(report)
    else:
        _show(report, loaded.id, keep, counts=counts)
    if report.breaches:
        raise typer.Exit(FAILED)


def _unknown_bot(
    game: Game,
    name: str,
    seed: str,
    seats: int | None,
    options: Mapping[str, object] | None,
) -> Breach | None:
    """Return a breach for a bot of a level that nobody brings, or that refuses its settings.

    A table passes over such a bot, since a hint is advice. ``name`` names the game, or the path of
    its plugin, which may bring the bot.
    """
    catalog = Catalog([name] if is_path(name) else ())

    def read(spec: str) -> object:
        return read_bot(spec, {} if is_included(spec) else catalog.bots())

    try:
        check_bots(game, read)
    except PluginError as fault:
        count, _, chosen = setups_of(game, seats, options)[0]
        header = header_of(game, ("check",) * count, chosen, seed)
        return Breach(
            LEVEL_BOTS, str(fault), seed, count, header.options, 0, encode_lines([header])
        )
    return None


def _show(report: Report, game: str, keep: Path | None, *, counts: bool) -> None:
    """Print the breaches of a report, and how much of the game was met."""
    for fault in report.faults:
        print_error(fault)
    for breach in report.breaches:
        print(breach)
        if keep is not None:
            print(f"  record: {_keep(breach, game, keep)}")
    broken = len(report.breaches)
    verdict = f"{broken} law{'s' * (broken > 1)} broken" if broken else "every law kept"
    tried = f"{report.matches} match{'es' * (report.matches != 1)} of {report.moves:,} moves"
    if report.by_greedy:
        tried += f", {report.by_greedy} by greedy"
    settings = report.settings
    if report.matches < settings:
        left = f"; {settings - report.matches} of {settings} settings were not reached"
        tried += f"{left} (--matches {settings})"
    print(f"{game}: {verdict} in {tried}")
    print(*summary(report.kinds), sep="\n")
    idle = [law.law for law in report.laws if not law.compared]
    if idle:
        print(f"never had anything to compare: {', '.join(idle)}")
    if counts:
        for law in report.laws:
            print(law)
        print(f"{'':42} {'random':>9} {'greedy':>9}")
        for kind in report.kinds:
            print(f"{kind.category:13} {kind.name:28} {kind.at_random:9,} {kind.by_greedy:9,}")


def _keep(breach: Breach, game: str, folder: Path) -> Path:
    """Write the record of a breach into a folder; return its path."""
    law = "".join(letter if letter.isalnum() else "-" for letter in breach.law)
    path = folder / f"{game}-{law}.jsonl"
    with writing(path):
        make_folder(folder)
    write_whole(path, breach.record)
    return path
