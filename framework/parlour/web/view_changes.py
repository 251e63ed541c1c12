"""The changes of a view: a page is sent the parts that it has not got, and keeps the others.

A part is a field of the view, and of a list each item. Which of them a page has is known by their
hashes, since a picture itself would take up much memory.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from parlour.table.view import TableView
from parlour.web.messages import encode, packed, parts_of

Digests: TypeAlias = "Mapping[str, int | array[int]]"
"""The hashes of a view's parts, and of the items of those that are lists."""

NOTHING: Digests = {}
"""The view of a page that has got none."""


class ViewChanges:
    """A view as it is sent to pages that have earlier ones."""

    def __init__(self, view: TableView) -> None:
        self._parts = parts_of(view)
        self._sent: dict[int, bytes] = {}
        self.digests: Digests = {
            name: hash(part) if isinstance(part, bytes) else array("q", map(hash, part))
            for name, part in self._parts.items()
        }

    def since(self, known: Digests) -> bytes:
        """Return the message to a page that has an earlier view."""
        if id(known) not in self._sent:
            self._sent[id(known)] = self._since(known)
        return self._sent[id(known)]

    def _since(self, known: Digests) -> bytes:
        changed = {
            name: msgspec.Raw(part) if isinstance(part, bytes) else self._items(name, part, known)
            for name, part in self._parts.items()
            if known.get(name) != self.digests[name]
        }
        return packed(encode({"type": "view", "parts": changed}))

    def _items(self, name: str, items: Sequence[bytes], known: Digests) -> list[object]:
        """Return a list with ``[first, end]`` for items that the page has in its own."""
        before, now = known.get(name, array("q")), self.digests[name]
        if isinstance(before, int) or isinstance(now, int):
            raise TypeError(f"expected '{name}' to be a list in each view")
        places = {digest: place for place, digest in enumerate(before)}
        found, run = list[object](), [-1, -1]
        for item, digest in zip(items, now, strict=True):
            if 0 <= run[1] < len(before) and before[run[1]] == digest:
                run[1] += 1
            elif digest in places:
                run = [places[digest], places[digest] + 1]
                found.append(run)
            else:
                run = [-1, -1]
                found.append(msgspec.Raw(item))
        return found
