"""Temporal differences by least squares: LSTD(λ) of weights, from matches that were played.

With x(t) the features of a seat at the end of its turn t, and x = 0 once the match is over, the
weights w solve A w = b, where z(t) = λ z(t-1) + x(t) is the trace, A the sum of z(t) (x(t) -
x(t+1))ᵀ and b the sum of z(t) times the result if the match ends behind t (Boyan 1999). λ = 1 is
the regression of results on features. There is no rate of learning to choose.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from parlour.players import HEURISTIC, Weight
from parlour.rules import SetupError
from parlour_training.settings import TrainingSettings

Floats: TypeAlias = NDArray[np.float64]
"""Array of floats; docstrings say its shape, with n for the number of weights."""


class Sums(Struct, frozen=True, forbid_unknown_fields=True):
    """Sums over matches; they determine the weights."""

    a: Floats
    """Shape (n, n): the sum of traces times changes of features."""
    b: Floats
    """Shape (n,): the sum of last traces times results, in points."""
    squares: Floats
    """Shape (n,): the sum of the squares of each feature."""
    matches: float
    """Number of matches; older ones count for less than one."""

    def plus(self, other: "Sums", decay: float = 1.0) -> "Sums":
        """Return the sums of both, with the share ``decay`` of these ones."""
        return Sums(
            decay * self.a + other.a,
            decay * self.b + other.b,
            decay * self.squares + other.squares,
            decay * self.matches + other.matches,
        )


def no_sums(width: int) -> Sums:
    """Return the sums over no match."""
    return Sums(np.zeros((width, width)), np.zeros(width), np.zeros(width), 0.0)


def sums_of(rows: Sequence[Sequence[float]], result: float, trace: float) -> Sums:
    """Return the sums of one seat's match, given its features at the end of each of its turns."""
    features = np.array(rows, dtype=float)
    changes = features.copy()
    changes[:-1] -= features[1:]
    traces = features.copy()
    for turn in range(1, len(traces)):
        traces[turn] += trace * traces[turn - 1]
    return Sums(traces.T @ changes, traces[-1] * result, (features**2).sum(axis=0), 0.0)


def first_weights(settings: TrainingSettings) -> Floats:
    """Return the weights before any match, shape (n,): the heuristic alone, if there is one."""
    once = [float(name == HEURISTIC) for name in settings.features]
    return np.array(once * (1 + settings.staged))


def solved(sums: Sums, first: Floats, prior: float) -> Floats:
    """Return the weights that fit the sums, shape (n,).

    The ``first`` weights count for ``prior`` matches whose features are as large as usual.
    """
    # Each prior match adds the mean square of a feature to the diagonal, as in a ridge regression.
    pull = prior * sums.squares / max(sums.matches, 1.0)
    # A feature that was never met keeps its first weight.
    pull[sums.squares == 0] = 1.0
    try:
        weights = np.linalg.solve(sums.a + np.diag(pull), sums.b + pull * first)
    except np.linalg.LinAlgError:  # only a checkpoint that was made up has such sums
        raise SetupError("the sums of the checkpoint determine no weights") from None
    return weights.astype(np.float64)


def weights_by_name(settings: TrainingSettings, weights: Floats) -> dict[str, Weight]:
    """Return the weights of each feature, at the start and at the end of a match."""
    start = weights[: len(settings.features)].tolist()
    end = weights[-len(settings.features) :].tolist()
    return {
        name: Weight(*pair)
        for name, pair in zip(settings.features, zip(start, end, strict=True), strict=True)
    }
