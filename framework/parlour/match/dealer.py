"""The dealer: the one owner of a match's randomness."""

from random import Random
from typing import Any

from parlour.match.hashed_random import HashedRandom
from parlour.rules.answers import Outcome
from parlour.rules.errors import SetupError
from parlour.rules.rules import Rules

MERSENNE = 1
"""Dealer that draws by Python's generator: that of records whose header names none."""
HASHED = 2
"""Dealer that draws from a hash, in a fifth of the time."""
DEALERS = (MERSENNE, HASHED)
"""Dealers that there are. One seed has other deals from each, and the same for ever."""


def generator(seed: str, kind: str, ordinal: int = 0, dealer: int = MERSENNE) -> Random:
    """Return the generator of one draw, the same on every machine and every release."""
    text = _seed_of_draw(seed, kind, ordinal)
    return HashedRandom(text) if dealer == HASHED else Random(text)  # noqa: S311  games, not secrets


def _seed_of_draw(seed: str, kind: str, ordinal: int) -> str:
    return f"parlour:{seed}:{kind}:{ordinal}"


class Dealer:
    """Draws the outcomes of one match.

    Each draw has a generator of its own, made from the match's seed, the kind of
    draw and how many of that kind came before. So a match played again from other
    seats meets the same dice and tiles, whatever the players do in between.
    """

    def __init__(self, seed: str, version: int = MERSENNE) -> None:
        """Begin to deal.

        Raises:
            SetupError: There is no such dealer.
        """
        if version not in DEALERS:
            raise SetupError(f"expected dealer {MERSENNE} or {HASHED}, got {version!r}")
        self.seed = seed
        self.version = version
        """Number of the dealer among ``DEALERS``."""
        self._drawn: dict[str, int] = {}
        self._rng: Random | None = None

    def draw(self, rules: Rules[Any, Any], state: Any, kind: str) -> Outcome:
        """Draw an outcome in ``state``."""
        ordinal, rng = self._drawn.get(kind, 0), self._rng
        if rng is None:
            rng = self._rng = generator(self.seed, kind, ordinal, self.version)
        else:
            # As ``generator`` makes a new one, in two thirds of the time.
            rng.seed(_seed_of_draw(self.seed, kind, ordinal))
        return rules.draw(state, rng)

    def copy(self) -> "Dealer":
        """Return a dealer that draws the same from here on."""
        twin = Dealer(self.seed, self.version)
        twin._drawn = self._drawn.copy()
        return twin

    def count(self, kind: str) -> None:
        """Count an outcome of this kind, drawn here or read in a record."""
        self._drawn[kind] = self._drawn.get(kind, 0) + 1
