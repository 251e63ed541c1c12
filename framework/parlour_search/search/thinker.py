"""The thinking of ``search``: it takes up decisions, one after the other, and searches each."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from random import Random
from time import perf_counter

from msgspec import Struct

from parlour.match import Decision, Game, play_out
from parlour.players import has_heuristic
from parlour.players.values import StateValue, value_of
from parlour.rules import Seat, SetupError, State
from parlour.surroundings import HERE
from parlour_search.leaf import leaf_for
from parlour_search.move_results import MoveResults
from parlour_search.settings import SearchSettings
from parlour_search.tree.node import Node
from parlour_search.tree.objective import HeuristicLead, Objective, Rewards, choose_objective
from parlour_search.tree.rollouts import MAX_ANSWERS, count_seats, rollout_rounds, rollout_to_end
from parlour_search.tree.tree import Tree

EXPLORATION = 1.4
"""Exploration constant of UCT, in units of the reward; about √2 (Kocsis, Szepesvári 2006)."""
EXPLORATION_LEAD = 0.25
"""Exploration constant for rewards of the heuristic: these vary less than results."""
MAX_LOST_SIMULATIONS = 1000
"""Maximum number of simulations of a lost decision: more of them find all moves equally bad."""
PROBE_MATCHES = 40
"""Number of random matches that choose the objective of a game without a heuristic."""


class SearchBudget(Struct, frozen=True):
    """Limits of the thinking about one decision."""

    simulations: int
    """Number of simulations; 0 sets no limit."""
    until: float
    """Time of ``perf_counter``; infinity sets no limit."""


class Thinker:
    """A search that takes its tree from one decision to the next if that is sound."""

    def __init__(self, game: Game, rng: Random, settings: SearchSettings) -> None:
        learned = settings.values == "learned"
        self._value: StateValue | None = None
        """Values of states, or None if matches are played to their end."""
        if learned or has_heuristic(game):
            self._value = value_of(game, settings.values)
        self._horizon = settings.horizon
        leaf_for(game, game.seats[0], settings.horizon)  # declines a game without one
        self._game = game
        self._rules = game.rules
        self._rng = rng
        self._rounds = settings.rounds
        self._objective: Objective | None = None
        """Objective of the game, known from the first decision on."""
        self.is_stopped = False
        """Whether the search ends after the simulation that runs; another thread may set it."""
        self.is_cut_short = False
        """Whether the clock ended the last search before its simulations were made."""
        self.expects: float | None = None
        """Result that the last search expects, 0 … 1, or None if it does not know."""
        self._tree: Tree | None = None
        self._root: Node | None = None

    def forget(self) -> None:
        """Drop the tree of the last decision."""
        self._tree = self._root = None

    def search(
        self,
        decision: Decision,
        budget: SearchBudget,
        results: dict[int, MoveResults] | None = None,
    ) -> tuple[Node, Objective]:
        """Spend a budget on a decision, found in the tree if it can be; return its node.

        The results of each move are counted in ``results``, by its index at the node, unless all
        moves are proved to lose. Rewards are measured against the decision that the tree begins
        with.
        """
        state = self._rules.determinize(decision.view, self._rng)
        objective = self._objective = self._objective or self._choose(state, decision.seats)
        tree = self._tree
        root = self._root
        root = tree.find(root, state, decision.seat) if tree and root else None
        if tree is None or root is None:
            if isinstance(objective, HeuristicLead):
                objective.start(state)
            tree = self._tree = self._make_tree(objective, decision.seat)
            root = tree.root(decision, state)
        self._root = root
        count = None if results is None else _counter(results, objective, root.seat)
        self._simulate(tree, root, decision.view, budget, count)
        self.expects = objective.expects(state, root.seat, root.means[root.best()])
        if root.proved == 0 and len(decision.moves) > 1:
            root = self._resist(objective, root, decision, state, budget)
        return root, objective

    def _resist(
        self,
        objective: Objective,
        lost: Node,
        decision: Decision,
        state: State,
        budget: SearchBudget,
    ) -> Node:
        """Search a lost decision as if nothing were proved: others may overlook what wins.

        Return the new node, or the lost one if time allowed the new one fewer simulations.
        """
        tree = self._make_tree(objective, lost.seat)
        limit = MAX_LOST_SIMULATIONS
        tree.prove_nothing()
        root = tree.root(decision, state)
        limited = SearchBudget(min(budget.simulations or limit, limit), budget.until)
        self._simulate(tree, root, decision.view, limited, None)
        self.is_cut_short &= budget.simulations > 0
        root.proved = lost.proved
        return max(root, lost, key=lambda node: min(node.visits, limited.simulations))

    def _simulate(
        self,
        tree: Tree,
        root: Node,
        view: object,
        budget: SearchBudget,
        count: Callable[[int, Rewards], None] | None,
    ) -> None:
        """Run simulations from a root until a limit is reached, or its result is proved.

        They are at least one, unless it was proved before.
        """
        limit = budget.simulations or 1 << 62
        until = budget.until
        done = 0
        timed = until < inf
        while root.proved is None and done < limit:
            if done:
                HERE.breathe()
            if timed and done and perf_counter() >= until:
                break
            index, rewards = tree.simulate(root, view)
            done += 1
            if count:
                count(index, rewards)
            if self.is_stopped:
                break
        is_due = not self.is_stopped and root.proved is None
        self.is_cut_short = is_due and 0 < done < budget.simulations

    def _choose(self, state: State, seats: int | None) -> Objective:
        """Return the objective of the game; random play from ``state`` tells its unknown parts."""
        rules = self._rules
        rng = self._rng
        if self._value is not None:
            count = seats or count_seats(rules, state, rng)
            leaf = leaf_for(self._game, count, self._horizon)
            return HeuristicLead(self._game, count, self._value, leaf)
        played = [play_out(rules, state, rng, MAX_ANSWERS).result for _ in range(PROBE_MATCHES)]
        results = [result for result in played if result]
        if not results:
            raise SetupError(
                f"search declines {self._game.id}: its matches do not end by random play, "
                "and it has no heuristic"
            )
        return choose_objective(self._game, results)

    def _make_tree(self, objective: Objective, seat: Seat) -> Tree:
        """Return an empty tree."""
        game = self._game
        rules = self._rules
        rng = self._rng
        if isinstance(objective, HeuristicLead):
            rollout = rollout_rounds(rules, rng, objective, seat, self._rounds)
            return Tree(game, rng, objective, rollout, EXPLORATION_LEAD)
        rollout = rollout_to_end(rules, rng, objective, game.seats[-1])
        return Tree(game, rng, objective, rollout, EXPLORATION)


def _counter(
    results: dict[int, MoveResults], objective: Objective, seat: Seat
) -> Callable[[int, Rewards], None]:
    """Return a counter of a seat's results of simulations, by the index of the move."""

    def count(index: int, rewards: Rewards) -> None:
        tally = results.setdefault(index, MoveResults())
        tally.value.add(objective.measured(rewards, seat))
        chance = objective.chance(seat)
        if chance is not None:
            tally.chance.add(chance)

    return count


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
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
