"""Games of OpenSpiel and their states, as Parlour asks for them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pyspiel

from parlour.rules.seats import Objective, Seat

CHANCE = -1
"""The mover's number of chance."""


@lru_cache(maxsize=64)
def loaded(name: str) -> Any:
    """Return a game of OpenSpiel, whose players act one after another."""
    return pyspiel.load_game_as_turn_based(name)


def is_hidden(name: str) -> bool:
    """Tell whether some player does not know all that another knows."""
    kind = loaded(name).get_type()
    return bool(kind.information != kind.Information.PERFECT_INFORMATION)


def objective(kind: Any, seats: int) -> Objective:
    """Return what a game is played for."""
    if seats == 1:
        return "single"
    if kind.utility == kind.Utility.IDENTICAL:
        return "shared"
    return "points" if kind.utility == kind.Utility.ZERO_SUM else "places"


def played(name: str, actions: Sequence[int]) -> Any:
    """Return OpenSpiel's state after these actions."""
    spiel = loaded(name).new_initial_state()
    for action in actions:
        spiel.apply_action(action)
    return spiel


def mover(spiel: Any) -> int:
    """Return the seat to act, or the number of chance."""
    return CHANCE if spiel.is_chance_node() else int(spiel.current_player())


def names(spiel: Any) -> dict[str, int]:
    """Return the legal actions by their names; of two of one name the second has its number."""
    player = spiel.current_player()
    named: dict[str, int] = {}
    for action in spiel.legal_actions():
        name = " ".join(spiel.action_to_string(player, action).split()) or str(action)
        named[f"{name} ({action})" if name in named else name] = action
    return named


def observed(spiel: Any, seat: Seat) -> str:
    """Return what a seat observes, with all that it remembers where OpenSpiel says so."""
    kind = spiel.get_game().get_type()
    if kind.provides_information_state_string:
        return str(spiel.information_state_string(seat))
    return str(spiel.observation_string(seat))
