"""Dice: what several equal dice can show, and a roll of them.

A roll is its faces in rising order, so that rolls that differ only in the order of the dice are one
outcome. Its weight is the number of ways to roll it.
"""

from collections import Counter
from functools import lru_cache
from itertools import product
from random import Random
from typing import TypeAlias

from msgspec import Struct

Roll: TypeAlias = tuple[int, ...]
"""The faces that dice show, in rising order."""


class Dice(Struct, frozen=True):
    """Some equal dice."""

    faces: tuple[int, ...]
    """The faces of each die; a face that stands there twice comes up twice as often."""
    number: int = 1
    """Number of dice."""

    def rolls(self) -> tuple[tuple[Roll, int], ...]:
        """Return every roll with the number of ways to roll it, in rising order."""
        return _rolls(self)

    def roll(self, rng: Random) -> Roll:
        """Roll the dice one by one with ``rng``."""
        sides = len(self.faces)
        return tuple(sorted([self.faces[int(rng.random() * sides)] for _ in range(self.number)]))


@lru_cache(maxsize=256)
def _rolls(dice: Dice) -> tuple[tuple[Roll, int], ...]:
    ways = Counter(tuple(sorted(faces)) for faces in product(dice.faces, repeat=dice.number))
    return tuple(sorted(ways.items()))
