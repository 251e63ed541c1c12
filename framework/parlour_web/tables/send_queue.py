"""Messages to one page: the changes of a view, in a queue with the other messages.

A page is sent the parts of a view that it has not got, and keeps the others. A part is a field of
the view, and of a list each item. Which of them a page has is known by their hashes, since a
picture itself would take up much memory.
"""

import asyncio
from array import array
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from parlour.table import TableView
from parlour.words import ENGLISH, Phrase, speaking
from parlour_web.messages import encode, packed, parts_of

MAX_WAITING = 64
"""Maximum number of messages that may wait; a page that reads none of them is sent away."""


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
    sent = list[object]()
    run = [-1, -1]
    for item, digest in zip(items, now, strict=True):
        if 0 <= run[1] < len(before) and before[run[1]] == digest:
            run[1] += 1
        elif digest in places:
            run = [places[digest], places[digest] + 1]
            sent.append(run)
        else:
            run = [-1, -1]
            sent.append(msgspec.Raw(item))
    return sent


class SendQueue:
    """The messages on their way to one page; of views in a row, only the newest waits."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language
        """The language of the page."""
        self.newest: Digests = NOTHING
        """The view that the page has once nothing waits."""
        self._before: Digests = NOTHING
        self._waiting: list[tuple[bytes, bool]] = []
        self._changed: asyncio.Future[None] | None = None
        self._is_closed = False

    def worded(self, phrase: Phrase) -> str:
        """Return a phrase in the language of the page."""
        with speaking(self.language):
            return str(phrase)

    def put(self, message: bytes) -> None:
        """Send a message."""
        self._waiting.append((message, False))
        self._is_closed = self._is_closed or len(self._waiting) > MAX_WAITING
        self._wake()

    @property
    def bases(self) -> Sequence[Digests]:
        """The views that the page may have when it gets another: one that waits is replaced."""
        return self._before, self.newest

    def show(self, view: Digests, changes: Mapping[int, bytes]) -> None:
        """Send the changes of a view, given since each of the ``bases`` by its ``id``."""
        if self._waiting and self._waiting[-1][1]:
            self._waiting.pop()
        else:
            self._before = self.newest
        self.newest = view
        self._waiting.append((changes[id(self._before)], True))
        self._wake()

    def close(self) -> None:
        """Send what waits, and nothing after it."""
        self._is_closed = True
        self._wake()

    def drain(self) -> Iterator[bytes]:
        """Take the messages that wait, and yield them."""
        while self._waiting:
            yield self._take()

    async def next(self) -> bytes | None:
        """Return the next message once there is one, or None after the last."""
        while not self._waiting:
            if self._is_closed:
                return None
            self._changed = asyncio.get_running_loop().create_future()
            await self._changed
        return self._take()

    def _wake(self) -> None:
        if self._changed is not None and not self._changed.done():
            self._changed.set_result(None)

    def _take(self) -> bytes:
        if len(self._waiting) == 1:
            self._before = self.newest  # nothing that waits can be replaced
        return self._waiting.pop(0)[0]
