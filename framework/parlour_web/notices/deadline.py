"""A deadline for all that is said over a connection.

A time limit of a socket counts for each read, so a computer that sends a byte now and then holds a
reader endlessly.
"""

from contextlib import suppress
from socket import SHUT_RDWR, create_connection, socket
from threading import Timer
from time import monotonic
from types import TracebackType
from typing import Self


class Deadline:
    """Cuts connections off when its seconds are over, or when it is left."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ends = monotonic() + seconds
        self._cuts: list[tuple[Timer, socket]] = []

    def connect(
        self,
        address: tuple[str, int],
        timeout: float | None = None,
        source: tuple[str, int] | None = None,
    ) -> socket:
        """Return a connection that ends at the deadline.

        Raises:
            OSError: The computer does not answer in time.
        """
        del timeout, source  # the deadline is the only limit, and the system chooses the way
        made = create_connection(address, max(0.001, self._ends - monotonic()))
        # Another layer may take the socket over; its twin ends the same connection.
        twin = made.dup()
        timer = Timer(max(0.0, self._ends - monotonic()), _cut, [twin])
        timer.daemon = True
        timer.start()
        self._cuts.append((timer, twin))
        return made

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End; nothing is cut off any more."""
        for timer, twin in self._cuts:
            timer.cancel()
            timer.join()
            twin.close()


def _cut(connection: socket) -> None:
    with suppress(OSError):  # it has ended by itself
        connection.shutdown(SHUT_RDWR)
