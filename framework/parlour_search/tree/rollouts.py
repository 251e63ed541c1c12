"""Rollouts: how a simulation goes on from a leaf of the tree, and the rewards it brings."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any, TypeAlias

from parlour.match import play_out
from parlour.players.values import StateValue
from parlour.rules import Awaited, Chance, Move, Result, Rules, Seat, State
from parlour_search.tree.objective import AnyRules, HeuristicLead, ResultRewards, Rewards

Rollout: TypeAlias = Callable[[State, State, int], Rewards]
"""Plays on from a state, given the one before the last move, and returns the rewards.

Then comes the seed of its luck, or 0 if any luck will do.
"""

MAX_ANSWERS = 5000
"""Maximum number of random moves and outcomes before a match is given up."""
PROBE_ANSWERS = 1000
"""Number of random moves and outcomes that surely ask every seat."""
MAX_TURN_MOVES = 40
"""Maximum number of moves and outcomes in a turn."""
CANDIDATES = 5
"""Number of moves drawn at random; a seat takes the best of them by the heuristic."""
MAX_GREEDY_SIDES = 2
"""Maximum number of sides whose seats all choose so. Among more, only the seat that searches does:
many simulations of a long round say more than a few with good moves of others."""


def resolve_chance(rules: AnyRules, state: State, rng: Random) -> tuple[State, Awaited]:
    """Let chance answer until a seat is awaited or the match is over."""
    while type(awaited := rules.awaited(state)) is Chance:
        state = rules.resolve(state, rules.draw(state, rng))
    return state, awaited


def rollout_to_end(rules: AnyRules, rng: Random, objective: ResultRewards, seats: int) -> Rollout:
    """Return a rollout that plays at random to the end of the match.

    If a game has a ``random_result``, it is taken.
    """
    if type(rules).random_result is not Rules.random_result:
        return _own_rollout_to_end(rules, rng, objective)
    unfinished = (objective.unfinished,) * seats

    def rollout(state: State, _before: State, _luck: int) -> Rewards:
        played = play_out(rules, state, rng, MAX_ANSWERS)
        return (
            unfinished if played.result is None else objective.at_end(played.state, played.result)
        )

    return rollout


def _own_rollout_to_end(rules: AnyRules, rng: Random, objective: ResultRewards) -> Rollout:
    """Return a rollout by the game's own way to a random result."""
    random_result = rules.random_result
    at_end = objective.at_end

    def rollout(state: State, _before: State, _luck: int) -> Rewards:
        result: Any = random_result(state, rng)
        return at_end(state, result)

    return rollout


def rollout_rounds(
    rules: AnyRules, rng: Random, objective: HeuristicLead, home: Seat, rounds: int = 1
) -> Rollout:
    """Return a rollout up to a later turn of ``home``, the next by default, valued there.

    Every seat has then had equally many turns since the root, after any choices. Otherwise moves
    would be valued by the number of turns that they leave time for. If ``home`` has no turn again,
    each other seat takes one a round.
    """
    turn_of = rules.turn_of
    play_turn = _turns(rules, rng, objective, home)

    def rollout(state: State, before: State, luck: int) -> Rewards:
        begun = 0
        last = turn_of(before)
        for _ in range(rounds * objective.seats):
            state, awaited = resolve_chance(rules, state, rng)
            seat = turn_of(state)
            begun += seat == home != last
            if begun == rounds or awaited.is_over:
                break
            if luck:
                # A seat's luck does not hang on what the others did before its turn.
                rng.seed(luck + objective.seats * begun + (seat or 0) + 1)
            state = play_turn(state, seat)
            last = seat
        awaited = rules.awaited(state)
        if isinstance(awaited, Result):
            return objective.at_end(state, awaited)
        return objective.before_end(state)

    return rollout


def _turns(
    rules: Rules[State, Any], rng: Random, objective: HeuristicLead, home: Seat
) -> Callable[[State, Seat | None], State]:
    """Return a function that plays on while it is the turn of a seat, with all events within it."""
    all_choose = objective.sides <= MAX_GREEDY_SIDES

    def play_turn(state: State, seat: Seat | None) -> State:
        for _ in range(MAX_TURN_MOVES):
            awaited = rules.awaited(state)
            if type(awaited) is Chance:
                state = rules.resolve(state, rules.draw(state, rng))
            elif awaited.is_over:
                break
            else:
                state = play_move(state, awaited.seats[0])
            if rules.turn_of(state) != seat:
                break
        return state

    def play_move(state: State, seat: Seat) -> State:
        """Return the state after a random move, or the best of some."""
        moves = rules.moves(state, seat)
        number = len(moves)
        drawn = CANDIDATES if all_choose or seat == home else 1
        if number > drawn:
            # A move that is drawn twice is valued once.
            moves = [*dict.fromkeys([moves[int(rng.random() * number)] for _ in range(drawn)])]
        if len(moves) == 1:
            return rules.play(state, seat, moves[0])
        return _after_best(rules.play, state, seat, moves, objective.values)

    return play_turn


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
    best = state
    highest = -inf
    for move in moves:
        after = play(state, seat, move)
        value = values(after, seat)
        if value > highest or best is state:
            best = after
            highest = value
    return best


def count_seats(rules: AnyRules, state: State, rng: Random) -> int:
    """Return the number of seats, as random play from ``state`` shows it."""
    seats = 1
    for _ in range(PROBE_ANSWERS):
        awaited = rules.awaited(state)
        if isinstance(awaited, Result):
            return len(awaited.places)
        seats = max(seats, *(seat + 1 for seat in awaited.seats), 1)
        state = play_out(rules, state, rng, 1).state
    return seats
