"""The dealer: the one owner of a match's randomness."""

from collections import Counter
from random import Random
from typing import Any

from parlour.rules.answers import Outcome
from parlour.rules.rules import Rules


def generator(seed: str, kind: str, ordinal: int = 0) -> Random:
    """Return the generator of one draw, the same on every machine and every release."""
    return Random(f"parlour:{seed}:{kind}:{ordinal}")  # noqa: S311  games, not secrets


class Dealer:
    """Draws the outcomes of one match.

    Each draw has a generator of its own, made from the match's seed, the kind of
    draw and how many of that kind came before. So a match played again from other
    seats meets the same dice and tiles, whatever the players do in between.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._drawn: Counter[str] = Counter()

    def draw(self, rules: Rules[Any, Any], state: Any, kind: str) -> Outcome:
        """Draw an outcome in ``state``."""
        return rules.draw(state, generator(self.seed, kind, self._drawn[kind]))

    def copy(self) -> "Dealer":
        """Return a dealer that draws the same from here on."""
        twin = Dealer(self.seed)
        twin._drawn = self._drawn.copy()
        return twin

    def count(self, kind: str) -> None:
        """Count an outcome of this kind, drawn here or read in a record."""
        self._drawn[kind] += 1
