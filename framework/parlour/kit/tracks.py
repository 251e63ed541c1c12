"""Tracks: spaces in a row or in a ring, for a marker that moves.

A state holds the number of the marker's space, counted from 0. A track is made once, when a game is
loaded.
"""

from msgspec import Struct


class Track(Struct, frozen=True):
    """Spaces one after another."""

    spaces: int
    """Number of spaces."""
    ring: bool = False
    """Whether the first space follows the last."""

    def moved(self, space: int, steps: int = 1) -> int:
        """Return the space some steps further on; back where ``steps`` is negative.

        A marker goes round a ring, and stops at both ends of a row.
        """
        if self.ring:
            return (space + steps) % self.spaces
        return min(max(space + steps, 0), self.spaces - 1)

    def ahead(self, space: int, other: int) -> int:
        """Return the steps on from a space to another.

        In a ring there is at least one, and from a space to itself it is the whole way round. In a
        row the number is negative if the other space lies behind.
        """
        return (other - space - 1) % self.spaces + 1 if self.ring else other - space
