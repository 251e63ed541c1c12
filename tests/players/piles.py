"""A tiny game for exact tests: in its turn a seat chooses a pile, and then a coin of that pile.

Each of two or three seats has one turn and all piles to itself; the most coins win. By hand: a turn
can end with 5 coins from the mixed pile, with 4 from the even one and with 2 from the low one.
"""

from collections.abc import Sequence
from typing import Any

import parlour
from parlour import Game, Move, Over, Seat, SeatPhase, State, Tell, replaced

PILES = {"mixed": (1, 2, 5), "low": (2, 2), "even": (3, 4)}
"""Coins of each pile."""


class Choose(Move, frozen=True):
    form = "choose {pile}"
    pile: str


class Take(Move, frozen=True):
    form = "take {coins}"
    coins: int


class Position(State, frozen=True):
    phases: tuple["Choosing | Taking | Over", ...]
    coins: tuple[int, ...] = (0, 0)


class Choosing(SeatPhase[Position, Choose], frozen=True):
    def moves(self, state: Position, seat: Seat) -> Sequence[Choose]:
        return tuple(map(Choose, PILES))

    def play(self, state: Position, seat: Seat, move: Choose, tell: Tell) -> Position:
        return Position((Taking(seat, move.pile),), state.coins)


class Taking(SeatPhase[Position, Take], frozen=True):
    pile: str

    def moves(self, state: Position, seat: Seat) -> Sequence[Take]:
        return tuple(map(Take, PILES[self.pile]))

    def play(self, state: Position, seat: Seat, move: Take, tell: Tell) -> Position:
        coins = replaced(state.coins, seat, move.coins)
        last = seat == len(coins) - 1
        return Position((Over.ranked(coins) if last else Choosing(seat + 1),), coins)


class Rules(parlour.OpenRules[Position]):
    def start(self, seats: int, options: Any) -> Position:
        return Position((Choosing(0),), (0,) * seats)

    def heuristic(self, state: Position, seat: Seat) -> float:
        return float(state.coins[seat])

    def census(self, state: Position) -> dict[str, int]:
        return {}


GAME = Game(
    id="piles",
    title="Piles",
    seats=range(2, 4),
    rules=Rules(),
    state=Position,
    view=parlour.OpenView[Position],
    moves=Choose | Take,
)
