"""``parlour train``."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from os import cpu_count
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from msgspec.structs import asdict
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import GameName, Options, explain_fault_of, options_given
from parlour.cli.completion import complete_seats
from parlour.cli.output import need
from parlour.cli.struct_options import Fields, Typed, with_options
from parlour.match import Game
from parlour.rules import MAX_SEATS, Interrupted, MisuseError
from parlour.terminal.screen import console
from parlour_testing.checking import setups_of
from parlour_training.commands.arguments import WorkerCount
from parlour_training.settings import TrainingSettings, settings_for
from parlour_training.workers import TrainingWorkers

if TYPE_CHECKING:  # with numpy
    from parlour_training.leaf import LeafTraining
    from parlour_training.trainer import Training

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
    workers: WorkerCount = None,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="PATH", help="File of the weights; GAME.weights.json."),
    ] = None,
    leaf: Annotated[
        str,
        typer.Option("--leaf", metavar="BOT", help="Fit the leaf instead, to matches of this bot."),
    ] = "",
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

    With --leaf, a bot plays all numbers of seats and all presets of the game in turn. The
    weights then predict the ends of these matches, for the horizons of ahead and search.

    Examples:
      parlour train maori --seats 2 --matches 1000
      parlour train maori --leaf ahead:rollouts=10,values=learned,errors=0.4 --matches 400
      parlour train maori --seats 2 --seed monday --errors 0.3 --to mine.json
    """
    need(("numpy", "scipy"), "trainings", "train")
    catalog = Catalog()
    found = catalog.game(game)
    words = [f"--seats={count}" for count in seats or ()]
    words += [f"--option={pair}" for pair in option or ()]
    training: Training | LeafTraining
    with explain_fault_of(found, catalog):
        if leaf:
            path = to or Path(f"{found.id}.leaf.json")
            training = leaf_training_for(found, leaf, seats, options_given(option), settings, path)
            words.append(f"--leaf={leaf}")
        else:
            path = to or Path(f"{found.id}.weights.json")
            training = training_for(found, seats, options_given(option), settings, path)
            shown = asdict(training.settings)
            for name in ("errors", "trace", "batch", "prior"):
                words.append(f"--{name}={str(shown[name]).removesuffix('.0')}")
        count = f"--matches={max(matches, training.matches)}"
        typed = ["parlour", "train", game, count, f"--seed={training.settings.seed}", *words]
        with closing(TrainingWorkers(workers or cpu_count() or 1, catalog, game)) as team:
            run_training(training, path, team, typed, matches, blocks)


def leaf_training_for(
    game: Game,
    bot: str,
    seats: Sequence[int] | None,
    given: Mapping[str, str],
    chosen: Typed,
    path: Path,
) -> "LeafTraining":
    """Return the training whose leaf goes to ``path``, from its last checkpoint on.

    Raises:
        MisuseError: There is a folder at ``path``, or a setting that no leaf takes.
        SetupError: The game does not take the settings, or the checkpoint is of another training.
    """
    refuse_folder(path)
    strange = next((name for name in chosen if name != "seed"), None)
    if strange:
        raise MisuseError(f"--{strange} goes with weights: a leaf is fitted to a bot's matches")
    from parlour_training.leaf import LeafTraining, settings_of_leaf  # with numpy

    setups = [
        (count, msgspec.to_builtins(options))
        for wanted in seats or (None,)
        for count, _, options in setups_of(game, wanted, given or None)
    ]
    cases = [setup for place, setup in enumerate(setups) if setup not in setups[:place]]
    return LeafTraining(settings_of_leaf(game, bot, cases, **chosen), checkpoint_of(path))


def refuse_folder(path: Path) -> None:
    """Refuse a folder for a file of weights.

    Raises:
        MisuseError: There is one at ``path``.
    """
    if path.is_dir():
        raise MisuseError(f"{path}: expected a file for the weights, got a folder")


def checkpoint_of(path: Path) -> Path:
    """Return where the checkpoint of the weights at ``path`` is."""
    return path.with_suffix(".training.json")


def training_for(
    game: Game,
    seats: Sequence[int] | None,
    given: Mapping[str, str],
    chosen: Typed,
    path: Path,
) -> "Training":
    """Return the training whose weights go to ``path``, from its last checkpoint on.

    Raises:
        MisuseError: There is a folder at ``path``.
        SetupError: The game does not take the settings, or the checkpoint is of another training.
    """
    refuse_folder(path)
    from parlour_training.trainer import Training  # with numpy

    options = game.read_options(given)
    fitting = [n for n in game.seats if game.rules.setup_fault(n, options) is None]
    counts = tuple(seats or fitting or game.seats)
    for count in counts:
        game.check_setup(count, options)
    settings = settings_for(game, counts, msgspec.to_builtins(options), **chosen)
    return Training(settings, checkpoint_of(path))


def run_training(
    training: "Training | LeafTraining",
    path: Path,
    team: TrainingWorkers,
    typed: list[str],
    matches: int,
    blocks: int,
) -> None:
    """Train, and write the weights with the command that makes them.

    Raises:
        Interrupted: Somebody pressed the interrupt key.
    """
    try:
        _run(training, team, matches, blocks)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted after {training.saved_matches():,} of {matches:,} matches, saved in "
            f"{training.path}; go on with: {join([*typed, f'--to={path}'])}"
        ) from None
    told = training.write(path, join(typed))
    played = f"{training.matches:,} match{'es' * (training.matches != 1)}"
    print(f"{path}: {told} after {played}")


def _run(
    training: "Training | LeafTraining", workers: TrainingWorkers, matches: int, blocks: int
) -> None:
    """Play the matches that are left, with a bar on a terminal, and print the curve."""
    if training.resumed:
        print(f"continued after {training.matches:,} matches, from {training.path}", flush=True)
    else:
        training.keep()
        print(f"checkpoint in {training.path}", flush=True)
    with _bar(matches, training.matches) as on_match:
        while training.matches < matches:
            training.learn(workers, on_match)
            if blocks and (training.has_point_due or training.matches >= matches):
                for point in training.measure(workers, blocks):
                    print(point, flush=True)


@contextmanager
def _bar(matches: int, done: int) -> Iterator[Callable[[int], None]]:
    """Yield what to call with the number of matches played: it moves a bar on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    shown = (BarColumn(), MofNCompleteColumn(), "matches", TimeRemainingColumn())
    with Progress(*shown, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=matches, completed=done)
        yield lambda played: bar.update(task, completed=played)
