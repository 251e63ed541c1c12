"""Play through the rules alone, without views or a record: at random, or one seat's moves."""

import sys
from collections.abc import Sequence
from functools import cache
from itertools import repeat
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct

from parlour.rules import Chance, Event, Move, OpenRules, Result, Rules, Seat, State

S = TypeVar("S", bound=State)
V = TypeVar("V")

SAMPLED_WORLDS = 2
"""Number of states sampled for the certain facts after moves."""


class Playout(Struct, Generic[S], frozen=True, gc=False):
    """A match played on at random."""

    state: S
    """State at its end, or at the limit."""
    result: Result | None
    """Result of the match; None if the limit came first."""
    moves: int
    """Number of moves by the seats."""
    outcomes: int
    """Number of outcomes of chance."""


def play_out(rules: Rules[S, V], state: S, rng: Random, limit: int = sys.maxsize) -> Playout[S]:
    """Play on from ``state`` at random, to the end or for ``limit`` moves and outcomes.

    Every legal move is as likely as the next; outcomes have their own probabilities. Where
    several seats are awaited, the first answers.
    """
    random = rng.random
    run_automatic = rules.run_automatic
    # Handing each call on to the phase would take a quarter of the time of a small game.
    direct = hands_over(type(rules))  # type: ignore[arg-type]  # a class is hashable
    phase: Any = state.phases[-1] if direct else rules
    moves = outcomes = 0
    for _ in repeat(None, limit):
        awaited = phase.awaited(state)
        if seats := awaited.seats:
            seat = seats[0]
            choices = phase.moves(state, seat)
            state = phase.play(state, seat, choices[int(random() * len(choices))], None)
            moves += 1
        elif awaited.is_over:
            return Playout(state, awaited, moves, outcomes)
        else:
            state = phase.resolve(state, phase.draw(state, rng), None)
            outcomes += 1
        if direct:
            phase = state.phases[-1]
            if phase.automatic:
                state = run_automatic(state)
                phase = state.phases[-1]
    awaited = phase.awaited(state)
    return Playout(state, awaited if isinstance(awaited, Result) else None, moves, outcomes)


@cache
def hands_over(kind: type[Rules[Any, Any]]) -> bool:
    """Return whether rules do no more than to hand over to their phases."""
    methods = ("awaited", "moves", "play", "draw", "resolve", "run_automatic")
    return all(getattr(kind, method) is getattr(Rules, method) for method in methods)


def play_quietly(rules: Rules[S, V], state: S, moves: Sequence[Move], seat: Seat) -> S | None:
    """Return the state after moves of a seat, whose last may lead to chance.

    None if one is not legal, tells the seat something, or ends the match.
    """
    for move in moves:
        legal = rules.moves(state, seat) if seat in rules.awaited(state).seats else ()
        if move not in legal and move not in rules.offers(state, seat):
            return None
        events: list[Event] = []
        state = rules.play(state, seat, move, events.append)
        if any(event.reveals for event in events) or rules.awaited(state).is_over:
            return None
    return state


def certain_state(rules: Rules[S, V], state: S, moves: Sequence[Move], seat: Seat) -> S | None:
    """Return the state after moves of a seat that it could take back, or None."""
    after = play_quietly(rules, state, moves, seat)
    return None if after is None or isinstance(rules.awaited(after), Chance) else after


def certain_view(rules: Rules[S, V], view: V, moves: Sequence[Move], seat: Seat) -> V | None:
    """Return the certain facts after moves of a seat: its view then, or before chance answers.

    It is found in states sampled from ``view``, so that it tells nothing. None if one of the moves
    is not legal or tells something, if they end the match, or if the states disagree.
    """
    kind = type(rules).determinize
    if kind is Rules.determinize:
        return None
    seen: list[V] = []
    for number in range(1 if kind is OpenRules.determinize else SAMPLED_WORLDS):
        world = rules.determinize(view, Random(number))  # noqa: S311  no secret
        after = play_quietly(rules, world, moves, seat)
        if after is None:
            return None
        seen.append(rules.view(after, seat))
    return seen[0] if all(other == seen[0] for other in seen) else None
