"""The curve of strength: greedy by the weights so far against frozen opponents."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import numpy as np
from msgspec import Meta, Struct

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.players.greedy import Greedy
from parlour.players.play import ends_of_turns
from parlour.rules.answers import Result
from parlour.rules.seats import share_beaten
from parlour.tournament.analysis.intervals import share_of, strata_alone
from parlour.training.least_squares import Floats
from parlour.training.self_play import MAX_ANSWERS, begin_match, value_by
from parlour.training.settings import TrainingSettings

Opponent: TypeAlias = Literal["start", "former"]
"""Greedy by the first weights, or by those of the last point of the curve."""


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """Strength after some matches, against an opponent that learns no more."""

    matches: int
    """Number of matches learnt from."""
    opponent: Opponent
    blocks: int
    """Number of deals, each played once from each seat."""
    result: Annotated[float, Meta(ge=0, le=1)]
    """Share of the others beaten, 0 … 1; ½ is even."""
    low: float
    """Lower end of its 95 % interval."""
    high: float
    """Upper end of its 95 % interval."""

    def __str__(self) -> str:
        """Write the point in a line."""
        interval = f"{self.result:.3f} [{self.low:.3f}, {self.high:.3f}]"
        blocks = f"{self.blocks} block{'s' * (self.blocks != 1)}"
        matches = f"{self.matches:,} match{'es' * (self.matches != 1)}"
        return f"{matches}: {interval} against {self.opponent}, {blocks}"


def point(
    matches: int, opponent: Opponent, results: Sequence[float], settings: TrainingSettings
) -> Point:
    """Return the point of the curve from the results of its blocks."""
    blocks = len(results)
    found = share_of(np.array(results), np.ones(blocks), strata_alone(blocks), min(settings.seats))
    return Point(matches, opponent, blocks, found.value, found.low, found.high)


def play_block(
    game: Game, settings: TrainingSettings, weights: Floats, frozen: Floats, number: int
) -> float:
    """Play a deal once from each seat by ``weights``, the others by ``frozen`` ones.

    Return the mean share of the others beaten.
    """
    seats = settings.seats_of(number)
    mine, theirs = value_by(game, settings, weights), value_by(game, settings, frozen)
    seed = f"{settings.seed}:curve:{number}"
    total, sides = 0.0, game.sides(seats)
    for place in range(seats):
        match = begin_match(game, settings, seats, seed)
        players = [
            Greedy(game, generator(seed, f"bot {s}"), value=mine if s == place else theirs)
            for s in range(seats)
        ]
        for _ in ends_of_turns(match, players, MAX_ANSWERS):
            pass
        result = match.awaited
        total += share_beaten(result.places, sides)[place] if isinstance(result, Result) else 0.5
    return total / seats
