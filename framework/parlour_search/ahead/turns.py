"""Fast turns: each seat takes the best end of its turn that the heuristic finds among few moves."""

from collections.abc import Sequence
from math import inf
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from parlour.match import Game
from parlour.players.greedy import STEP, drawn_best
from parlour.players.values import StateValue, value_of
from parlour.players.world_errors import quick_turn_error
from parlour.rules import Move, Rules, SealedPhase, Seat, State, swapped

MAX_LEAVES = 60
"""Maximum number of ends of a turn that are valued; beyond it, depth is cut."""
MAX_SHORT_LIST = 12
"""Maximum number of moves in a list that is weighed whole."""
REMEMBERED_MOVES = 8
"""Number of moves of a longer list that are weighed since they gained most before."""
DRAWN_MOVES = 2
"""Number of moves of a longer list that are weighed because chance drew them."""

End: TypeAlias = tuple[float, State, tuple[Move, ...]]
"""Value of the end of a turn, the state there, and the moves that lead to it."""


class FastTurns:
    """A policy for every seat: greedy, but with long lists of moves cut short.

    It remembers what each move gained for each seat when it was weighed last. The gains of
    one rollout count only after ``learn``, so that all rollouts of a round know the same.
    """

    def __init__(self, game: Game, value: StateValue | None = None) -> None:
        """Play by the values of ``value``, or of the game's heuristic."""
        self._game = game
        self._rules: Rules[State, object] = game.rules
        self._value = value or value_of(game)
        self._quick_turn = game.bots.quick_turn or _no_moves
        self._turn: Seat | None = None
        """Seat whose turn is played; another may be asked in it."""
        self._gains: dict[Seat, dict[Move, float]] = {}
        """Gain of each seat's value by a move, in points."""
        self._fresh: dict[Seat, dict[Move, float]] = {}
        """Gains not learnt yet."""

    def learn(self) -> None:
        """Let the gains met since the last call count from now on."""
        for seat, gains in self._fresh.items():
            self._gains.setdefault(seat, {}).update(gains)
        self._fresh.clear()

    def play(self, state: State, seat: Seat, rng: Random) -> tuple[State, tuple[Move, ...]]:
        """Return the state after the turn of ``seat``, or its foreseeable part, and its moves."""
        if isinstance(state.phases[-1], SealedPhase):
            answer = self._best_answer(state, seat, rng)
            return self._rules.play(state, seat, answer), (answer,)
        after, moves = self._play_quickly(state, seat)
        self._turn = self._rules.turn_of(state)
        return (after, moves) if moves else self._best_end(state, seat, MAX_LEAVES, rng)[1:]

    def answer_for_others(self, state: State, seat: Seat, rng: Random) -> State:
        """Return ``state`` with the sealed answers that the others than ``seat`` would give.

        A determinized state holds answers guessed evenly. If a game guesses them in a way of its
        own, or shows something of them, its guesses stay.
        """
        phase = state.phases[-1]
        if not isinstance(phase, SealedPhase) or not _guesses_evenly(phase):
            return state
        state = _without_answers(state, phase)
        for other in self._rules.awaited(state).seats:
            if other != seat:
                move = self._best_answer(state, other, rng)
                state = self._rules.play(state, other, move)
        return state

    def _play_quickly(self, state: State, seat: Seat) -> tuple[State, tuple[Move, ...]]:
        """Return the state after the turn that the game names, and its moves, if there are any.

        Raises:
            HeuristicError: There is an error in the turn. Moves are legal by the law
                ``quick-turns``; only one that fails is looked at here.
        """
        move: Move | None = None
        try:
            moves = tuple(self._quick_turn(state, seat))
            for move in moves:
                state = self._rules.play(state, seat, move)
        except Exception as fault:
            is_awaited = seat in self._rules.awaited(state).seats
            if is_awaited and move in self._rules.moves(state, seat):
                raise
            raise quick_turn_error(self._game, state, seat, move, fault) from fault
        return state, moves

    def _best_answer(self, state: State, seat: Seat, rng: Random) -> Move:
        """Return the best answer of a seat that knows no other's."""
        unseen = _without_answers(state, state.phases[-1])
        before = self._value(unseen, seat)
        values = dict[Move, float]()
        moves, is_short = self._shortlist(unseen, seat, rng)
        for move in moves:
            values[move] = self._value(self._rules.play(unseen, seat, move), seat)
        if not is_short:
            fresh = self._fresh.setdefault(seat, {})
            fresh.update({move: value - before for move, value in values.items()})
        return drawn_best(values, rng)

    def _best_end(self, state: State, seat: Seat, leaves: int, rng: Random) -> End:
        """Return the best end of a turn found among ``leaves`` ends."""
        rules = self._rules
        best = -inf
        ties = 0
        chosen: State | None = None
        way: tuple[Move, ...] = ()
        moves, is_short = self._shortlist(state, seat, rng)
        before = 0.0 if is_short else self._value(state, seat)
        share = leaves // len(moves)
        for move, weighed in zip(moves, self._value.weigh_moves(state, seat, moves), strict=True):
            end: State | None = None
            onward: tuple[Move, ...] = ()
            value = weighed
            if value is None:
                after = rules.play(state, seat, move)
                value, end, onward = self._end_after(after, seat, share, rng)
            if not is_short:
                self._fresh.setdefault(seat, {})[move] = value - before
            # The n-th of equal ends is taken with a chance of 1/n, so that all are equally likely.
            ties = 1 if value > best else ties + (value == best)
            if value > best or (value == best and rng.random() * ties < 1):
                best = value
                chosen = end
                way = (move, *onward)
        return best, rules.play(state, seat, way[0]) if chosen is None else chosen, way

    def _end_after(self, state: State, seat: Seat, leaves: int, rng: Random) -> End:
        """Return the best end of a turn that may be over."""
        is_quick = self._quick_turn is not _no_moves
        if (is_quick or leaves > 1) and self._goes_on(state, seat):
            quick, moves = self._play_quickly(state, seat)
            if moves:
                return self._value(quick, seat) - STEP * len(moves), quick, moves
            if leaves > 1:
                value, end, way = self._best_end(state, seat, leaves, rng)
                return value - STEP, end, way
        return self._value(state, seat), state, ()

    def _goes_on(self, state: State, seat: Seat) -> bool:
        """Return whether the seat is asked again, and it is the same turn."""
        rules = self._rules
        return rules.awaited(state).seats == (seat,) and rules.turn_of(state) == self._turn

    def _shortlist(self, state: State, seat: Seat, rng: Random) -> tuple[Sequence[Move], bool]:
        """Return the moves to weigh, and whether these are the whole of a short list.

        Of a long list they are the moves that gained most before and some at random; all of them,
        while few are known.
        """
        moves = self._rules.moves(state, seat)
        if len(moves) <= MAX_SHORT_LIST:
            return moves, True
        gains = self._gains.get(seat, {})
        known = [move for move in moves if move in gains]
        if 2 * len(known) < len(moves):
            return moves, False
        known.sort(key=gains.__getitem__, reverse=True)
        drawn = [moves[int(rng.random() * len(moves))] for _ in range(DRAWN_MOVES)]
        return [*known[:REMEMBERED_MOVES], *drawn], False


def _no_moves(_state: State, _seat: Seat) -> Sequence[Move]:
    """Know no good turn."""
    return ()


def _without_answers(state: State, phase: SealedPhase[State, Move]) -> State:
    """Return ``state`` before any seat has answered."""
    return swapped(state, replace(phase, answers=(None,) * len(phase.answers)))


def _guesses_evenly(phase: SealedPhase[State, Move]) -> bool:
    """Return whether a game leaves it to the framework to show and guess answers."""
    kind = type(phase)
    return kind.guess is SealedPhase.guess and kind.masked is SealedPhase.masked
