"""Decisions of a match that has just begun."""

from random import Random
from typing import Any

from parlour.match.decision import Decision
from parlour.match.game import Game


def first_decision(game: Game) -> tuple[Any, Decision]:
    """Return the first state of a match that awaits a seat, and its decision."""
    rules, rng = game.rules, Random(2)
    state = rules.begin(2, game.read_options({}))
    while not (seats := rules.awaited(state).seats):
        state = rules.resolve(state, rules.draw(state, rng))
    return state, Decision(seats[0], rules.view(state, seats[0]), rules.moves(state, seats[0]))
