"""The changes of a view: a page is sent the parts that it has not got, and keeps the others.

A part is a field of the view, and of a list each item. Which of them a page has is known by their
hashes, since a picture itself would take up much memory.
"""

from array import array
from collections.abc import Mapping, Sequence

import msgspec

from parlour.table import TableView
from parlour_web.messages import encode, packed, parts_of


class Digests(msgspec.Struct, frozen=True):
    """The hashes of a view's parts, in arrays, since a server has one of these for each page."""

    fields: Sequence[int]
    """The hashes of the fields, in the order of the parts."""
    items: Mapping[str, Sequence[int]]
    """The hashes of the items of each list."""


NOTHING = Digests(array("q"), {})
"""The view of a page that has got none."""


class ViewChanges:
    """A view as it is sent to pages that have earlier ones."""

    def __init__(self, view: TableView) -> None:
        self._fields, self._lists = parts_of(view)
        self._sent: dict[int, bytes] = {}
        items = {name: array("q", map(hash, part)) for name, part in self._lists.items()}
        self.digests = Digests(array("q", map(hash, self._fields.values())), items)

    def since(self, known: Digests) -> bytes:
        """Return the message to a page that has an earlier view."""
        if id(known) not in self._sent:
            self._sent[id(known)] = self._since(known)
        return self._sent[id(known)]

    def _since(self, known: Digests) -> bytes:
        before: Sequence[int | None] = known.fields or [None] * len(self._fields)
        fields = zip(self._fields.items(), self.digests.fields, before, strict=True)
        changed: dict[str, object] = {
            name: msgspec.Raw(part) for (name, part), now, old in fields if now != old
        }
        for name, now in self.digests.items.items():
            if now != (old := known.items.get(name)):
                changed[name] = _items(self._lists[name], now, old or array("q"))
        return packed(encode({"type": "view", "parts": changed}))


def _items(items: Sequence[bytes], now: Sequence[int], before: Sequence[int]) -> list[object]:
    """Return a list with ``[first, end]`` for items that the page has in its own."""
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
