"""How a match may go on from a leaf of the tree."""

from collections.abc import Callable
from random import Random
from typing import Any

from parlour.players.search.objective import Places, Rewards, Stakes, Standing
from parlour.rules.awaited import Awaited, Chance, Result
from parlour.rules.rules import Rules
from parlour.rules.seats import Seat

Rollout = Callable[[Any, Seat], Rewards]
"""Goes on from a state, given who moved last, and says what came of it."""

LONGEST = 5000
"""A match at random that is longer than so many answers is given up as a tie."""
SOUNDING = 1000
"""After so many answers at random every seat has been asked."""
TURN = 40
"""So many answers at most are taken for one turn of a seat."""
TRIES = 5
"""So many moves of a seat are weighed, if there are more; it takes the best."""


def drawn(rules: Rules[Any, Any], state: Any, rng: Random) -> tuple[Any, Awaited]:
    """Let chance answer until a seat is awaited or the match is over."""
    while type(awaited := rules.awaited(state)) is Chance:
        state = rules.resolve(state, rules.draw(state, rng))
    return state, awaited


def played_out(rules: Rules[Any, Any], state: Any, rng: Random) -> tuple[Any, Result | None]:
    """Play at random to the end; None if that takes too long."""
    random = rng.random
    for _ in range(LONGEST):
        awaited = rules.awaited(state)
        if awaited.is_over:
            return state, awaited  # type: ignore[return-value]  # only Ended is final
        if awaited.seats:
            moves = rules.moves(state, awaited.seats[0])
            state = rules.play(state, awaited.seats[0], moves[int(random() * len(moves))])
        else:
            state = rules.resolve(state, rules.draw(state, rng))
    return state, None


def seats_met(rules: Rules[Any, Any], state: Any, rng: Random) -> int:
    """Return how many seats there are, as play at random for a while shows."""
    met = 1
    for _ in range(SOUNDING):
        awaited = rules.awaited(state)
        if isinstance(awaited, Result):
            return len(awaited.places)
        if awaited.seats:
            met = max(met, *(seat + 1 for seat in awaited.seats))
            moves = rules.moves(state, awaited.seats[0])
            state = rules.play(state, awaited.seats[0], moves[int(rng.random() * len(moves))])
        else:
            state = rules.resolve(state, rules.draw(state, rng))
    return met


def to_the_end(rules: Rules[Any, Any], rng: Random, aim: Places | Stakes) -> Rollout:
    """Return a rollout at random to the end of the match."""
    if _straight(rules):
        return _straight_to_the_end(rules, rng, aim)

    def rollout(state: Any, _mover: Seat) -> Rewards:
        state, ended = played_out(rules, state, rng)
        return aim.at_end(state, ended) if ended else (0.5 * aim.unit,) * 16

    return rollout


def _straight(rules: Rules[Any, Any]) -> bool:
    """Tell whether a game leaves the framework's way into its phases as it is."""
    ways = ("awaited", "moves", "play", "draw", "resolve", "run_automatic")
    return not rules.out_of_turn and all(
        getattr(type(rules), way) is getattr(Rules, way) for way in ways
    )


def _straight_to_the_end(rules: Rules[Any, Any], rng: Random, aim: Places | Stakes) -> Rollout:
    """Return the same, asking the phases themselves: most of a search is spent here."""
    random, run_automatic, at_end = rng.random, rules.run_automatic, aim.at_end

    def rollout(state: Any, _mover: Seat) -> Rewards:
        phase = state.phases[-1]
        for _ in range(LONGEST):
            awaited = phase.awaited(state)
            if awaited.seats:
                seat = awaited.seats[0]
                moves = phase.moves(state, seat)
                state = phase.play(state, seat, moves[int(random() * len(moves))], None)
            elif awaited.is_over:
                return at_end(state, awaited)
            else:
                state = phase.resolve(state, phase.draw(state, rng), None)
            phase = state.phases[-1]
            if phase.automatic:
                state = run_automatic(state)
                phase = state.phases[-1]
        return (0.5 * aim.unit,) * 16

    return rollout


def to_a_rest(rules: Rules[Any, Any], rng: Random, aim: Standing, home: Seat) -> Rollout:
    """Return a rollout up to the next turn of ``home``, weighed there.

    Every seat has then had as many turns since the root, whatever was chosen: else moves
    would be weighed by how many turns they leave time for. Where ``home`` is asked no more,
    all others take one turn.
    """

    def rollout(state: Any, mover: Seat) -> Rewards:
        for _ in range(aim.seats):
            state, awaited = drawn(rules, state, rng)
            if awaited.is_over:
                return aim.at_end(state, awaited)  # type: ignore[arg-type]  # it is Ended
            seat = awaited.seats[0]
            if seat == home != mover:
                break
            state = _turn(rules, state, seat, rng, aim)
            mover = seat
        awaited = rules.awaited(state)
        return aim.at_end(state, awaited) if isinstance(awaited, Result) else aim.so_far(state)

    return rollout


def _turn(rules: Rules[Any, Any], state: Any, seat: int, rng: Random, aim: Standing) -> Any:
    """Play on for as long as it is the turn of ``seat``, by the best of some moves each time."""
    random, play, worth = rng.random, rules.play, aim.worth
    for _ in range(TURN):
        moves = rules.moves(state, seat)
        number = len(moves)
        if number > TRIES:
            moves = [moves[int(random() * number)] for _ in range(TRIES)]
        if len(moves) == 1:
            state = play(state, seat, moves[0])
        else:
            state = max((play(state, seat, move) for move in moves), key=lambda s: worth(s, seat))
        if rules.awaited(state).seats != (seat,):
            break
    return state
