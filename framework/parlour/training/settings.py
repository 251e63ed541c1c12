"""Settings of a training: all that its weights depend on, beside the code."""

from typing import Any

from msgspec import Struct

from parlour.match.game import Game
from parlour.players.values import feature_names, features_of

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
    options: dict[str, Any]
    """Options of the game, as a record holds them."""
    seed: str
    errors: float
    """Errors of greedy, which make it try moves that it thinks little of."""
    trace: float
    """Share of the rest of a match by which a state is judged, λ: 1 its result, 0 the next turn."""
    batch: int = BATCH_MATCHES
    """Number of matches between two updates of the weights."""
    prior: float = PRIOR_MATCHES
    """Number of matches that the first weights count for, so that chance moves others little."""

    @property
    def width(self) -> int:
        """Number of weights."""
        return len(self.features) * (1 + self.staged)

    def seats_of(self, match: int) -> int:
        """Return the number of seats in the match of this number."""
        return self.seats[match % len(self.seats)]


def settings_for(
    game: Game, seats: tuple[int, ...], options: dict[str, Any], seed: str, **given: Any
) -> TrainingSettings:
    """Return the settings of a game's training; ``given`` are those of play.

    Raises:
        SetupError: The game names no features.
    """
    names = feature_names(game)
    staged = features_of(game).stage is not None
    return TrainingSettings(
        game.id, game.rules_version, names, staged, seats, options, seed, **given
    )
