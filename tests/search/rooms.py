"""A tiny game for exact tests: leave for a loss of a point, or look at a card and name a number.

Seat 1 only pays. A right name wins 2 points and a wrong one costs 2: a seat that names at random
gains nothing on the average, and a seat that knows what is right gains 2.
"""

from collections.abc import Callable, Sequence
from typing import Any

import parlour
from parlour import ChancePhase, Game, Move, Outcome, Over, Seat, SeatPhase, State, Tell

LEAVING, RIGHT = -1, 2
"""Points for leaving, and for a right name."""


class Leave(Move, frozen=True):
    form = "leave"


class Look(Move, frozen=True):
    form = "look"


class Name(Move, frozen=True):
    form = "name {number}"
    number: int


class Card(Outcome, frozen=True):
    form = "card {number}"
    number: int


class Room(State, frozen=True):
    phases: tuple["Entering | Drawing | Naming | Over", ...]


def ended(points: int) -> Room:
    return Room((Over.ranked((points, -points)),))


class Entering(SeatPhase[Room, Leave | Look], frozen=True):
    cards: int
    right: str

    def moves(self, state: Room, seat: Seat) -> Sequence[Leave | Look]:
        return (Leave(), Look())

    def play(self, state: Room, seat: Seat, move: Leave | Look, tell: Tell) -> Room:
        if isinstance(move, Leave):
            return ended(LEAVING)
        return Room((Drawing(self.cards, self.right),))


class Drawing(ChancePhase[Room, Card], frozen=True):
    cards: int
    right: str

    def outcomes(self, state: Room) -> Sequence[tuple[Card, int]]:
        return [(Card(number), 1) for number in range(self.cards)]

    def resolve(self, state: Room, outcome: Card, tell: Tell) -> Room:
        return Room((Naming(0, outcome.number, RIGHT_NAMES[self.right](outcome.number)),))


class Naming(SeatPhase[Room, Name], frozen=True):
    card: int
    right: int

    def moves(self, state: Room, seat: Seat) -> Sequence[Name]:
        return (Name(0), Name(1))

    def play(self, state: Room, seat: Seat, move: Name, tell: Tell) -> Room:
        return ended(RIGHT if move.number == self.right else -RIGHT)


RIGHT_NAMES: dict[str, Callable[[int], int]] = {"the card": lambda card: card, "one": lambda _: 1}
"""The number that is right, by the card."""


class Rules(parlour.OpenRules[Room]):
    def __init__(self, cards: int, right: str) -> None:
        self._cards, self._right = cards, right

    def start(self, seats: int, options: Any) -> Room:
        return Room((Entering(0, self._cards, self._right),))

    def census(self, state: Room) -> dict[str, int]:
        return {}


def room(cards: int, right: str) -> Game:
    """Return the game with cards 0 … ``cards`` - 1; ``right`` says what to name."""
    return Game(
        id="rooms",
        title="Rooms",
        seats=range(2, 3),
        objective="points",
        rules=Rules(cards, right),
        state=Room,
        view=parlour.OpenView[Room],
        moves=Leave | Look | Name,
        outcomes=Card,
    )
