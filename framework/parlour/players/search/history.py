"""What a seat has seen said since the root, as far as players said it."""

from typing import TypeAlias

from parlour.rules.answers import Move
from parlour.rules.awaited import Decide
from parlour.rules.seats import Seat

Numbers: TypeAlias = dict[tuple[int, Move], int]
"""A number for every way down the tree that was met: what came before, and a move more."""


class Said:
    """The moves on one way down: those made openly, and those each seat made in secret.

    They are numbered only when somebody asks, since most nodes are found by their view.
    """

    __slots__ = ("_fresh", "_numbers", "_private", "_public")

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._fresh: list[tuple[Seat, Move, Decide]] = []
        self._public = 0
        self._private: dict[Seat, int] = {}

    def add(self, seat: Seat, move: Move, asked: Decide) -> None:
        """Take note of a move, and of how it was asked for."""
        self._fresh.append((seat, move, asked))

    def to(self, seat: Seat) -> tuple[Seat, int, int]:
        """Return what tells apart that which a seat has seen."""
        numbers, private = self._numbers, self._private
        for mover, move, asked in self._fresh:
            if move.public_form is None and not asked.sealed:
                key = (self._public, move)
                self._public = numbers.setdefault(key, len(numbers) + 1)
            else:
                own = (private.get(mover, 0), move)
                private[mover] = numbers.setdefault(own, len(numbers) + 1)
        self._fresh.clear()
        return seat, self._public, private.get(seat, 0)
