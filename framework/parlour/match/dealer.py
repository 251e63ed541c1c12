"""The dealer: the one owner of a match's randomness."""

from hashlib import blake2b
from random import Random
from typing import Any

from parlour.rules import Outcome, Rules, SetupError, State

MERSENNE = 1
"""Dealer that draws by Python's generator: the dealer of records whose header names none."""
HASHED = 2
"""Dealer that draws from a hash, in a fifth of the time."""
DEALERS = (MERSENNE, HASHED)
"""Dealers that there are. Each deals differently from one seed, and always the same."""


END_BIT = 1 << 512
"""The bit behind the bits of a hash."""
FRACTION_BITS = 53
"""Bits of a number from 0 to 1."""
FRACTION = (1 << FRACTION_BITS) - 1
"""All bits of such a number."""
STEP = 2.0**-FRACTION_BITS
"""Distance of such a number from the next."""


def generator(seed: str, kind: str, ordinal: int = 0, dealer: int = MERSENNE) -> Random:
    """Return the generator of one draw, the same on every machine and every release."""
    text = _seed_of_draw(seed, kind, ordinal)
    return HashedRandom(text) if dealer == HASHED else Random(text)  # noqa: S311  games, not secrets


def _seed_of_draw(seed: str, kind: str, ordinal: int) -> str:
    return f"parlour:{seed}:{kind}:{ordinal}"


class Dealer:
    """Draws the outcomes of one match.

    Each draw has a separate generator, made from the match's seed, the kind of
    draw and how many of that kind came before. So a match played again from other
    seats meets the same dice and tiles, regardless of the players' moves in between.
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
        # Of this match alone: bots of the process could read the seed in one that all share.
        self._rng: Random | None = None

    def draw(self, rules: Rules[Any, Any], state: State, kind: str) -> Outcome:
        """Draw an outcome in ``state``."""
        ordinal = self._drawn.get(kind, 0)
        rng = self._rng
        if rng is None:
            rng = self._rng = generator(self.seed, kind, ordinal, self.version)
        else:
            # As ``generator`` makes a new one, in two thirds of the time.
            rng.seed(_seed_of_draw(self.seed, kind, ordinal))
        return rules.draw(state, rng)

    def begin(self, seed: str) -> None:
        """Deal the next match."""
        self.seed = seed
        self._drawn.clear()

    def copy(self) -> "Dealer":
        """Return a dealer that draws the same from here on."""
        twin = Dealer(self.seed, self.version)
        twin._drawn = self._drawn.copy()
        return twin

    def count(self, kind: str) -> None:
        """Count an outcome of this kind, drawn here or read in a record."""
        self._drawn[kind] = self._drawn.get(kind, 0) + 1


class HashedRandom(Random):
    """Draws the bits of BLAKE2b of a text, then of the text with the next number, and so on.

    Python's own generator fills 19,937 bits of state before the first draw, which takes longer
    than a whole answer of a small game. All methods of ``Random`` work, and draw the same on every
    machine and every release.
    """

    gauss_next: float | None = None
    _next = 1
    """Number of the next hash."""
    _bits: int
    """The bits that are left, the next draw's lowest, and behind them a bit that ends them."""

    def __init__(self, text: str) -> None:
        """Begin with the bits of ``text``; the state of ``Random`` is never used."""
        self._text = text.encode()
        self._bits = int.from_bytes(blake2b(self._text).digest(), "little") | END_BIT

    def seed(self, a: object = None, version: int = 2) -> None:
        """Start again with the bits of a value, as text."""
        self._text = str(a).encode()
        self._bits = int.from_bytes(blake2b(self._text).digest(), "little") | END_BIT
        self._next = 1
        self.gauss_next = None

    def getrandbits(self, k: int, /) -> int:
        """Return a number of ``k`` bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        bits = self._bits
        while (left := bits.bit_length() - 1) < k:
            number = self._next.to_bytes(8, "little")
            block = int.from_bytes(blake2b(self._text, person=number).digest(), "little")
            bits += (block + END_BIT - 1) << left
            self._next += 1
        self._bits = bits >> k
        return bits & ((1 << k) - 1)

    def random(self) -> float:
        """Return a number from 0 to 1, without 1."""
        bits = self._bits
        if bits > FRACTION:
            self._bits = bits >> FRACTION_BITS
            return (bits & FRACTION) * STEP
        return self.getrandbits(FRACTION_BITS) * STEP

    def getstate(self) -> tuple[Any, ...]:
        """Return all that the next draws depend on."""
        return self._text, self._next, self._bits, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Take up a state that ``getstate`` returned."""
        self._text, self._next, self._bits, self.gauss_next = state

    def __reduce__(self) -> tuple[object, ...]:
        """Return how a copy, or a pickle, is made."""
        return HashedRandom, ("",), self.getstate()
