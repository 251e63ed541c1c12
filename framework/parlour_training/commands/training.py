"""A training from the command line: its progress and its curve, and the weights in the end."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import join

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from parlour.cli.struct_options import Typed
from parlour.match import Game
from parlour.rules import Interrupted, MisuseError
from parlour.terminal.screen import console
from parlour_training.settings import settings_for
from parlour_training.trainer import Training
from parlour_training.workers import TrainingWorkers

CURVE_BATCHES = 4
"""Number of batches between two points of the curve."""


def training_for(
    game: Game,
    seats: Sequence[int] | None,
    given: Mapping[str, str],
    chosen: Typed,
    path: Path,
) -> Training:
    """Return the training whose weights go to ``path``, from its last checkpoint on.

    Raises:
        MisuseError: There is a folder at ``path``.
        SetupError: The game does not take the settings, or the checkpoint is of another training.
    """
    if path.is_dir():
        raise MisuseError(f"{path}: expected a file for the weights, got a folder")
    options = game.read_options(given)
    fitting = [n for n in game.seats if game.rules.setup_fault(n, options) is None]
    counts = tuple(seats or fitting or game.seats)
    for count in counts:
        game.check_setup(count, options)
    settings = settings_for(game, counts, msgspec.to_builtins(options), **chosen)
    return Training(settings, path.with_suffix(".training.json"))


def run_training(
    training: Training,
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
            f"{training.path}; go on with: {join([*typed, f'--into={path}'])}"
        ) from None
    training.write(path, join(typed))
    played = f"{training.matches:,} match{'es' * (training.matches != 1)}"
    print(f"{path}: {training.settings.width} weights after {played}")


def _run(training: Training, workers: TrainingWorkers, matches: int, blocks: int) -> None:
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
def _bar(matches: int, done: int) -> Iterator[Callable[[int], None]]:
    """Yield what to call with the number of matches played: it moves a bar on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    shown = (BarColumn(), MofNCompleteColumn(), "matches", TimeRemainingColumn())
    with Progress(*shown, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=matches, completed=done)
        yield lambda played: bar.update(task, completed=played)
