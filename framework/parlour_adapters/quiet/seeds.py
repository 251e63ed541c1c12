"""The seeds of a series of matches."""

from os import urandom


class Seeds:
    """The seeds of one match after another, which one number determines."""

    def __init__(self) -> None:
        self._series = urandom(8).hex()
        self._begun = 0

    def following(self, number: int | None = None) -> str:
        """Return the seed of the next match; with a number, of the first in the series of it."""
        if number is not None:
            self._series = str(number)
            self._begun = 0
        self._begun += 1
        return f"{self._series}:{self._begun}"
