"""The tree: simulations that go down it, and what they leave behind."""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from parlour.match.game import Game
from parlour.players.base import Decision
from parlour.players.greedy import Greedy
from parlour.players.search.history import Numbers, Said
from parlour.players.search.node import Node, shuffled
from parlour.players.search.objective import Places, Rewards, Stakes, Standing
from parlour.players.search.prior import Advised
from parlour.players.search.rollouts import Rollout, drawn
from parlour.players.search.solver import Provable, prove
from parlour.rules.answers import Move
from parlour.rules.seats import Seat

OWN = 3
"""A view met so often gets a node of its own; before, it shares one with its like."""
WEIGHED = 48
"""So many moves at most are weighed by the heuristic when a node is made."""
GUESSES = 3
"""Of so many moves not yet tried, a shared node tries the one that looks best."""
DEEPEST = 100
"""No simulation goes further down: what comes round to the same view could go on for ever."""

Aim = Places | Stakes | Standing


class Tree:
    """All that one search learns about one decision.

    A node stands for what the seat to move knows. Where nothing is hidden and
    chance has not spoken since the root, that is the way there. Otherwise it is the
    seat's view; and while a view is rare, it is the moves that the seat has seen
    made, whatever chance and hidden moves were.
    """

    def __init__(
        self, game: Game, rng: Random, aim: Aim, rollout: Rollout, curiosity: float
    ) -> None:
        self._game = game
        self._rules = game.rules
        self._rng = rng
        self._aim = aim
        self._rollout = rollout
        self._curiosity = curiosity * aim.unit
        self._open = not game.has_hidden_information
        self._plain = self._open and game.outcomes is None
        self._proves = self._plain and isinstance(aim, Places) and game.seats[-1] == 2
        self._kind = Provable if self._proves else Node
        self._views: dict[Hashable, Node] = {}
        self._met: dict[Hashable, int] = {}
        self._shared: dict[tuple[Seat, int, int], Node] = {}
        self._numbers: Numbers = {}

    def root(self, decision: Decision, state: Any) -> Node:
        """Return the node of the decision itself: what greedy likes best is tried first."""
        kept = state if self._open else None
        seat, moves = decision.seat, shuffled(decision.moves, self._rng)
        if isinstance(self._aim, Standing):
            worths = Greedy(self._game, self._rng).weighed(seat, moves, state)
            moves.sort(key=worths.__getitem__)
            return Advised(seat, moves, worths, self._aim)
        return self._kind(seat, moves, kept)

    def simulate(self, root: Node, state: Any) -> None:
        """Go down the tree once from a state that fits the root's view, and learn from it."""
        path: list[tuple[Node, int]] = []
        rewards = self._down(root, state, path)
        for node, index in path:
            node.learn(index, rewards[node.seat])

    def _down(self, node: Node, state: Any, path: list[tuple[Node, int]]) -> Rewards:
        rules, curiosity, open_, plain = self._rules, self._curiosity, self._open, self._plain
        sure = open_
        certain = True
        said = Said(self._numbers)
        awaited: Any = rules.awaited(state)
        while True:
            seat = node.seat
            index = node.pick(curiosity) if certain else self._pick_shared(node, state)
            path.append((node, index))
            move, new = node.moves[index], not node.counts[index]
            if not plain:
                said.add(seat, move, awaited)
            state = rules.play(state, seat, move)
            awaited = rules.awaited(state)
            if not awaited.seats and not awaited.is_over:
                state, awaited = drawn(rules, state, self._rng)
                sure = False
            if awaited.is_over:
                return self._ended(state, awaited, path)
            if new or len(path) > DEEPEST:
                return self._rollout(state, seat)
            following = awaited.seats[0]
            if sure:
                kid = node.kids[index]
                if kid is None:
                    kid = node.kids[index] = self._made(following, state, state)
                node = kid
                if isinstance(node, Provable) and node.settled:
                    return node.rewards
            else:
                node, certain = self._known(following, state, said)

    def _ended(self, state: Any, ended: Any, path: list[tuple[Node, int]]) -> Rewards:
        """Return the rewards of a match that is over, and prove what follows from them."""
        rewards = self._aim.at_end(state, ended)
        if self._proves:
            prove(path, rewards)
        return rewards

    def _known(self, seat: Seat, state: Any, said: Said) -> tuple[Node, bool]:
        """Return the node of what a seat knows, and whether it stands for its view alone."""
        view = state if self._open else self._rules.view(state, seat)
        node = self._views.get(view)
        if node is not None:
            return node, True
        met = self._met[view] = self._met.get(view, 0) + 1
        if met >= OWN:
            node = self._views[view] = self._made(seat, state)
            return node, True
        key = said.to(seat)
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = Node(seat, [])
        return shared, False

    def _made(self, seat: Seat, state: Any, kept: Any = None) -> Node:
        moves = self._rules.moves(state, seat)
        return self._kind(seat, self._ordered(state, seat, moves, WEIGHED), kept)

    def _ordered(self, state: Any, seat: Seat, moves: Sequence[Move], most: int) -> list[Move]:
        """Return moves with the most promising last, as far as the heuristic can tell."""
        mixed = shuffled(moves, self._rng)
        aim = self._aim
        if not isinstance(aim, Standing) or len(moves) < 3:
            return mixed
        play, worth = self._rules.play, aim.worth
        weighed = mixed[-most:]
        worths = {move: worth(play(state, seat, move), seat) for move in weighed}
        weighed.sort(key=worths.__getitem__)
        return mixed[:-most] + weighed

    def _pick_shared(self, node: Node, state: Any) -> int:
        """Choose at a node that stands for several views, by the moves legal in this one."""
        legal = self._rules.moves(state, node.seat)
        index = node.pick_among(legal, self._curiosity)
        if index is not None:
            return index
        untried = [move for move in legal if move not in node.known]
        random, aim = self._rng.random, self._aim
        guess = untried[int(random() * len(untried))]
        if isinstance(aim, Standing) and len(untried) > 2:
            play, seat = self._rules.play, node.seat
            guesses = [untried[int(random() * len(untried))] for _ in range(GUESSES)]
            guess = max(guesses, key=lambda move: aim.worth(play(state, seat, move), seat))
        return node.opened(guess)


def found_below(root: Node, state: Any, seat: Seat, depth: int) -> Node | None:
    """Return the node of a state that a search has met for certain below its root."""
    level = [root]
    for _ in range(depth):
        level = [kid for node in level for kid in node.kids if kid is not None]
        for node in level:
            if node.seat == seat and node.state == state:
                return node
    return None
