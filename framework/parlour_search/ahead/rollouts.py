"""Rollouts of ``ahead``: a move, and then everybody's fast turns to the horizon."""

from collections.abc import Sequence
from random import Random

from parlour.match import Game
from parlour.players.values import StateValue
from parlour.rules import Chance, Move, Rules, Seat, State
from parlour_search.ahead.turns import FastTurns
from parlour_search.leaf import Leaf
from parlour_search.tree.objective import HeuristicLead

MAX_OWN_TURNS = 2
"""Maximum number of own turns in a rollout that no round ends, with the one in hand."""
MAX_TURNS_ALONE = 12
"""Maximum number of turns of one seat in a row, chance silent, before it moves at random.

A heuristic may promise more of every next step than of the end: a seat would go on endlessly.
"""
MAX_TURNS = 200
"""Maximum number of turns and outcomes in a rollout."""


class CommonRandomNumbers:
    """Chance in one rollout: the n-th draw of a kind depends on the seed, the kind and n alone."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._kinds: dict[str, Random] = {}

    def draws_of(self, kind: str) -> Random:
        """Return the generator for draws of a kind."""
        if kind not in self._kinds:
            self._kinds[kind] = Random(f"{self._seed} {kind}")  # noqa: S311  no secret
        return self._kinds[kind]


class Rollouts:
    """Plays moves on to the horizon, and values their result for one seat.

    The value is the margin of the seat's side over the mean of the others, in points: at the end by
    the result, before it by values. If places count, a win is worth more than any points.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        turns: FastTurns,
        value: StateValue | None = None,
        leaf: Leaf | None = None,
    ) -> None:
        """Value horizons by ``leaf``, or by ``value``, or by the game's heuristic."""
        self._rules: Rules[State, object] = game.rules
        self._idle = game.bots.idle
        self._turns = turns
        self.objective = HeuristicLead(game, seats, value, leaf)
        """Lead over the others, in points, and its words."""
        self.end: State
        """State at the end of the last rollout."""
        self.plan: list[Move] = []
        """Moves of the seat's own in the last rollout, after the one that was valued."""
        self.waits = False
        """Whether one of them is idle, in the turn in hand."""

    def learn(self) -> None:
        """Let states met since the last call count: a round's rollouts share one policy."""
        self._turns.learn()

    def value(self, world: State, seat: Seat, move: Move, seed: int) -> float:
        """Return the value of ``move`` for ``seat``, in points, as one rollout finds it."""
        return self.line_value(world, seat, (move,), seed)

    def line_value(self, world: State, seat: Seat, line: Sequence[Move], seed: int) -> float:
        """Return the value of moves in a row, as ``value`` does."""
        state = world
        for move in line:
            state = self._rules.play(state, seat, move)
        self.plan = []
        self.waits = False
        state = self._play_on(world, state, seat, CommonRandomNumbers(seed))
        self.end = state
        return self.objective.margin(state, seat)

    def _play_on(
        self, before: State, state: State, home: Seat, numbers: CommonRandomNumbers
    ) -> State:
        """Return the state at the horizon of ``home``, or at the end of the match.

        ``before`` is the state before its choice.
        """
        rules = self._rules
        mover = home
        own_turns = 1
        turns_alone = 0
        round_key = rules.round_key(before)
        last = rules.turn_of(before)
        for _ in range(MAX_TURNS):
            awaited = rules.awaited(state)
            if awaited.is_over or (round_key is not None and rules.round_key(state) != round_key):
                break
            if isinstance(awaited, Chance):
                state = rules.resolve(state, rules.draw(state, numbers.draws_of(awaited.kind)))
                turns_alone = 0
                continue
            turn = rules.turn_of(state)
            seat = awaited.seats[0]
            own_turns += turn == home != last
            if own_turns > MAX_OWN_TURNS and round_key is None:
                break
            turns_alone = turns_alone + 1 if seat == mover else 1
            mover = seat
            last = turn
            state, moves = self._play_turn(
                state, seat, numbers.draws_of(""), at_random=turns_alone > MAX_TURNS_ALONE
            )
            if seat == home:
                self.plan += moves
                self.waits |= own_turns == 1 and not self._idle.isdisjoint(moves)
        return state

    def _play_turn(
        self, state: State, seat: Seat, draws: Random, *, at_random: bool
    ) -> tuple[State, tuple[Move, ...]]:
        """Return the state after a turn of the policy, or after a move at random, and its moves."""
        if not at_random:
            return self._turns.play(state, seat, draws)
        moves = self._rules.moves(state, seat)
        move = moves[int(draws.random() * len(moves))]
        return self._rules.play(state, seat, move), (move,)
