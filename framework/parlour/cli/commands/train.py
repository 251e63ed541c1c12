"""``parlour train``."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.arguments import GameName, Options, options_given
from parlour.cli.completion import complete_seats
from parlour.rules.seats import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.match.game import Game
    from parlour.plugins.catalog import Catalog
    from parlour.training.settings import TrainingSettings
    from parlour.training.trainer import Training
    from parlour.training.workers import TrainingWorkers

EXAMPLES = (
    "parlour train maori --seats 2 --matches 1000",
    "parlour train maori --seats 2 --seed monday --errors 0.3 --into mine.json",
)

CURVE_BATCHES = 4
"""Number of batches between two points of the curve."""

Matches = Annotated[
    int, typer.Option(metavar="N", help="Number of matches, up to whole batches.", min=1)
]
Batch = Annotated[
    int, typer.Option(metavar="N", help="Matches between two updates of the weights.", min=1)
]
Seed = Annotated[str, typer.Option(metavar="TEXT", help="Seed of the matches.")]
SeatCounts = Annotated[
    list[int] | None,
    typer.Option(
        "--seats",
        metavar="N",
        help="How many play; several in turn; all numbers unless given.",
        min=1,
        max=MOST_SEATS,
        autocompletion=complete_seats,
    ),
]
Errors = Annotated[
    float,
    typer.Option(metavar="SHARE", help="How far greedy errs, so as to try moves.", min=0, max=100),
]
Trace = Annotated[
    float,
    typer.Option(
        metavar="LAMBDA", help="1 learns from results, 0 from the next turn alone.", min=0, max=1
    ),
]
Prior = Annotated[
    float,
    typer.Option(
        metavar="MATCHES", help="How much the first weights count for.", min=0.001, max=1_000_000
    ),
]
Blocks = Annotated[
    int, typer.Option(metavar="N", help="Deals for a point of the curve; 0 for no curve.", min=0)
]
Processes = Annotated[
    int | None,
    typer.Option(
        "--workers", metavar="N", help="Processes; one for each core unless given.", min=1
    ),
]
Into = Annotated[
    Path | None, typer.Option(metavar="FILE", help="File of the weights; GAME.weights.json.")
]


def train(
    game: GameName,
    matches: Matches = 1000,
    seats: SeatCounts = None,
    option: Options = None,
    seed: Seed = "train",
    errors: Errors = 0.5,
    trace: Trace = 0.8,
    batch: Batch = 50,
    prior: Prior = 60.0,
    blocks: Blocks = 20,
    workers: Processes = None,
    into: Into = None,
) -> None:
    """Learn the weights of a game's features by self-play.

    Greedy plays against itself by the weights so far, with errors; after each batch of
    matches the weights are worked out anew, and kept in a checkpoint beside the file of
    the weights. The same command goes on from there, and with more matches from its end.
    Equal settings give equal weights, however many processes play. A point of the curve
    is the share of the others beaten without errors: by the first weights, and by those
    of the point before.
    """
    from parlour.cli.errors import blame_game, need
    from parlour.plugins.catalog import Catalog

    need(("numpy", "scipy"), "trainings", "train")
    catalog = Catalog()
    found = catalog.game(game)
    with blame_game(found.id, found, installed=not catalog.paths):
        play = {"errors": errors, "trace": trace, "batch": batch, "prior": prior}
        settings = _settings(found, seats, options_given(option), seed, play)
        path = into or Path(f"{found.id}.weights.json")
        training = _training(settings, path)
        words = [f"--matches={max(matches, training.matches)}", f"--seed={seed}"]
        words += [f"--seats={count}" for count in seats or ()]
        words += [f"--option={pair}" for pair in option or ()]
        words += [f"--{name}={str(value).removesuffix('.0')}" for name, value in play.items()]
        with _workers(workers, catalog, game) as team:
            _train(training, path, team, ["parlour", "train", game, *words], matches, blocks)


def _settings(
    game: "Game",
    seats: list[int] | None,
    given: dict[str, str],
    seed: str,
    play: dict[str, float],
) -> "TrainingSettings":
    """Return the settings of a training, checked against the game."""
    import msgspec

    from parlour.training.settings import settings_for

    options = game.read_options(given)
    counts = seats or [n for n in game.seats if _takes(game, n, options)] or [*game.seats]
    for count in counts:
        game.check_setup(count, options)
    return settings_for(game, tuple(counts), msgspec.to_builtins(options), seed, **play)


def _takes(game: "Game", seats: int, options: object) -> bool:
    """Return whether so many can play with these options."""
    return game.rules.setup_fault(seats, options) is None


def _training(settings: "TrainingSettings", path: Path) -> "Training":
    """Return the training whose weights go to ``path``, as far as its checkpoint has got.

    Raises:
        MisuseError: There is a folder at ``path``.
        SetupError: The file beside it is no checkpoint of this training.
    """
    from parlour.rules.errors import MisuseError
    from parlour.training.trainer import Training

    if path.is_dir():
        raise MisuseError(f"{path}: expected a file for the weights, got a folder")
    return Training(settings, path.with_suffix(".training.json"))


@contextmanager
def _workers(count: int | None, catalog: "Catalog", game: str) -> "Iterator[TrainingWorkers]":
    """Yield processes that play the matches, one a core unless ``count`` is given."""
    from os import cpu_count

    from parlour.training.workers import TrainingWorkers

    team = TrainingWorkers(count or cpu_count() or 1, catalog, game)
    try:
        yield team
    finally:
        team.close()


def _train(
    training: "Training",
    path: Path,
    team: "TrainingWorkers",
    typed: list[str],
    matches: int,
    blocks: int,
) -> None:
    """Train, and write the weights with the command that makes them.

    Raises:
        Interrupted: Somebody pressed the interrupt key.
    """
    from parlour.rules.errors import Interrupted

    try:
        _run(training, team, matches, blocks)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted after {training.matches:,} of {matches:,} matches, kept in "
            f"{training.path}; go on with: {join([*typed, f'--into={path}'])}"
        ) from None
    training.write(path, join(typed))
    played = f"{training.matches:,} match{'es' * (training.matches != 1)}"
    print(f"{path}: {training.settings.width} weights after {played}")


def _run(training: "Training", workers: "TrainingWorkers", matches: int, blocks: int) -> None:
    """Play the matches that are left, with a bar on a terminal, and print the curve."""
    if training.resumed:
        print(f"continued after {training.matches:,} matches, from {training.path}", flush=True)
    else:
        training.keep()
        print(f"checkpoint in {training.path}", flush=True)
    with _bar(matches, training.matches) as on_match:
        while training.matches < matches:
            training.learn(workers, on_match)
            due = training.matches % (CURVE_BATCHES * training.settings.batch) == 0
            if blocks and (due or training.matches >= matches):
                for point in training.measure(workers, blocks):
                    print(point, flush=True)


@contextmanager
def _bar(matches: int, done: int) -> "Iterator[Callable[[int], None]]":
    """Yield what to call with the number of matches played: it moves a bar on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from parlour.terminal.screen import console

    shown = (BarColumn(), MofNCompleteColumn(), "matches", TimeRemainingColumn())
    with Progress(*shown, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=matches, completed=done)
        yield lambda played: bar.update(task, completed=played)
