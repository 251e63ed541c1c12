"""The queue of messages that wait to be sent to one page."""

import asyncio
from collections.abc import Iterator

MAX_WAITING = 64
"""Maximum number of messages that may wait; a page that reads none of them is sent away."""


class SendQueue:
    """The messages on their way to one page; only the newest view waits."""

    def __init__(self) -> None:
        self._waiting: list[tuple[str, bool]] = []
        self._changed = asyncio.Event()
        self._is_closed = False
        self._view = ""

    def put(self, message: str) -> None:
        """Send a message."""
        self._waiting.append((message, False))
        self._is_closed = self._is_closed or len(self._waiting) > MAX_WAITING
        self._changed.set()

    def show(self, view: str, *, again: bool = False) -> None:
        """Send a view, unless the last one was the same and it is not wanted ``again``."""
        if view == self._view and not again:
            return
        self._view = view
        self._waiting = [one for one in self._waiting if not one[1]]
        self._waiting.append((view, True))
        self._changed.set()

    def close(self) -> None:
        """Send what waits, and nothing after it."""
        self._is_closed = True
        self._changed.set()

    def drain(self) -> Iterator[str]:
        """Take the messages that wait, and yield them."""
        while self._waiting:
            yield self._waiting.pop(0)[0]

    async def next(self) -> str | None:
        """Return the next message once there is one, or None after the last."""
        while not self._waiting:
            if self._is_closed:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.pop(0)[0]
