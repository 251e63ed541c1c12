"""The graph of positions that a search grows if two seats play without secrets or chance."""

from random import Random
from typing import Any

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.tree.node import Node, shuffled
from parlour.players.tree.objective import Rewards, WinShare
from parlour.players.tree.rollouts import Rollout
from parlour.players.tree.solver import WON, SolverNode, back_up_bounds
from parlour.rules.phases import State
from parlour.rules.rules import Rules
from parlour.rules.seats import Seat

EXPLORATION = 0.7
"""Exploration constant of UCT, for rewards from 0 to 1.

At connect four, 400 and 500 simulations a move, it scores 0.57 ± 0.08 against 1.4 (160 games).
"""
MAX_DEPTH = 100
"""Maximum number of moves in a simulation: positions may come round."""


class Graph:
    """The nodes of one search, one for each state: several orders of moves may lead to it.

    A node keeps its state, so that a simulation plays one move alone, at its leaf. A move has a
    node from its second simulation on.
    """

    def __init__(self, game: Game, rng: Random, objective: WinShare, rollout: Rollout) -> None:
        self._rules: Rules[State, object] = game.rules
        self._rng = rng
        self._at_end = objective.at_end
        self._rollout = rollout
        self._nodes: dict[State, SolverNode] = {}
        """Nodes by state."""

    @staticmethod
    def fits(game: Game) -> bool:
        """Return whether a game is for two seats, without secrets or chance."""
        return not game.has_hidden_information and game.outcomes is None and game.seats[-1] == 2

    def root(self, decision: Decision, state: State) -> SolverNode:
        """Return a node for the decision itself."""
        return SolverNode(decision.seat, shuffled(decision.moves, self._rng), state)

    def find(self, root: Node, state: State, seat: Seat) -> SolverNode | None:
        """Return the node of a later decision, and forget the nodes that it does not lead to."""
        found = self._nodes.get(state)
        if found is None or found.seat != seat:
            return None
        self._nodes, ahead = {}, [found]
        while ahead:
            node = ahead.pop()
            if node.state not in self._nodes:
                self._nodes[node.state] = node
                ahead += [child for child in node.children if child is not None]
        return found

    def simulate(self, root: Any, state: State) -> tuple[int, Rewards]:
        """Run one simulation from a node of the graph.

        Return the index of the root's move, and the rewards.
        """
        path: list[tuple[SolverNode, int]] = []
        rewards = self._descend(root, path)
        for node, index in reversed(path):
            node.update(index, rewards[node.seat])
        return path[0][1], rewards

    def _descend(self, root: SolverNode, path: list[tuple[SolverNode, int]]) -> Rewards:
        """Go down from ``root``, add the moves taken to ``path``, and return the rewards."""
        node = root
        for _ in range(MAX_DEPTH):
            index = node.pick(EXPLORATION)
            path.append((node, index))
            child = node.children[index]
            if child is None:
                if not node.counts[index]:
                    return self._leaf(node, index, path)
                child = self._follow(node, index)
            if child.solved:
                back_up_bounds(path, child.rewards)
                return child.rewards
            node = child
        return self._rollout(node.state, node.seat)

    def _leaf(self, node: SolverNode, index: int, path: list[tuple[SolverNode, int]]) -> Rewards:
        """Return the rewards after a move that is made for the first time."""
        rules = self._rules
        state = rules.play(node.state, node.seat, node.moves[index])
        awaited = rules.awaited(state)
        if not awaited.is_over:
            return self._rollout(state, node.seat)
        rewards = self._at_end(state, awaited)
        back_up_bounds(path, rewards)
        return rewards

    def _follow(self, node: SolverNode, index: int) -> SolverNode:
        """Return the node that a move leads to, one met before if there is any."""
        rules = self._rules
        state = rules.play(node.state, node.seat, node.moves[index])
        child = self._nodes.get(state)
        if child is None:
            seat = rules.awaited(state).seats[0]
            child = SolverNode(seat, shuffled(rules.moves(state, seat), self._rng), state)
            first = node.means[index]
            child.weight, child.total = 1, first if seat == node.seat else WON - first
            self._nodes[state] = child
        node.children[index] = child
        return child
