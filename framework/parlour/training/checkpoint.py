"""The checkpoint of a training: a file from which it goes on, checked when it is read."""

from pathlib import Path
from typing import Literal, Self

import msgspec
import numpy as np
from msgspec import Struct, structs

from parlour.rules.errors import SetupError
from parlour.rules.one_line import cut, decoder_problem, open_file, write_whole
from parlour.training.curve import Point
from parlour.training.least_squares import Floats, Sums
from parlour.training.settings import TrainingSettings


class SavedSums(Struct, frozen=True, forbid_unknown_fields=True):
    """The sums of a training as a file holds them; ``Sums`` says what they are."""

    a: tuple[tuple[float, ...], ...]
    b: tuple[float, ...]
    squares: tuple[float, ...]
    matches: float

    @classmethod
    def of(cls, sums: Sums) -> Self:
        """Return sums as a file holds them."""
        a = tuple(tuple(row) for row in sums.a.tolist())
        return cls(a, as_tuple(sums.b), as_tuple(sums.squares), sums.matches)

    @property
    def arrays(self) -> Sums:
        """The sums, as arrays."""
        return Sums(np.array(self.a), np.array(self.b), np.array(self.squares), self.matches)

    def fits(self, width: int) -> bool:
        """Return whether these are the sums of so many weights."""
        lengths = {len(self.a), len(self.b), len(self.squares), *map(len, self.a)}
        return lengths == {width}


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """A training after a whole number of batches."""

    settings: TrainingSettings
    release: str
    """Release of Parlour that wrote it."""
    matches: int
    """Number of matches learnt from."""
    weights: tuple[float, ...]
    """Weights by which the next match is played, in the order of the settings' features."""
    former: tuple[float, ...]
    """Weights at the last point of the curve."""
    sums: SavedSums
    """Sums over the matches learnt from."""
    curve: tuple[Point, ...] = ()
    """Strength so far."""
    format: Literal[1] = 1


def read_checkpoint(path: Path, settings: TrainingSettings) -> Checkpoint | None:
    """Read a checkpoint of a training with these settings; None where there is no file.

    Raises:
        SetupError: It is no checkpoint, or one of another training.
    """
    if not path.exists():
        return None
    with open_file(path, SetupError) as file:
        raw = file.read()
    try:
        saved = msgspec.json.decode(raw, type=Checkpoint)
    except msgspec.DecodeError as fault:
        raise SetupError(f"{path}: no checkpoint of a training: {decoder_problem(fault)}") from None
    for name, expected in structs.asdict(settings).items():
        found = getattr(saved.settings, name)
        if found != expected:
            told = f"expected {cut(str(expected), 200)}, got {cut(str(found), 200)}"
            raise SetupError(
                f"{path}: saved by a training with other {name.replace('_', ' ')}: {told} "
                "(remove the file to start anew)"
            )
    weights = {len(saved.weights), len(saved.former)}
    if weights != {settings.width} or not saved.sums.fits(settings.width):
        raise SetupError(f"{path}: expected {settings.width} weights and sums of as many")
    return saved


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint in place of the last one, which stays whole until then.

    Raises:
        MisuseError: It cannot be written.
    """
    write_whole(path, msgspec.json.encode(checkpoint))


def as_tuple(weights: Floats) -> tuple[float, ...]:
    """Return weights as a checkpoint holds them."""
    return tuple(weights.tolist())
