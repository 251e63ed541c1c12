"""Settings of a training: all that its weights depend on, beside the code."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from parlour.match import Game
from parlour.players import feature_names, features_of

BATCH_MATCHES = 50
"""Number of matches between two updates of the weights."""

PRIOR_MATCHES = 60.0
"""Number of matches that the first weights count for."""


class TrainingSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a training; equal settings give equal weights after equally many matches."""

    game: str
    rules_version: int
    features: tuple[str, ...]
    """Names of the features that are weighed, the heuristic first if there is one."""
    staged: bool
    """Whether each weight goes from a value at the start of a match to another at its end."""
    seats: tuple[int, ...]
    """Numbers of seats, which the matches take in turn."""
    options: dict[str, Any]  # a decoder's hook would be asked about each object
    """Options of the game, as a record holds them."""
    seed: Annotated[str, Meta(description="Seed of the matches.")] = "train"
    errors: Annotated[
        float,
        Meta(
            ge=0,
            le=100,
            description="How far greedy errs, so as to try moves.",
            extra={"metavar": "SHARE"},
        ),
    ] = 0.5
    trace: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="1 learns from results, 0 from the next turn alone.",
            extra={"metavar": "LAMBDA"},
        ),
    ] = 0.8
    """λ: how much the rest of a match counts for the value of a state."""
    batch: Annotated[int, Meta(ge=1, description="Matches between two updates of the weights.")] = (
        BATCH_MATCHES
    )
    prior: Annotated[
        float,
        Meta(
            ge=0.001,
            le=1_000_000,
            description="How much the first weights count for.",
            extra={"metavar": "MATCHES"},
        ),
    ] = PRIOR_MATCHES
    """In matches, so that chance moves other weights little."""

    @property
    def width(self) -> int:
        """Number of weights."""
        return len(self.features) * (1 + self.staged)

    def seats_of(self, match: int) -> int:
        """Return the number of seats in the match of this number."""
        return self.seats[match % len(self.seats)]


def settings_for(
    game: Game,
    seats: tuple[int, ...],
    options: dict[str, object],
    seed: str = "train",
    **given: Any,
) -> TrainingSettings:
    """Return the settings of a game's training; ``given`` are the settings of play.

    Raises:
        SetupError: The game names no features.
    """
    names = feature_names(game)
    staged = features_of(game).stage is not None
    return TrainingSettings(
        game.id, game.rules_version, names, staged, seats, options, seed, **given
    )
