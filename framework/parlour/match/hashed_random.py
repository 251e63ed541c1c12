"""A generator that draws from a hash: as good as Python's for games, and much sooner ready."""

from hashlib import blake2b
from random import Random
from typing import Any

BLOCK_BITS = 512
"""Bits of a hash."""
FRACTION_BITS = 53
"""Bits of a number from 0 to 1."""


class HashedRandom(Random):
    """Draws the bits of BLAKE2b of a text, then those of the text with the next number, and so on.

    Python's own generator fills 19,937 bits of state before the first draw, which takes longer
    than a whole answer of a small game. All methods of ``Random`` work, and draw the same on every
    machine and every release.
    """

    def __init__(self, text: str) -> None:
        """Begin with the bits of ``text``; the state of ``Random`` is never used."""
        self.gauss_next = None
        self.seed(text)

    def seed(self, a: Any = None, version: int = 2) -> None:
        """Begin anew with the bits of a value, as text."""
        self._text = str(a).encode()
        self._next = 1
        self._bits = int.from_bytes(blake2b(self._text).digest(), "little")
        self._left = BLOCK_BITS
        self.gauss_next = None

    def getrandbits(self, k: int, /) -> int:
        """Return a number of ``k`` bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        while self._left < k:
            number = self._next.to_bytes(8, "little")
            block = blake2b(self._text, person=number).digest()
            self._bits |= int.from_bytes(block, "little") << self._left
            self._left += BLOCK_BITS
            self._next += 1
        bits = self._bits
        self._bits = bits >> k
        self._left -= k
        return bits & ((1 << k) - 1)

    def random(self) -> float:
        """Return a number from 0 to 1, without 1."""
        if self._left < FRACTION_BITS:
            return self.getrandbits(FRACTION_BITS) * 2.0**-FRACTION_BITS
        bits = self._bits
        self._bits = bits >> FRACTION_BITS
        self._left -= FRACTION_BITS
        return (bits & ((1 << FRACTION_BITS) - 1)) * 2.0**-FRACTION_BITS

    def getstate(self) -> tuple[Any, ...]:
        """Return all that the next draws depend on."""
        return self._text, self._next, self._bits, self._left, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Take up a state that ``getstate`` returned."""
        self._text, self._next, self._bits, self._left, self.gauss_next = state

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy, or a pickle, is made."""
        return HashedRandom, ("",), self.getstate()
