"""The search tree: simulations go down it, and every node they pass learns from the rewards."""

from collections.abc import Hashable, Sequence
from random import Random
from typing import TypeAlias

from parlour.match import Decision, Game
from parlour.players import Greedy
from parlour.players.greedy import WORLDS, worlds_for
from parlour.rules import Awaited, Move, Seat, State
from parlour_search.tree.node import Node, shuffled
from parlour_search.tree.objective import HeuristicLead, Objective, Rewards, WinShare
from parlour_search.tree.prior import PriorNode
from parlour_search.tree.proof import ProofNode, prove_path
from parlour_search.tree.rollouts import Rollout, resolve_chance

OWN_NODE_VISITS = 3
"""Number of times that a view is met before it gets a separate node."""
REUSE_DEPTH = 4
"""Maximum number of moves below the last root where a decision is looked for."""
MAX_ORDERED = 48
"""Maximum number of moves that the heuristic puts in order at a new node; the rest come last."""
CANDIDATES = 3
"""Number of untried moves drawn at random; a shared node tries the best of them."""
MAX_DEPTH = 100
"""Maximum number of moves in a simulation: views may come round endlessly."""

HistoryIds: TypeAlias = dict[tuple[int, Move], int]
"""Number of each sequence of moves met in a tree: the number of its beginning, and the last move.

0 is the empty sequence.
"""

HistoryKey: TypeAlias = tuple[Seat, int, int]
"""A seat, and the numbers of the public moves and of its hidden moves."""


class PublicHistory:
    """The moves since the root in one simulation: public ones, and hidden ones for each seat.

    Moves are numbered only when a key is asked for, since most nodes are found by their view.
    """

    __slots__ = ("_fresh", "_ids", "_private", "_public")

    def __init__(self, ids: HistoryIds) -> None:
        self._ids = ids
        self._fresh: list[tuple[Seat, Move, Awaited]] = []
        """Moves not numbered yet."""
        self._public = 0
        self._private: dict[Seat, int] = {}

    def add(self, seat: Seat, move: Move, asked: Awaited) -> None:
        """Add the answer of ``seat`` to ``asked``."""
        self._fresh.append((seat, move, asked))

    def key_for(self, seat: Seat) -> HistoryKey:
        """Return a key of the moves as ``seat`` has seen them: equal only for equal moves."""
        ids = self._ids
        private = self._private
        for mover, move, asked in self._fresh:
            if move.public_form is None and not asked.sealed:
                step = (self._public, move)
                self._public = ids.setdefault(step, len(ids) + 1)
            else:
                step = (private.get(mover, 0), move)
                private[mover] = ids.setdefault(step, len(ids) + 1)
        self._fresh.clear()
        return seat, self._public, private.get(seat, 0)


class Tree:
    """The nodes of one search.

    A node stands for the knowledge of the seat to move. If nothing is hidden and chance has not
    spoken since the root, that is the sequence of moves. Otherwise it is the seat's view. While a
    view is rare, it is the moves that the seat has seen, with any chance and hidden moves (Perez
    and others 2015).
    """

    def __init__(
        self, game: Game, rng: Random, objective: Objective, rollout: Rollout, exploration: float
    ) -> None:
        self._game = game
        self._rules = game.rules
        self._rng = rng
        self._objective = objective
        self._rollout = rollout
        self._exploration = exploration * objective.unit
        self._open = not game.has_hidden_information
        self._deterministic = self._open and game.outcomes is None
        duel = isinstance(objective, WinShare) and game.seats[-1] == 2
        self._kind = ProofNode if self._deterministic and duel else Node
        self._luck = 0
        """Seed of the simulations of the root's moves, or 0 if each has separate luck."""
        self._seed = 0
        """Seed of the simulation that runs, or 0."""
        self._views: dict[Hashable, Node] = {}
        """Nodes by view."""
        self._met: dict[Hashable, int] = {}
        """Number of times that each view without a separate node was met."""
        self._shared: dict[HistoryKey, Node] = {}
        """Nodes that rare views share."""
        self._ids: HistoryIds = {}

    def root(self, decision: Decision, state: State) -> Node:
        """Return a node for the decision itself; greedy's best move is tried first."""
        seat = decision.seat
        moves = shuffled(decision.moves, self._rng)
        if isinstance(self._objective, HeuristicLead):
            values = self._prior(decision, moves, state, self._objective)
            moves.sort(key=values.__getitem__)
            self._luck = self._rng.getrandbits(60) + 1
            return PriorNode(seat, moves, values, self._objective)
        return self._kind(seat, moves, state if self._open else None)

    def prove_nothing(self) -> None:
        """Let simulations alone decide at the nodes that are made from now on."""
        self._kind = Node

    def _prior(
        self, decision: Decision, moves: list[Move], state: State, objective: HeuristicLead
    ) -> dict[Move, float]:
        """Return greedy's value of each move: in ``state``, or in the mean of several states.

        If all seats share one result, hidden facts decide most, and one state is mostly luck.
        """
        greedy = Greedy(self._game, self._rng, value=objective.values)
        if worlds_for(self._game) > WORLDS:
            return greedy.mean_values(decision.seat, moves, decision.view)
        return greedy.move_values(decision.seat, moves, state)

    def find(self, root: Node, state: State, seat: Seat) -> Node | None:
        """Return the node of a later decision below the last root, if its statistics still hold.

        They hold if nothing is hidden and chance has not spoken since: such nodes are children and
        hold their state. Others come from worlds that the seat now knows to be different.
        """
        level = [root]
        for _ in range(REUSE_DEPTH):
            level = [child for node in level for child in node.children if child is not None]
            for node in level:
                if node.seat == seat and node.state == state:
                    return node
        return None

    def simulate(self, root: Node, view: object) -> tuple[int, Rewards]:
        """Run one simulation from a state that fits ``view``, the view of the root.

        Return the index of the root's move, and the rewards.
        """
        index = root.pick(self._exploration)
        if self._luck:
            # The k-th simulations of all moves meet the same world and luck, and so differ by the
            # moves alone.
            self._seed = self._luck + (root.counts[index] << 8)
            self._rng.seed(self._seed)
        state = self._rules.determinize(view, self._rng)
        path = [(root, index)]
        descend = self._descend_known if self._deterministic else self._descend
        rewards = descend(root, state, path)
        for node, chosen in path:
            node.update(chosen, rewards[node.seat])
        return index, rewards

    def _descend_known(self, node: Node, state: State, path: list[tuple[Node, int]]) -> Rewards:
        """Do the same as ``_descend``, where every node stands for one state."""
        rules = self._rules
        exploration = self._exploration
        index = path[0][1]
        while True:
            child = node.children[index]
            if child is None or len(path) > MAX_DEPTH:
                after = rules.play(state, node.seat, node.moves[index])
                awaited = rules.awaited(after)
                if awaited.is_over:
                    rewards = self._objective.at_end(after, awaited)
                    prove_path(path, rewards)
                    return rewards
                if not node.counts[index] or len(path) > MAX_DEPTH:
                    return self._rollout(after, state, self._seed)
                child = node.children[index] = self._make_node(awaited.seats[0], after, after)
            node = child
            state = child.state
            index = node.pick(exploration)
            path.append((node, index))

    def _descend(self, node: Node, state: State, path: list[tuple[Node, int]]) -> Rewards:
        """Go down from ``node`` by the move in ``path``, add those taken to it; return rewards."""
        rules = self._rules
        exploration = self._exploration
        by_moves = self._open
        own_node = True
        history = PublicHistory(self._ids)
        awaited = rules.awaited(state)
        index = path[0][1]
        while True:
            seat = node.seat
            move = node.moves[index]
            new = not node.counts[index]
            history.add(seat, move, awaited)
            child = node.children[index] if by_moves else None
            if child is not None and len(path) <= MAX_DEPTH:
                # No chance came between, and so its state is known.
                node = child
                state = child.state
                awaited = rules.awaited(state)
            else:
                before = state
                state = rules.play(state, seat, move)
                awaited = rules.awaited(state)
                if not awaited.seats and not awaited.is_over:
                    state, awaited = resolve_chance(rules, state, self._rng)
                    by_moves = False
                if awaited.is_over:
                    return self._objective.at_end(state, awaited)
                if new or len(path) > MAX_DEPTH:
                    return self._rollout(state, before, self._seed)
                following = awaited.seats[0]
                if by_moves:
                    node.children[index] = node = self._make_node(following, state, state)
                else:
                    node, own_node = self._find_node(following, state, history)
            index = node.pick(exploration) if own_node else self._pick_shared(node, state)
            path.append((node, index))

    def _find_node(self, seat: Seat, state: State, history: PublicHistory) -> tuple[Node, bool]:
        """Return the node of what a seat knows, and whether it stands for the view alone."""
        view = state if self._open else self._rules.view(state, seat)
        node = self._views.get(view)
        if node is not None:
            return node, True
        met = self._met[view] = self._met.get(view, 0) + 1
        if met >= OWN_NODE_VISITS:
            node = self._views[view] = self._make_node(seat, state)
            return node, True
        key = history.key_for(seat)
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = Node(seat, [])
        return shared, False

    def _make_node(self, seat: Seat, state: State, of_node: State | None = None) -> Node:
        moves = self._rules.moves(state, seat)
        return self._kind(seat, self._ordered(state, seat, moves), of_node)

    def _ordered(self, state: State, seat: Seat, moves: Sequence[Move]) -> list[Move]:
        """Return the moves in random order, or the most promising last if there is a heuristic."""
        mixed = shuffled(moves, self._rng)
        objective = self._objective
        if not isinstance(objective, HeuristicLead) or len(moves) < 3:
            return mixed
        ordered = mixed[-MAX_ORDERED:]
        values = dict(zip(ordered, objective.values_after(state, seat, ordered), strict=True))
        ordered.sort(key=values.__getitem__)
        return mixed[:-MAX_ORDERED] + ordered

    def _pick_shared(self, node: Node, state: State) -> int:
        """Return the index of a move, at a node that several views share."""
        legal = self._rules.moves(state, node.seat)
        index = node.pick_among(legal, self._exploration)
        if index is not None:
            return index
        untried = [move for move in legal if move not in node.indices]
        random = self._rng.random
        objective = self._objective
        move = untried[int(random() * len(untried))]
        if isinstance(objective, HeuristicLead) and len(untried) > 2:
            play = self._rules.play
            seat = node.seat
            drawn = [untried[int(random() * len(untried))] for _ in range(CANDIDATES)]
            move = max(
                dict.fromkeys(drawn),
                key=lambda move: objective.values(play(state, seat, move), seat),
            )
        return node.expand(move)
