"""The rooms of a table where people talk: one of its seats, one of spectators."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Protocol

from msgspec import UNSET, Struct

from parlour.rules import MisuseError, Seat
from parlour.words import say
from parlour_web.limits import RateLimiter
from parlour_web.messages import HeardLine, SayRequest, TalkMessage, sent
from parlour_web.talk import said
from parlour_web.talk.said import MAX_LETTERS, MAX_LINES, SaidLine, shown_text

MINUTE_SECONDS = 60.0
"""Seconds of a minute."""
MAX_PER_MINUTE = 60
"""Maximum number of lines a minute in one room."""
LINES_PER_SECOND = 0.5
"""Maximum number of lines a second of one person, on average."""
MAX_WRITTEN = 4 * MAX_LINES
"""Maximum number of lines of a file until it is written again, with the kept ones alone."""
BURST = 6.0
"""Maximum number of lines of one person at once, after a pause."""


class Page(Protocol):
    """The way to a page."""

    def put(self, message: bytes) -> None:
        """Send a message."""
        ...


class _Ear(Struct, frozen=True):
    """A page that hears what is said."""

    seat: Seat | None
    guest: int
    """The number of a spectator."""


class TalkRooms:
    """Rooms of one table where people talk, and the pages that hear them.

    Those at a seat hear each other, and spectators hear each other. A room has no bots, and a table
    with one person has a room of spectators alone.
    """

    def __init__(
        self,
        path: Path | None,
        people: Collection[Seat] = (),
        names: Callable[[], Sequence[str]] = lambda: (),
        is_silent: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """``path`` is the file of the lines; without one, nobody talks here.

        ``names`` returns the name of the person at each seat, and ``is_silent`` whether the host
        lets nobody talk.
        """
        self._path = path
        self._names = names
        self._is_silent = is_silent
        self._people = people
        self._clock = clock
        self._lines: list[SaidLine] | None = None
        self._written = 0
        self._pages: dict[Page, _Ear] = {}
        self._rates: dict[Seat | Page, RateLimiter] = {}
        self._times = {True: deque[float](), False: deque[float]()}
        self._guests = 0

    def load(self) -> None:
        """Read what was said before, unless that was done."""
        if self._path is not None and self._lines is None:
            self._lines = said.read(self._path)
            self._written = len(self._lines)
            self._guests = max((line.guest for line in self._lines), default=0)

    @property
    def busiest(self) -> int:
        """Number of lines of the last minute in the room with the most."""
        return max(map(self._lately, self._times))

    def hear(self, queue: Page, seat: Seat | None) -> None:
        """Let a page hear what was said and what is said from now on."""
        if self._path is None or (seat is not None and len(self._people) < 2):
            return
        if seat is None:
            self._guests += 1
        self._pages[queue] = _Ear(seat, self._guests if seat is None else 0)
        lines = [line for line in self._lines or () if line.is_at_seat is (seat is not None)]
        self._send([queue], lines, whole=True)

    def leave(self, queue: Page) -> None:
        """Let a page go."""
        self._pages.pop(queue, None)
        self._rates.pop(queue, None)

    def keep(self, queue: Page, asked: SayRequest, positions: Sequence[int]) -> SaidLine:
        """Keep a line of the person at a page, and return it.

        ``positions`` has the position of each seat, and at the end the position of spectators.

        Raises:
            MisuseError: Nobody may talk here, or that person said too much, or nothing.
        """
        ear = self._pages.get(queue)
        if ear is None or self._path is None or self._is_silent():
            raise MisuseError(say("talk.off"))
        text = "" if asked.reaction is not UNSET else shown_text(asked.text)
        if len(text) > MAX_LETTERS or not (text or asked.reaction):
            raise MisuseError(say("talk.letters", most=MAX_LETTERS))
        self._count(queue, ear)
        is_at_seat = ear.seat is not None
        line = SaidLine(
            at=tuple(positions[:-1] if is_at_seat else positions[-1:]),
            seat=ear.seat,
            guest=ear.guest,
            name="" if ear.seat is None else self._names()[ear.seat],
            text=text,
            reaction=None if asked.reaction is UNSET else asked.reaction,
        )
        self._keep(self._path, line)
        return line

    def tell(self, line: SaidLine) -> None:
        """Let everybody in its room hear a line."""
        ears = self._pages.items()
        self._send(
            [page for page, ear in ears if (ear.seat is None) is not line.is_at_seat], [line]
        )

    def tell_may(self) -> None:
        """Tell all pages whether they may talk."""
        self._send(self._pages, ())

    def decline(self, queue: Page, why: str) -> None:
        """Tell a page why its line was not said."""
        may = queue in self._pages and not self._is_silent()
        queue.put(sent(TalkMessage(may=may, why=why)))

    def _lately(self, is_at_seat: bool) -> int:  # noqa: FBT001  the name of a room
        times = self._times[is_at_seat]
        while times and self._clock() - times[0] > MINUTE_SECONDS:
            times.popleft()
        return len(times)

    def _count(self, queue: Page, ear: _Ear) -> None:
        """Count a line.

        Raises:
            MisuseError: There are too many.
        """
        is_at_seat = ear.seat is not None
        voice = queue if ear.seat is None else ear.seat
        rate = self._rates.setdefault(voice, RateLimiter(LINES_PER_SECOND, BURST, self._clock))
        if not rate.allow() or self._lately(is_at_seat) >= MAX_PER_MINUTE:
            raise MisuseError(say("talk.fast"))
        self._times[is_at_seat].append(self._clock())

    def _keep(self, path: Path, line: SaidLine) -> None:
        lines = said.newest([*(self._lines or ()), line])
        is_long = self._written >= MAX_WRITTEN
        try:
            if is_long:
                said.write(path, lines)
            else:
                said.append(path, line)
        except MisuseError:  # its text names the file
            raise MisuseError(say("talk.unsaved")) from None
        self._lines = lines
        self._written = len(lines) if is_long else self._written + 1

    def _send(
        self, pages: Iterable[Page], lines: Sequence[SaidLine], *, whole: bool = False
    ) -> None:
        may = not self._is_silent()
        for queue in pages:
            seat = self._pages[queue].seat
            heard = tuple(_heard(line, seat) for line in lines)
            queue.put(sent(TalkMessage(heard, may=may, whole=whole)))


def _heard(line: SaidLine, seat: Seat | None) -> HeardLine:
    """Return a line as a page gets it: it is told no position of another seat."""
    place = 0 if seat is None else seat
    at = line.at[place] if place < len(line.at) else 0
    return HeardLine(at, line.seat, line.guest, line.name, line.text, line.reaction or "")
