"""The training: batches of self-play, an update of the weights after each, and a checkpoint."""

from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

import msgspec
import numpy as np

from parlour.players.values import Weight, Weights
from parlour.rules.one_line import writing
from parlour.training.checkpoint import (
    Checkpoint,
    SavedSums,
    as_tuple,
    read_checkpoint,
    write_checkpoint,
)
from parlour.training.curve import Opponent, Point, play_block, point
from parlour.training.least_squares import Floats, first_weights, no_sums, solved, weights_by_name
from parlour.training.self_play import sums_of_match
from parlour.training.settings import TrainingSettings
from parlour.training.workers import TrainingWorkers

DECAY = 0.9
"""Share of its weight that a match keeps at each update: former weights played it."""

SIGNIFICANT_DIGITS = 4
"""Significant digits of the weights that are shipped."""

OnMatch: TypeAlias = Callable[[int], None]
"""Is told the number of matches learnt from, after each."""


class Training:
    """A training of one game, with its checkpoint in a file."""

    def __init__(self, settings: TrainingSettings, path: Path) -> None:
        """Begin, or go on from the checkpoint at ``path`` if there is one.

        Raises:
            SetupError: The file there is no checkpoint of this training.
        """
        self.settings = settings
        self.path = path
        self.first = first_weights(settings)
        saved = read_checkpoint(path, settings)
        self.resumed = saved is not None
        """Whether it goes on from a checkpoint."""
        self.matches = saved.matches if saved else 0
        """Number of matches learnt from."""
        self.curve: list[Point] = list(saved.curve) if saved else []
        """Strength so far."""
        self._sums = saved.sums.arrays if saved else no_sums(settings.width)
        self._weights = np.array(saved.weights) if saved else self.first
        self._former = np.array(saved.former) if saved else self.first

    @property
    def by_name(self) -> dict[str, Weight]:
        """Weights so far, by the names of the features."""
        return weights_by_name(self.settings, self._weights)

    def learn(self, workers: TrainingWorkers, on_match: OnMatch = lambda _: None) -> None:
        """Play a batch of matches, update the weights, and write the checkpoint."""
        settings, batch = self.settings, no_sums(self.settings.width)
        numbers = range(self.matches, self.matches + settings.batch)
        cases = [(settings, self._weights, number) for number in numbers]
        for number, sums in zip(numbers, workers.ask_all(sums_of_match, cases), strict=True):
            batch = batch.plus(sums)
            on_match(number + 1)
        self._sums = self._sums.plus(batch, DECAY)
        self._weights = solved(self._sums, self.first, settings.prior)
        self.matches += settings.batch
        self.keep()

    def measure(self, workers: TrainingWorkers, blocks: int) -> Iterator[Point]:
        """Yield the strength against each opponent over ``blocks`` deals, and keep it.

        Where all seats share one result, nobody is to be beaten, and there is no curve.
        """
        if workers.game.objective in {"shared", "single"}:
            return
        frozen: dict[Opponent, Floats] = {"start": self.first}
        if self.curve:
            frozen["former"] = self._former
        for opponent, weights in frozen.items():
            deals = range(self.matches, self.matches + blocks)
            cases = [(self.settings, self._weights, weights, deal) for deal in deals]
            results = list(workers.ask_all(play_block, cases))
            yield self._noted(point(self.matches, opponent, results, self.settings))
        self._former = self._weights
        self.keep()

    def keep(self) -> None:
        """Write the checkpoint."""
        checkpoint = Checkpoint(
            settings=self.settings,
            release=version("parlour"),
            matches=self.matches,
            weights=as_tuple(self._weights),
            former=as_tuple(self._former),
            sums=SavedSums.of(self._sums),
            curve=tuple(self.curve),
        )
        write_checkpoint(self.path, checkpoint)

    def write(self, path: Path, command: str) -> None:
        """Write the weights so far in a file to ship, with the ``command`` that made them.

        Raises:
            MisuseError: It cannot be written.
        """
        settings = self.settings
        rounded = {
            name: Weight(
                *(float(f"{x:.{SIGNIFICANT_DIGITS}g}") for x in (weight.start, weight.end))
            )
            for name, weight in self.by_name.items()
        }
        weights = Weights(
            settings.game,
            settings.rules_version,
            version("parlour"),
            command,
            settings.seed,
            self.matches,
            rounded,
        )
        with writing(path):
            path.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n")

    def _noted(self, found: Point) -> Point:
        """Keep a point of the curve, and return it."""
        self.curve.append(found)
        return found
