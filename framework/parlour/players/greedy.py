"""A bot that looks to the end of its own turn and no further."""

from collections.abc import Sequence
from random import Random
from typing import Any

from parlour.match.game import Game
from parlour.players.base import Decision, Player
from parlour.players.repetition import RepetitionLimit
from parlour.rules.answers import Move
from parlour.rules.errors import SetupError
from parlour.rules.rules import Rules

WORLDS = 3
"""So many states that fit the view are tried; one where nothing is hidden."""

LEAVES = 600
"""So many ends of its turn are weighed for one decision, before it settles for less depth."""


class Greedy(Player):
    """Plays the move after which its own turn can end best, by the game's heuristic."""

    name = "greedy"

    def __init__(self, game: Game, rng: Random) -> None:
        if not self.plays(game):
            raise SetupError(f"greedy declines {game.id}: the game has no heuristic")
        self._rules = game.rules
        self._rng = rng
        self._worlds = WORLDS if game.has_hidden_information else 1
        self._patience = RepetitionLimit()

    @staticmethod
    def plays(game: Game) -> bool:
        """Tell whether the game says who stands how well."""
        return type(game.rules).heuristic is not Rules.heuristic

    def choose(self, decision: Decision) -> Move:
        """Answer with the move whose best continuation is worth most, ties at random."""
        seat, moves = decision.seat, self._patience.left(decision)
        if len(moves) == 1:
            return self._patience.made(moves[0])
        worth = dict.fromkeys(moves, 0.0)
        for state in self._sampled(decision.view):
            for move, value in self.weighed(seat, moves, state).items():
                worth[move] += value
        best = max(worth.values())
        ties = [move for move, value in worth.items() if value == best]
        return self._patience.made(ties[int(self._rng.random() * len(ties))])

    def weighed(self, seat: int, moves: Sequence[Move], state: Any) -> dict[Move, float]:
        """Return what each move of ``seat`` is worth in ``state``."""
        share = max(1, LEAVES // (len(moves) * self._worlds))
        play = self._rules.play
        return {move: self._worth(play(state, seat, move), seat, share) for move in moves}

    def _sampled(self, view: Any) -> list[Any]:
        """Return states that fit a view; but one where they are all the same."""
        worlds = [self._rules.determinize(view, self._rng) for _ in range(self._worlds)]
        return worlds if any(world != worlds[0] for world in worlds) else worlds[:1]

    def _worth(self, state: Any, seat: int, leaves: int) -> float:
        """Weigh ``state`` at the best end of the turn that up to ``leaves`` looks can find."""
        if leaves > 1 and self._rules.awaited(state).seats == (seat,):
            moves = self._rules.moves(state, seat)
            if len(moves) <= leaves:
                share = leaves // len(moves)
                return max(
                    self._worth(self._rules.play(state, seat, move), seat, share) for move in moves
                )
        return self._rules.heuristic(state, seat) or 0.0
