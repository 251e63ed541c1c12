"""``parlour train``."""

from contextlib import closing
from os import cpu_count
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import asdict

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import GameName, Options, explain_fault_of, options_given
from parlour.cli.completion import complete_seats
from parlour.cli.output import need
from parlour.cli.struct_options import Fields, Typed, with_options
from parlour.rules import MAX_SEATS
from parlour_training.settings import TrainingSettings

LEARNING = Fields(
    TrainingSettings,
    without=("game", "rules_version", "features", "staged", "seats", "options"),
)


@with_options
def train(
    game: GameName,
    matches: Annotated[
        int, typer.Option(metavar="N", help="Number of matches, up to whole batches.", min=1)
    ] = 1000,
    seats: Annotated[
        list[int] | None,
        typer.Option(
            "--seats",
            metavar="N",
            help="How many play; several in turn; all numbers unless given.",
            min=1,
            max=MAX_SEATS,
            autocompletion=complete_seats,
        ),
    ] = None,
    option: Options = None,
    blocks: Annotated[
        int,
        typer.Option(metavar="N", help="Deals for a point of the curve; 0 for no curve.", min=0),
    ] = 20,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", metavar="N", help="Processes; one for each core unless given.", min=1
        ),
    ] = None,
    into: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File of the weights; GAME.weights.json.")
    ] = None,
    *,
    settings: Annotated[Typed, LEARNING],
) -> None:
    """Learn the weights of a game's features by self-play.

    Greedy plays against itself by the weights so far, with errors; after each batch of
    matches the weights are computed again, and saved in a checkpoint beside the file of
    the weights. The same command goes on from there, and with more matches from its end.
    Equal settings give equal weights, however many processes play. A point of the curve
    is the share of the others beaten without errors: by the first weights, and by those
    of the point before.

    Examples:
      parlour train maori --seats 2 --matches 1000
      parlour train maori --seats 2 --seed monday --errors 0.3 --into mine.json
    """
    need(("numpy", "scipy"), "trainings", "train")
    from parlour_training.commands.training import run_training, training_for
    from parlour_training.workers import TrainingWorkers

    catalog = Catalog()
    found = catalog.game(game)
    with explain_fault_of(found, catalog):
        path = into or Path(f"{found.id}.weights.json")
        training = training_for(found, seats, options_given(option), settings, path)
        shown = asdict(training.settings)
        words = [f"--matches={max(matches, training.matches)}", f"--seed={shown['seed']}"]
        words += [f"--seats={count}" for count in seats or ()]
        words += [f"--option={pair}" for pair in option or ()]
        for name in ("errors", "trace", "batch", "prior"):
            words.append(f"--{name}={str(shown[name]).removesuffix('.0')}")
        typed = ["parlour", "train", game, *words]
        with closing(TrainingWorkers(workers or cpu_count() or 1, catalog, game)) as team:
            run_training(training, path, team, typed, matches, blocks)
