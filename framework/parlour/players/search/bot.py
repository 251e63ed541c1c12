"""The bot itself: what it is told to spend, and how it comes to an answer."""

from math import inf
from random import Random
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from parlour.match.game import Game
from parlour.players.base import Decision, Player
from parlour.players.repetition import RepetitionLimit
from parlour.players.search.node import Node
from parlour.players.search.objective import Standing, judged
from parlour.players.search.rollouts import played_out, seats_met, to_a_rest, to_the_end
from parlour.players.search.tree import Aim, Tree, found_below
from parlour.rules.answers import Move
from parlour.rules.errors import SetupError
from parlour.rules.rules import Rules
from parlour.rules.seats import Seat

CURIOSITY = 1.4
"""How much a move that was seldom tried is favoured, in units of the reward."""
CURIOSITY_STANDING = 0.25
"""The same where rewards come from the heuristic, which varies less than ends of matches."""
SOUNDINGS = 40
"""So many matches are played at random to learn what a game is played for."""
DEPTH = 4
"""So many moves down, the tree of the last decision is looked through for this one."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What a search may spend on a move; without either, a second."""

    seconds: float = 0.0
    """Time by the clock."""
    simulations: int = 0
    """Simulations: the same number gives the same moves for the same generator."""


class Prospect(Struct, frozen=True):
    """What a search thinks of a move."""

    move: Move
    share: float
    """The share of simulations that took it, 0 … 1."""
    expected: str
    """Its expected result, in a few words."""


class Search(Player):
    """Information-set Monte Carlo tree search, for any game that can determinize a view."""

    name = "search"

    def __init__(self, game: Game, rng: Random, settings: Settings | None = None) -> None:
        reason = self.declines(game)
        if reason:
            raise SetupError(f"search declines {game.id}: {reason}")
        settings = settings or Settings()
        if not 0 <= settings.seconds < inf or settings.simulations < 0:
            raise SetupError("search: expected a number of seconds or simulations above 0")
        self._seconds = settings.seconds or (0.0 if settings.simulations else 1.0)
        self._simulations = settings.simulations
        self._game = game
        self._rules = game.rules
        self._rng = rng
        self._aim: Aim | None = None
        self._tree: Tree | None = None
        self._root: Node | None = None
        self._patience = RepetitionLimit()

    @staticmethod
    def declines(game: Game) -> str | None:
        """Say why a game cannot be searched; None if it can."""
        if type(game.rules).determinize is Rules.determinize:
            return "the game cannot determinize a view"
        return None

    def choose(self, decision: Decision) -> Move:
        """Answer with the move for which most speaks."""
        moves = self._patience.left(decision)
        if len(moves) == 1:
            return self._patience.made(moves[0])
        if len(moves) < len(decision.moves):
            self.forget()
        root, _ = self._searched(replace(decision, moves=moves))
        return self._patience.made(root.moves[root.best()])

    def prospects(self, decision: Decision) -> list[Prospect]:
        """Return what is thought of the moves that were tried, the best first."""
        root, aim = self._searched(decision)
        order = sorted(range(len(root.moves)), key=root.merits().__getitem__, reverse=True)
        return [
            Prospect(root.moves[i], root.counts[i] / root.visits, aim.told(root.means[i]))
            for i in order
        ]

    def forget(self) -> None:
        """Leave behind what earlier decisions have taught."""
        self._tree = self._root = None

    def _searched(self, decision: Decision) -> tuple[Node, Aim]:
        """Spend the budget on a decision."""
        until = perf_counter() + self._seconds
        view, rng, determinize = decision.view, self._rng, self._rules.determinize
        state = determinize(view, rng)
        aim = self._aim = self._aim or self._judged(state, decision.seats)
        tree, root = self._tree, self._kept(decision, state)
        if tree is None or root is None:
            tree = self._planted(aim, state, decision.seat)
            root = tree.root(decision, state)
        self._tree, self._root = tree, root
        simulate, most, done = tree.simulate, self._simulations or 1 << 62, 0
        while done < most and (not self._seconds or perf_counter() < until or not done):
            if root.settled and done:
                break
            simulate(root, determinize(view, rng))
            done += 1
        return root, aim

    def _judged(self, state: Any, seats: int | None) -> Aim:
        """Learn from some play at random what the game is played for, and by how many."""
        rules, rng = self._rules, self._rng
        if type(rules).heuristic is not Rules.heuristic:
            return Standing(rules, seats or seats_met(rules, state, rng))
        ends = [played_out(rules, state, rng)[1] for _ in range(SOUNDINGS)]
        known = [ended for ended in ends if ended]
        if not known:
            raise SetupError(
                f"search declines {self._game.id}: its matches do not end by random play, "
                "and it has no heuristic"
            )
        return judged(known)

    def _planted(self, aim: Aim, state: Any, seat: Seat) -> Tree:
        """Return a tree in which nothing has been tried."""
        if isinstance(aim, Standing):
            aim.begin(state)
            rollout = to_a_rest(self._rules, self._rng, aim, seat)
            return Tree(self._game, self._rng, aim, rollout, CURIOSITY_STANDING)
        rollout = to_the_end(self._rules, self._rng, aim)
        return Tree(self._game, self._rng, aim, rollout, CURIOSITY)

    def _kept(self, decision: Decision, state: Any) -> Node | None:
        """Return what the last search learnt about this decision, where that still holds.

        It does where nothing is hidden and chance has not spoken since. Elsewhere it was
        learnt from worlds that the seat now knows to be otherwise, and is left behind.
        """
        if self._root is None or self._game.has_hidden_information:
            return None
        return found_below(self._root, state, decision.seat, DEPTH)
