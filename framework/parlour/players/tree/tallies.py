"""Tallies of a root: what several trees found out about one decision, put together.

The trees have grown apart, each from a seed of its own, so that their simulations of a move count
as those of one tree (root parallelism, Chaslot and others 2008).
"""

from collections.abc import Sequence

from msgspec import Struct

from parlour.players.tree.node import Node
from parlour.players.tree.prior import PriorNode
from parlour.players.tree.solver import LOST, PROVED_OUT, WON, SolverNode
from parlour.rules.answers import Move


class MoveTally(Struct, frozen=True):
    """Statistics of one move of a root."""

    move: int
    """Index among the moves of the decision."""
    count: int
    """Number of simulations."""
    mean: float
    """Mean reward for the seat of the root; ``PROVED_OUT`` if the bounds say so."""
    low: float
    """Proved lower bound on the reward; minus infinity if nothing is ever proved."""
    high: float
    """Proved upper bound on the reward; infinity if nothing is ever proved."""


class RootTally(Struct, frozen=True):
    """Statistics of a root, as another process can read them."""

    visits: int
    """Number of simulations."""
    moves: tuple[MoveTally, ...]
    """Moves tried, the first one first."""
    priors: tuple[float, ...] = ()
    """Greedy's value of each move of the decision, in points; empty without a prior."""
    residual: float = 0.0
    """Sum over all simulations of the reward less the prior reward."""


def tally(root: Node, moves: Sequence[Move]) -> RootTally:
    """Return the statistics of a root; ``moves`` are those of the decision."""
    places = {move: place for place, move in enumerate(moves)}
    tallies = tuple(
        MoveTally(places[move], root.counts[index], root.means[index], *root.bounds(index))
        for index, move in enumerate(root.moves)
    )
    if not isinstance(root, PriorNode):
        return RootTally(root.visits, tallies)
    priors = tuple([root.values_by_move[move] for move in moves])
    return RootTally(root.visits, tallies, priors, root.residual)


def merged(root: Node, moves: Sequence[Move], others: Sequence[RootTally]) -> Node:
    """Return a root with the simulations of ``root`` and of others, and all that they proved.

    ``root`` stays as it is. Its moves come first, in their order, with their nodes; ``moves`` are
    those of the decision.
    """
    parts = (tally(root, moves), *others)
    tallies: dict[int, list[MoveTally]] = {}
    for part in parts:
        for of_move in part.moves:
            tallies.setdefault(of_move.move, []).append(of_move)
    untried = [move for place, move in enumerate(moves) if place not in tallies]
    node = _empty(root, moves, untried, parts)
    node.visits = sum(part.visits for part in parts)
    for place, found in tallies.items():
        index = node.expand(moves[place])
        count = node.counts[index] = sum(part.count for part in found)
        node.means[index] = sum(part.mean * part.count for part in found) / (count or 1)
    node.children[: len(root.children)] = root.children
    if isinstance(node, SolverNode):
        _prove(node, list(tallies.values()))
    return node


def _empty(
    root: Node,
    moves: Sequence[Move],
    untried: list[Move],
    parts: Sequence[RootTally],
) -> Node:
    """Return a node of the same kind as ``root``, without a move tried."""
    if isinstance(root, SolverNode):
        return SolverNode(root.seat, untried, root.state)
    if not isinstance(root, PriorNode):
        return Node(root.seat, untried, root.state)
    known = [part for part in parts if part.priors]
    values = {
        move: sum(part.priors[place] for part in known) / len(known)
        for place, move in enumerate(moves)
    }
    node = PriorNode(root.seat, untried, values, root.objective)
    visits = sum(part.visits for part in parts)
    node.residual = (
        sum(part.residual for part in known) / sum(part.visits for part in known) * visits
    )
    return node


def _prove(node: SolverNode, tallies: Sequence[Sequence[MoveTally]]) -> None:
    """Give a root the narrowest of the bounds that were proved of each move.

    They prove out again what one of its parts has proved out.
    """
    for index, mean in enumerate(node.means):
        if mean != PROVED_OUT:
            node.weight += node.counts[index]
            node.total += node.counts[index] * mean
    for index, found in enumerate(tallies):
        low, high = max(part.low for part in found), min(part.high for part in found)
        if (low, high) != (LOST, WON):
            node.tighten(index, low, high)
