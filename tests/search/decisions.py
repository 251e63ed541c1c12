"""Decisions in states of a match."""

from random import Random
from typing import Any

from parlour.match.decision import Decision
from parlour.match.game import Game


def decision_of(game: Game, state: Any, seats: int | None = None) -> Decision:
    """Return the decision of the first seat that a state awaits."""
    rules = game.rules
    seat = rules.awaited(state).seats[0]
    return Decision(seat, rules.view(state, seat), rules.moves(state, seat), seats=seats)


def after(game: Game, *texts: str) -> Any:
    """Return the state after moves in turn, as they are written."""
    state = game.rules.begin(2, None)
    for text in texts:
        seat = game.rules.awaited(state).seats[0]
        state = game.rules.play(state, seat, game.read_move(text))
    return state


def first_decision(game: Game) -> tuple[Any, Decision]:
    """Return the first state of a match that awaits a seat, and its decision."""
    rules, rng = game.rules, Random(2)
    state = rules.begin(2, game.read_options({}))
    while not rules.awaited(state).seats:
        state = rules.resolve(state, rules.draw(state, rng))
    return state, decision_of(game, state)
