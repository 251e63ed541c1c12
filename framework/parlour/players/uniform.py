"""The bot ``uniform``: it plays any legal move, each as likely as the next."""

from random import Random

from parlour.match import Decision, Game
from parlour.players.base import Player
from parlour.rules import Move


class Uniform(Player):
    """Plays at random, and never out of turn."""

    name = "uniform"

    def __init__(self, game: Game, rng: Random) -> None:
        self._random = rng.random

    def choose(self, decision: Decision) -> Move:
        """Return a legal move."""
        moves = decision.moves
        return moves[int(self._random() * len(moves))]
