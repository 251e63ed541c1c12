"""Finding the first method of a game that returns something wrong, by playing at random."""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from random import Random
from typing import Any

from parlour.catalog.game_checks import shown, with_place
from parlour.hooks.source_location import describe_error, error_location
from parlour.match import Game, generator
from parlour.rules import (
    Chance,
    Decide,
    Move,
    Notation,
    Outcome,
    ParlourError,
    Phase,
    Refusal,
    Result,
    State,
)

MAX_ANSWERS = 60
"""Maximum number of moves and outcomes of a match that are played."""
MATCHES = 8
"""Number of matches that are played."""


def first_bad_return(game: Game, *, located: bool) -> str:
    """Play a little at random and describe the first mistake; empty without one.

    With ``located`` the caller knows already which method raised an exception, and only wrong
    return values are described.
    """
    try:
        for number in range(MATCHES):
            _play(game, number)
    except _BadReturn as fault:
        return str(fault)
    except Exception as fault:  # noqa: BLE001  a game may raise anything
        return describe_error(fault) if error_location(fault) and not located else ""
    return ""


def explain(fault: Exception, game: Game) -> str:
    """Describe in one line the mistake of a game that raised ``fault``, with its place if known."""
    mistake = first_bad_return(game, located=bool(error_location(fault)))
    if mistake or isinstance(fault, ParlourError):
        return mistake or str(fault)
    return f"raised {describe_error(fault)}"


def _play(game: Game, number: int) -> None:
    rules = game.rules
    rng = generator(f"diagnosis {number}", game.id)
    options = game.read_options(game.checks.presets.get("default", {}))
    seats = game.seats[number % len(game.seats)]
    state = _run_automatic(_state(rules.start(seats, options), "start", type(rules)))
    moves_made: list[Move] = []
    for _ in range(MAX_ANSWERS):
        phase = state.phases[-1]
        census = rules.census(state)
        fit = isinstance(census, Mapping) and all(
            isinstance(count, int) for count in census.values()
        )
        _expect(fit, rules, "census", "how many there are of what", census)
        awaited = phase.awaited(state)
        if isinstance(awaited, Result):
            return
        if isinstance(awaited, Chance):
            _expect_outcomes(game, phase, phase.outcomes(state))
            after, method = phase.resolve(state, phase.draw(state, rng), None), "resolve"
        else:
            _expect(
                isinstance(awaited, Decide), phase, "awaited", "await_seat(seat) or Decide", awaited
            )
            seat = awaited.seats[0]
            _expect_knowledge(game, state, seat, rng)
            move = _move(game, state, seat, rng)
            _expect_refusals(phase, state, seat, moves_made)
            moves_made.append(move)
            after, method = phase.play(state, seat, move, None), "play"
        state = _run_automatic(_state(after, method, type(phase)))


def _expect_knowledge(game: Game, state: State, seat: int, rng: Random) -> None:
    """Check what the rules return about a state: view, determinized state, heuristic."""
    rules = game.rules
    view = rules.view(state, seat)
    _expect(view is not None, rules, "view", "a view", view)
    _state(rules.determinize(view, rng), "determinize", type(rules))
    worth = rules.heuristic(state, seat)
    _expect(worth is None or isinstance(worth, Real), rules, "heuristic", "a number", worth)


def _expect_outcomes(game: Game, phase: Phase[State], pairs: Sequence[tuple[Outcome, int]]) -> None:
    fit = isinstance(pairs, Sequence) and all(
        isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], Outcome)
        for pair in pairs
    )
    _expect(fit, phase, "outcomes", "pairs of an outcome and its weight", pairs)
    kinds = [outcome for outcome, _ in pairs]
    _expect_named(phase, "outcomes", "outcomes", kinds, game.outcome_notation)


def _move(game: Game, state: State, seat: int, rng: Random) -> Move:
    phase = state.phases[-1]
    moves = phase.moves(state, seat)
    fit = isinstance(moves, Sequence) and all(isinstance(move, Move) for move in moves)
    _expect(fit, phase, "moves", "a tuple of moves", moves)
    _expect(len(moves) > 0, phase, "moves", "at least one move", moves)
    _expect_named(phase, "moves", "moves", moves, game.move_notation)
    move: Move = rng.choice(moves)
    return move


def _expect_refusals(phase: Phase[State], state: State, seat: int, made: Sequence[Move]) -> None:
    """Check how the moves made before are refused now."""
    legal = phase.moves(state, seat)
    for move in made[-3:]:
        if move not in legal:
            refusal = phase.why_not(state, seat, move)
            fit = refusal is None or isinstance(refusal, Refusal)
            _expect(fit, phase, "why_not", "a Refusal or None", refusal)


def _expect_named(
    phase: Phase[State], method: str, field: str, answers: Iterable[object], notation: Notation[Any]
) -> None:
    """Check that all answers are of the kinds that the game names."""
    for kind in map(type, answers):
        _expect(kind in notation.forms, phase, method, f"kinds that Game({field}=...) names", kind)


def _run_automatic(state: State) -> State:
    for _ in range(MAX_ANSWERS):
        phase = state.phases[-1]
        if not phase.automatic:
            break
        state = _state(phase.advance(state, None), "advance", type(phase))
    return state


class _BadReturn(Exception):
    """A method returned something wrong."""


def _state(state: State, method: str, owner: type) -> State:
    _expect(isinstance(state, State), owner, method, "a state", state)
    fit = isinstance(state.phases, tuple) and all(isinstance(one, Phase) for one in state.phases)
    _expect(fit and state.phases, owner, method, "a state with a tuple of phases", state.phases)
    return state


def _expect(fits: object, owner: object, method: str, what: str, got: object) -> None:
    if not fits:
        owner = owner if isinstance(owner, type) else type(owner)
        written: object = getattr(owner, method, owner)
        text = f"expected '{method}' of {owner.__name__} to return {what}, got {shown(got)}"
        raise _BadReturn(with_place(written, text))
