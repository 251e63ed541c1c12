"""The features of matches as arrays, which change with what is seen of the matches."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parlour_adapters.batch.changes import Changes
from parlour_adapters.batch.known_views import ENTRY, KnownViews

ONE = np.uint16(1)


class Vectors:
    """The features of the last view of each of several matches, as a row for each match."""

    def __init__(self, width: int, rows: int) -> None:
        """Have seen nothing of any match."""
        self._known = KnownViews(width)
        self._changes = Changes(width)
        self._width = width
        self._views: list[object] = [None] * rows
        """The last view of each match."""
        self._starts = np.arange(0, rows * width, width)
        """The place of each row's first entry among all."""
        self._counts = np.zeros(rows * width, np.uint16)
        """The number of features that have each entry."""

    def look(self, rows: Sequence[int], views: Sequence[object]) -> NDArray[np.float32]:
        """Return the features of the next views of some matches, shape (as many, width)."""
        if self._known.is_used:
            return self._known.vectors(views, self._changes.entries)
        changed = self._changes.between
        changes = [changed(self._views[row], view) for row, view in zip(rows, views, strict=True)]
        for row, view in zip(rows, views, strict=True):
            self._views[row] = view
        starts = self._starts.take(rows)
        np.subtract.at(self._counts, _flat([gone for gone, _ in changes], starts), ONE)
        np.add.at(self._counts, _flat([come for _, come in changes], starts), ONE)
        counts = self._counts.reshape(-1, self._width)
        asked = counts if len(rows) == len(counts) else counts[rows]
        return (asked > 0).astype(np.float32)


def _flat(entries: Sequence[bytes], starts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return entries of rows that start at these places, as places among all."""
    sizes = np.fromiter(map(len, entries), np.intp, len(entries)) // ENTRY.itemsize
    return np.frombuffer(b"".join(entries), ENTRY) + np.repeat(starts, sizes)
