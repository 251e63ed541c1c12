"""The queue of messages that wait to be sent to one page."""

import asyncio
from collections.abc import Iterator, Mapping

from parlour.words import ENGLISH, Phrase, speaking
from parlour_web.tables.view_changes import NOTHING, Digests

MAX_WAITING = 64
"""Maximum number of messages that may wait; a page that reads none of them is sent away."""


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
    def bases(self) -> tuple[Digests, Digests]:
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
