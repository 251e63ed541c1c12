"""``parlour tune``."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import cpu_count
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import Plain, is_plain
from parlour.cli.output import need
from parlour.rules import Interrupted, MisuseError
from parlour_tournament.plan import Loader, Resources
from parlour_tournament.playing import Workers, start_workers
from parlour_training.commands.arguments import WorkerCount

if TYPE_CHECKING:  # with the settings of tournaments
    from parlour_training.tuning import Tuning

PRINTED_STEPS = 10
"""Number of lines about the course."""


def tune(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="The bot with the settings to start from, as typed at --player."
        ),
    ],
    ranges: Annotated[
        list[str],
        typer.Option(
            "--set",
            metavar="NAME=LOW:HIGH",
            help="A setting and its bounds; whole bounds give whole numbers. Once for each.",
        ),
    ],
    game: Annotated[
        str,
        typer.Option(
            "--game", metavar="GAME[:SEATS][,NAME=VALUE…]", help="The game: maori:2,side=atoll."
        ),
    ],
    steps: Annotated[int, typer.Option(metavar="N", help="Number of steps.", min=1)] = 100,
    pairs: Annotated[
        int, typer.Option(metavar="N", help="Blocks of matches for a step.", min=1)
    ] = 8,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Seed of the tuning; random unless given.")
    ] = None,
    blocks: Annotated[
        int,
        typer.Option(metavar="N", help="Most blocks of the test at the end; 0 for none.", min=0),
    ] = 400,
    workers: WorkerCount = None,
    to: Annotated[
        Path, typer.Option("--to", metavar="PATH", help="File to keep the tuning in.")
    ] = Path("parlour.tuning.json"),
    plain: Plain = None,
) -> None:
    """Tune settings of a bot by matches against itself.

    In each step all settings are moved by a random sign, and the bot with these meets the
    bot with the opposite ones, on deals of its own. The result is the mean of the second half
    of the steps. At the end a sequential test plays it against the start, on deals that the
    tuning has not seen. The same command goes on after an interruption. Equal seeds give
    equal settings, however many processes play.

    Examples:
      parlour tune greedy:errors=0.5 --set errors=0.0:1.0 --game maori:2
      parlour tune ahead:rollouts=8 --set rollouts=2:30 --game maori:2 --to ahead.json
    """
    need(("numpy", "scipy"), "trainings", "tune")
    from parlour_training.tuning import Tuning, TuningSettings, read_range, saved_seed

    if to.is_dir():
        raise MisuseError(f"{to}: expected a file for the tuning, got a folder")
    catalog = Catalog()
    loader = Loader(catalog)
    chosen = seed or saved_seed(to) or token_hex(8)
    found = tuple(map(read_range, ranges))
    tuning = Tuning(TuningSettings(game, bot, found, steps, pairs, chosen), to, loader)
    begun = f"continued after step {tuning.now.step:,}" if tuning.resumed else "begun"
    print(f"{to}: {begun}, seed {chosen}", flush=True)
    with _workers(workers or cpu_count() or 1, loader) as team:
        try:
            tuning.run(team, _print_course)
        except KeyboardInterrupt:
            raise Interrupted(
                f"interrupted after step {tuning.now.step:,} of {steps:,}, saved in {to}; "
                "the same command goes on"
            ) from None
    print(f"tuned: {tuning.bot}")
    if blocks and tuning.bot != tuning.start:
        _test(tuning, blocks, Resources(workers=workers), plain=is_plain(plain=plain))


@contextmanager
def _workers(count: int, loader: Loader) -> Iterator[Workers]:
    """Start workers, and end them at once if something goes wrong."""
    team = start_workers("local", count, loader.sources)
    try:
        yield team
    except BaseException:
        team.kill()
        raise
    team.close()


def _print_course(tuning: "Tuning") -> None:
    """Print the settings from time to time."""
    done = tuning.now.step
    every = max(1, tuning.settings.steps // PRINTED_STEPS)
    if done % every == 0 or done == tuning.settings.steps:
        print(f"step {done:,} of {tuning.settings.steps:,}: {tuning.bot}", flush=True)


def _test(tuning: "Tuning", blocks: int, resources: Resources, *, plain: bool) -> None:
    """Play the tuned bot against the start until one hypothesis is refused, and print who won."""
    from parlour_tournament.analysis.analysis import analyse
    from parlour_tournament.commands.printing import print_report
    from parlour_tournament.playing import Store
    from parlour_tournament.running import run

    settings = tuning.settings
    bots = [{"bot": tuning.bot, "name": "tuned"}, {"bot": tuning.start, "name": "start"}]
    plan = {
        "games": [settings.game],
        "bots": bots,
        "schedule": "test",
        "blocks": blocks,
        # No deal of the tuning: there the settings were chosen by these very deals.
        "seed": f"{settings.seed}:test",
    }
    file = tuning.path.with_suffix(".test.tournament")
    run(plan, file, resources=resources)
    with Store.open_file(file, read_only=True) as store:
        print_report(analyse(store), plain=plain, brief=True)
    print(f"{file}: the test; see: parlour tournament report {file}")
