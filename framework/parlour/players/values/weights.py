"""Weights of a learned evaluation: the file in which a game ships them, and what must fit."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from parlour.match.game import Game, ValueFeatures
from parlour.rules.errors import SetupError
from parlour.rules.one_line import decoder_problem
from parlour.rules.rules import Rules

HEURISTIC = "heuristic"
"""Name of the feature that is the game's own heuristic."""

CONSTANT = "constant"
"""Name of the feature that is 1 in every state: features need not average to nothing."""


class Weight(Struct, frozen=True, forbid_unknown_fields=True):
    """Points that one unit of a feature is worth."""

    start: float
    """At the start of a match; throughout, where the features name no stage."""
    end: float
    """At the end of a match; between, the weight goes linearly with the stage."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of a learned evaluation, with all that it takes to make them again."""

    game: str
    rules_version: int
    release: str
    """Release of Parlour that trained them."""
    command: str
    """Command that trained them."""
    seed: str
    """Seed of the training matches."""
    matches: int
    """Number of training matches."""
    weights: dict[str, Weight]
    """Weight of each feature by its name, in the order of ``feature_names``."""
    format: Literal[1] = 1


def has_heuristic(game: Game) -> bool:
    """Return whether a game's rules have a heuristic of their own."""
    return type(game.rules).heuristic is not Rules.heuristic


def features_of(game: Game) -> ValueFeatures[Any]:
    """Return the features that a game names.

    Raises:
        SetupError: It names none.
    """
    if game.features is None:
        raise SetupError(f"{game.id} names no features, which a learned evaluation weighs")
    return game.features


def feature_names(game: Game) -> tuple[str, ...]:
    """Return the names of all that is weighed: the heuristic if any, the constant, the features.

    Raises:
        SetupError: The game names no features.
    """
    return (*(HEURISTIC,) * has_heuristic(game), CONSTANT, *features_of(game).names)


def read_weights(raw: bytes, game: Game, name: str) -> Weights:
    """Read the bytes of a file of weights, and check that they fit a game; ``name`` is the file's.

    Raises:
        SetupError: It is no such file, or was trained for another game, other rules or features.
    """
    try:
        weights = msgspec.json.decode(raw, type=Weights)
    except msgspec.DecodeError as fault:
        raise SetupError(f"{name}: no file of weights: {decoder_problem(fault)}") from None
    check_fit(name, game, weights.game, weights.rules_version, tuple(weights.weights))
    return weights


def check_fit(
    name: str, game: Game, trained: str, rules_version: int, features: tuple[str, ...]
) -> None:
    """Check that a file ``name`` was trained for a game, its rules and its features.

    Raises:
        SetupError: It was not.
    """
    expected = feature_names(game)
    for what, want, got in (
        ("game", game.id, trained),
        ("rules", game.rules_version, rules_version),
        ("features", ", ".join(expected), ", ".join(features)),
    ):
        if want != got:
            raise SetupError(f"{name}: trained for other {what}: expected {want}, got {got}")
