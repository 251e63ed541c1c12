"""The bot ``search``: its settings, its budget, and how it comes to an answer."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from random import Random
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.match.playout import count_seats, play_out
from parlour.players.bad_world import think
from parlour.players.base import Player
from parlour.players.repetition import RepetitionLimit
from parlour.players.search.budget import Settings
from parlour.players.search.opinions import Prospect, RunningMean, certainty
from parlour.players.tree.ends import (
    MOST_POSITIONS,
    POSITIONS_A_SIMULATION,
    Ends,
    is_small,
    solve_moves,
)
from parlour.players.tree.graph import Graph
from parlour.players.tree.node import Node
from parlour.players.tree.objective import (
    HeuristicLead,
    Objective,
    WinShare,
    choose_objective,
)
from parlour.players.tree.rollouts import MAX_ANSWERS, rollout_one_round, rollout_to_end
from parlour.players.tree.solver import SolverNode
from parlour.players.tree.tree import Tree
from parlour.players.values import has_heuristic, value_of
from parlour.rules.answers import Move
from parlour.rules.errors import SetupError
from parlour.rules.rules import Rules
from parlour.rules.seats import Seat

EXPLORATION = 1.4
"""Exploration constant of UCT, in units of the reward; about √2 (Kocsis, Szepesvári 2006)."""
EXPLORATION_LEAD = 0.25
"""Exploration constant where rewards come from the heuristic: these vary less than results."""
PROBES = 40
"""Number of random matches by which the objective of a game without a heuristic is chosen."""

ENDS_SHARE = 0.5
"""Share of the seconds kept for solving an end that is taken to be small."""
LINE_VISITS = 20
"""Number of simulations through a node below which its best move is not worth naming."""


class Search(Player):
    """Information-set Monte Carlo tree search, for any game that can determinize a view."""

    name = "search"

    def __init__(self, game: Game, rng: Random, settings: Settings | None = None) -> None:
        reason = self.declines(game)
        if reason:
            raise SetupError(f"search declines {game.id}: {reason}")
        settings = settings or Settings()
        self.seconds = settings.seconds or (0.0 if settings.simulations else 1.0)
        self._simulations = settings.simulations
        learned = settings.values == "learned"
        self._value = value_of(game, settings.values) if learned or has_heuristic(game) else None
        self._game = game
        self._rules = game.rules
        self._rng = rng
        self._objective: Objective | None = None
        self._tree: Tree | Graph | None = None
        self._root: Node | None = None
        self._repetition = RepetitionLimit()

    @staticmethod
    def declines(game: Game) -> str | None:
        """Return why a game cannot be searched; None if it can."""
        if type(game.rules).determinize is Rules.determinize:
            return "the game cannot determinize a view"
        return None

    def choose(self, decision: Decision) -> Move:
        """Return the move with the highest merit at the root."""
        moves = self._repetition.allowed(decision)
        if len(moves) == 1:
            return self._repetition.count(moves[0])
        if len(moves) < len(decision.moves):
            self.forget()
        chosen = replace(decision, moves=moves)
        root, _ = self._think(chosen)
        return self._repetition.count(root.moves[root.best()])

    def prospects(self, decision: Decision) -> list[Prospect]:
        """Return an opinion on each move that was tried, the best first."""
        self.forget()
        tallies: dict[int, RunningMean] = {}
        root, objective = self._think(decision, tallies)
        best, merits = root.best(), root.merits()
        tried = [i for i in range(len(merits)) if i in tallies or root.proved(i) is not None]
        order = sorted(tried, key=lambda i: (i == best, merits[i]), reverse=True)
        return [_prospect(root, i, objective, tallies.get(i, RunningMean())) for i in order]

    @property
    def simulations(self) -> int:
        """Number of simulations that the last answer rests on."""
        return 0 if self._root is None else self._root.visits

    @property
    def measure(self) -> str:
        """Measure of the last prospects' values, in words; empty before any."""
        return "" if self._objective is None else self._objective.measure

    def forget(self) -> None:
        """Drop the tree of the last decision."""
        self._tree = self._root = None

    def _think(
        self, decision: Decision, tallies: dict[int, RunningMean] | None = None
    ) -> tuple[Node, Objective]:
        """Search, and name the game where its sampled states are at fault."""
        with uncollected():
            return think(lambda: self._search(decision, tallies), self._game, decision.seat)

    def _search(
        self, decision: Decision, tallies: dict[int, RunningMean] | None
    ) -> tuple[Node, Objective]:
        """Spend the budget on a decision; count the results of each move in ``tallies``."""
        began = perf_counter()
        view, rng, rules = decision.view, self._rng, self._rules
        determinize = rules.determinize
        state = determinize(view, rng)
        objective = self._objective = self._objective or self._choose(state, decision.seats)
        tree, root = self._tree, self._root
        if tree is not None and root is not None:
            root = tree.find(root, state, decision.seat)
        if tree is None or root is None:
            tree = self._make_tree(objective, state, decision.seat)
            root = tree.root(decision, state)
        self._tree, self._root = tree, root
        simulate, limit, done = tree.simulate, self._simulations or 1 << 62, 0
        solves = isinstance(root, SolverNode)
        small = solves and is_small(rules, state, rng, self._positions())
        until = began + self.seconds * (1 - ENDS_SHARE if small else 1)
        while done < limit and (not self.seconds or perf_counter() < until or not done):
            if root.solved:
                break
            index, rewards = simulate(root, determinize(view, rng))
            done += 1
            if tallies is not None:
                measured = objective.measured(rewards, root.seat)
                tallies.setdefault(index, RunningMean()).add(measured)
        if small and isinstance(root, SolverNode):
            self._solve_end(root, state, objective, began)
        return root, objective

    def _solve_end(self, root: SolverNode, state: Any, objective: Objective, began: float) -> None:
        """Prove the values of the root's moves, as far as the budget allows."""
        until = began + self.seconds if self.seconds else inf
        ends = Ends(self._rules, objective.at_end, self._positions(), until)
        solve_moves(root, state, self._rules, ends)

    def _positions(self) -> int:
        """Return how many positions the budget allows to be looked at in a small end."""
        if not self._simulations:
            return MOST_POSITIONS
        return min(POSITIONS_A_SIMULATION * self._simulations, MOST_POSITIONS)

    def _choose(self, state: Any, seats: int | None) -> Objective:
        """Return the objective of the game; random play from ``state`` tells what is unknown."""
        rules, rng = self._rules, self._rng
        if self._value is not None:
            count = seats or count_seats(rules, state, rng)
            return HeuristicLead(self._game, count, self._value)
        played = [play_out(rules, state, rng, MAX_ANSWERS).result for _ in range(PROBES)]
        results = [result for result in played if result]
        if not results:
            raise SetupError(
                f"search declines {self._game.id}: its matches do not end by random play, "
                "and it has no heuristic"
            )
        return choose_objective(self._game, results)

    def _make_tree(self, objective: Objective, state: Any, seat: Seat) -> Tree | Graph:
        """Return an empty tree for a search from ``state``."""
        game, rules, rng = self._game, self._rules, self._rng
        if isinstance(objective, HeuristicLead):
            objective.start(state)
            rollout = rollout_one_round(rules, rng, objective, seat)
            return Tree(game, rng, objective, rollout, EXPLORATION_LEAD)
        rollout = rollout_to_end(rules, rng, objective, game.seats[-1])
        if isinstance(objective, WinShare) and Graph.fits(game):
            return Graph(game, rng, objective, rollout)
        return Tree(game, rng, objective, rollout, EXPLORATION)


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep the garbage collector still: it would go through the growing tree again and again.

    A tenth of the time of 6,000 simulations goes into that, and a tree frees itself.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _prospect(root: Node, index: int, objective: Objective, tally: RunningMean) -> Prospect:
    """Return the opinion on the move of this index."""
    line = tuple(_expected_line(root.children[index]))
    share, proved = root.counts[index] / root.visits, root.proved(index)
    low, high = root.bounds(index)
    value = min(max(tally.mean, low), high)
    error = tally.error if proved is None else 0.0
    sure = certainty(tally.count, tally.error) if proved is None else ", proved"
    words = objective.in_words(value, error) + sure
    return Prospect(root.moves[index], share, words, value, error, line)


def _expected_line(node: Node | None) -> Iterator[tuple[Seat, Move]]:
    """Yield the moves most examined from a node on, each with the seat that makes it."""
    while node is not None and node.visits >= LINE_VISITS:
        best = node.best()
        yield node.seat, node.moves[best]
        node = node.children[best]
