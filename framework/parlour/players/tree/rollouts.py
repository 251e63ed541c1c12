"""Rollouts: how a simulation goes on from a leaf of the tree, and the rewards it brings."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any, TypeAlias

from parlour.match.playout import play_out
from parlour.players.tree.objective import AnyRules, HeuristicLead, ResultRewards, Rewards
from parlour.players.values import StateValue
from parlour.rules.answers import Awaited, Chance, Move, Result
from parlour.rules.phases import State
from parlour.rules.rules import Rules
from parlour.rules.seats import Seat

Rollout: TypeAlias = Callable[[State, Seat], Rewards]
"""Plays on from a state, given the seat that moved last, and returns the rewards."""

MAX_ANSWERS = 5000
"""Maximum number of random moves and outcomes before a match is given up."""
MAX_TURN_MOVES = 40
"""Maximum number of moves in the turn of a seat."""
CANDIDATES = 5
"""Number of moves drawn at random; a seat takes the best of them by the heuristic."""
MAX_GREEDY_SIDES = 2
"""Maximum number of sides whose seats choose so. Among more they move at random: many simulations
of a long round say more than a few with good moves."""


def resolve_chance(rules: AnyRules, state: State, rng: Random) -> tuple[State, Awaited]:
    """Let chance answer until a seat is awaited or the match is over."""
    while type(awaited := rules.awaited(state)) is Chance:
        state = rules.resolve(state, rules.draw(state, rng))
    return state, awaited


def rollout_to_end(rules: AnyRules, rng: Random, objective: ResultRewards, seats: int) -> Rollout:
    """Return a rollout that plays at random to the end of the match.

    If a game has a way of its own, that one is taken.
    """
    if type(rules).random_result is not Rules.random_result:
        return _own_rollout_to_end(rules, rng, objective)
    unfinished = (objective.unfinished,) * seats

    def rollout(state: State, _mover: Seat) -> Rewards:
        played = play_out(rules, state, rng, MAX_ANSWERS)
        return (
            unfinished if played.result is None else objective.at_end(played.state, played.result)
        )

    return rollout


def _own_rollout_to_end(rules: AnyRules, rng: Random, objective: ResultRewards) -> Rollout:
    """Return a rollout by the game's own way to a random result."""
    random_result, at_end = rules.random_result, objective.at_end

    def rollout(state: State, _mover: Seat) -> Rewards:
        result: Any = random_result(state, rng)
        return at_end(state, result)

    return rollout


def rollout_rounds(
    rules: AnyRules, rng: Random, objective: HeuristicLead, home: Seat, rounds: int = 1
) -> Rollout:
    """Return a rollout up to a later turn of ``home``, the next by default, valued there.

    Every seat has then had equally many turns since the root, whatever was chosen, unless a seat is
    asked within another's turn, whose rest then counts as a turn. Otherwise moves would be valued
    by the number of turns that they leave time for. If ``home`` is not asked again, each other seat
    takes one turn a round.
    """

    def rollout(state: State, mover: Seat) -> Rewards:
        begun = 0
        for _ in range(rounds * objective.seats):
            state, awaited = resolve_chance(rules, state, rng)
            if isinstance(awaited, Result):
                return objective.at_end(state, awaited)
            seat = awaited.seats[0]
            begun += seat == home != mover
            if begun == rounds:
                break
            state = _play_turn(rules, state, seat, rng, objective)
            mover = seat
        awaited = rules.awaited(state)
        if isinstance(awaited, Result):
            return objective.at_end(state, awaited)
        return objective.before_end(state)

    return rollout


def _play_turn(
    rules: AnyRules, state: State, seat: Seat, rng: Random, objective: HeuristicLead
) -> State:
    """Play on while it is the turn of ``seat``: at random, or the best of some random moves."""
    random, play, values = rng.random, rules.play, objective.values
    candidates = CANDIDATES if objective.sides <= MAX_GREEDY_SIDES else 1
    for _ in range(MAX_TURN_MOVES):
        moves = rules.moves(state, seat)
        number = len(moves)
        if number > candidates:
            # A move that is drawn twice is valued once.
            moves = [*dict.fromkeys([moves[int(random() * number)] for _ in range(candidates)])]
        if len(moves) == 1:
            state = play(state, seat, moves[0])
        else:
            state = _after_best(play, state, seat, moves, values)
        if rules.awaited(state).seats != (seat,):
            break
    return state


def _after_best(
    play: Callable[[State, Seat, Move], State],
    state: State,
    seat: Seat,
    moves: Sequence[Move],
    values: StateValue,
) -> State:
    """Return the state after the move of the highest value, the first of equal ones."""
    weighed = values.weigh_moves(state, seat, moves)
    if None not in weighed:
        return play(state, seat, moves[weighed.index(max(weighed))])  # type: ignore[type-var]  # no None is left
    best, highest = state, -inf
    for move in moves:
        after = play(state, seat, move)
        value = values(after, seat)
        if value > highest or best is state:
            best, highest = after, value
    return best
