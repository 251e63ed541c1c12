"""A tiny game of every objective: each seat in turn puts 0 to 3 coins into the pot of its side."""

from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Any

import parlour
from parlour import Game, Move, Over, Seat, SeatPhase, State, Team, Tell
from parlour.rules.seats import Objective

MOST = 3
"""Greatest number of coins that a seat can put in."""


class Put(Move, frozen=True):
    form = "put {coins}"
    coins: int


class Pots(State, frozen=True):
    phases: tuple["Putting | Over", ...]
    coins: tuple[int, ...]
    """Coins put in so far, by seat."""


class Putting(SeatPhase[Pots, Put], frozen=True):
    seats: int
    objective: Objective

    def moves(self, state: Pots, seat: Seat) -> Sequence[Put]:
        return tuple(map(Put, range(MOST + 1)))

    def play(self, state: Pots, seat: Seat, move: Put, tell: Tell) -> Pots:
        coins = (*state.coins, move.coins)
        if len(coins) < self.seats:
            return Pots((Putting(seat + 1, self.seats, self.objective),), coins)
        return Pots((over(self.objective, coins),), coins)


def teams(seats: int) -> tuple[Team, ...]:
    """Return two teams of every other seat."""
    return (
        Team("Even", tuple(range(0, seats, 2))),
        Team("Odd", tuple(range(1, seats, 2))),
    )


def over(objective: Objective, coins: tuple[int, ...]) -> Over:
    """End a match after each seat has put in so many coins."""
    match objective:
        case "places":
            return Over.ranked(coins)
        case "points":
            mean = sum(coins)
            return Over.ranked([len(coins) * own - mean for own in coins])
        case "teams":
            return Over.by_team(teams(len(coins)), (sum(coins[::2]), sum(coins[1::2])))
        case _:
            return Over.shared(sum(coins), len(coins))


class Rules(parlour.OpenRules[Pots]):
    def __init__(self, objective: Objective) -> None:
        self.objective = objective

    def start(self, seats: int, options: Any) -> Pots:
        return Pots((Putting(0, seats, self.objective),), ())

    def census(self, state: Pots) -> dict[str, int]:
        return {}


class Valued(Rules):
    """The game with a heuristic: the coins of a seat's side."""

    def heuristic(self, state: Pots, seat: Seat) -> float:
        if self.objective == "teams":
            return sum(state.coins[seat % 2 :: 2])
        if self.objective in {"places", "points"}:
            return sum(state.coins[seat : seat + 1])
        return sum(state.coins)


def pots(objective: Objective, seats: int, rules: Rules | None = None) -> Game:
    """Return the game with an objective, for one number of seats."""
    return changed(
        GAME,
        objective=objective,
        seats=range(seats, seats + 1),
        teams=teams if objective == "teams" else None,
        rules=rules or Rules(objective),
    )


GAME = Game(
    id="pots",
    title="Pots",
    seats=range(4, 5),
    objective="teams",
    teams=teams,
    rules=Valued("teams"),
    state=Pots,
    view=parlour.OpenView[Pots],
    moves=Put,
)
