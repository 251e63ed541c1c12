"""A seat at a table that ``parlour serve`` serves: an assistant speaks there as a page does.

It has the link of the seat and nothing else, so it learns and does what the page could.
"""

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from itertools import groupby
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from typing_extensions import override
from websockets.exceptions import InvalidMessage, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from parlour.rules import MatchError, MisuseError, Seat, one_line, quoted
from parlour.table import FOLD, AwaitedSeats, GameName, ToldSentence, Topic
from parlour.words import say, spoken
from parlour_adapters.seat_tools import MAX_MOVES, Position, SeatTools, SeatView
from parlour_web.messages import (
    MAX_MESSAGE_BYTES,
    ByeMessage,
    EnterRequest,
    FromPage,
    MovesMessage,
    NameRequest,
    PausedMessage,
    RematchMessage,
    ReplyMessage,
    ShownMove,
    SitRequest,
    encode,
)

TURN_SECONDS = 45.0
"""Seconds until a tool no longer waits for others: many clients give a tool a minute."""

REPLY_SECONDS = 60.0
"""Seconds until a server that does not answer, or does not read, is given up."""

MAX_TRIES = 5
"""Maximum number of times that something is asked while the table changes."""

MAX_SENT_BYTES = 2**18
"""Maximum length of a message from the server as it is sent."""

MAX_RECEIVED_BYTES = 2**21
"""Maximum length of a message from the server once it is decompressed."""

MAX_UNREAD = 256
"""Maximum number of messages that wait between two tools; the server keeps the others."""

LINK = re.compile(r"http(s?)://([^/#?@\s]+)/t/([\w-]+)#([\w-]+)", re.ASCII)
"""The link to a seat."""

READ = {
    "bye": ByeMessage,
    "paused": PausedMessage,
    "rematch": RematchMessage,
    "reply": ReplyMessage,
}
"""The messages that are read besides views, by their types."""

AGAIN = "Wait to learn whether the others want another match."
NEXT = "Another match has begun: wait takes you there."
CLOSED = "The server has closed the table: you have finished."

UNREADABLE = (zlib.error, msgspec.MsgspecError, RecursionError, ValueError, TypeError, KeyError)
"""Errors of a message that does not come from ``parlour serve``."""


class _PageView(Struct, frozen=True):
    """The parts of a page's view that an assistant reads."""

    game: GameName
    names: tuple[str, ...]
    seat: Seat
    position: int
    is_over: bool
    turn: AwaitedSeats
    prompt: str
    status: str
    question: str
    result: tuple[str, ...]
    notes: tuple[str, ...]
    news: tuple[ToldSentence, ...]
    described: tuple[str, ...]
    moves: MovesMessage


class JoinedSeat(SeatTools):
    """A seat at a table of a server."""

    instructions = """\
You sit at a table with people or other programs and play one seat of one match. Look at the \
table, read the rules, and play moves by their texts or numbers. You see what your seat may know, \
and nothing else. After a move you are told what the others did and what you may do now. If it is \
not your turn, wait, and wait again until it is. After the end, wait for another match.\
"""

    def __init__(self, link: str, name: str = "", turn_seconds: float = TURN_SECONDS) -> None:
        """Sit down at the seat of a link, under a name if one is given.

        ``turn_seconds`` is how long ``play`` and ``wait`` wait for others.

        Raises:
            MisuseError: It is no link to a seat, or the table takes no such name.
            MatchError: The server is not there, or sends the page away.
        """
        super().__init__()
        found = LINK.fullmatch(link.strip())
        if found is None or not _is_host(found[2]):
            public = re.sub(r"(?s).*@|#.*", "…", link.strip())  # no password and no key
            raise MisuseError(
                "expected the link to a seat, such as http://127.0.0.1:8765/t/maori-1#KEY, "
                f"got {quoted(public, 100)}"
            )
        self._link = found
        self._host = found[2]
        self._base = f"ws{found[1]}://{found[2]}/t"
        self._name = name
        self._turn_seconds = turn_seconds
        self._socket: ClientConnection | None = None
        self._leaving = ExitStack()
        self._parts: dict[str, Any] = {}
        self._shown: _PageView | None = None
        self._ended: _PageView | None = None
        self._rematch: re.Match[str] | None = None
        self._paused = ""
        self._sit_down()

    def read_rules(self, part: str = "") -> str:
        """Read the rules: the names of the chapters, or a chapter or rule by number or by words.

        Raises:
            MatchError: The server does not answer.
        """
        return self._ask(Topic.RULES, part)

    @override
    def play(self, move: str) -> str:
        shown = self._shown or self._seen()  # a number means a move of what was shown
        reply = self._enter(move, shown)
        now = self._seen()
        if reply.lines == (say("line.stale"),) and now.moves == shown.moves:
            reply = self._enter(move, now)
        lines = (*reply.lines, *_confirming(reply.question))
        if self._seen().position == shown.position:
            return "\n".join(lines)
        self._wait_until(self._is_asked, monotonic() + self._turn_seconds)
        return self._said(head=lines)

    def wait(self) -> str:
        """Wait until you are asked, or the match is over; after its end, for another match.

        Raises:
            MatchError: The server has closed the table.
        """
        end = monotonic() + self._turn_seconds
        if self._seen().is_over:
            with suppress(MatchError):  # a server may leave after the last move
                self._wait_until(lambda: self._rematch is not None, end)
        if self._rematch is not None:
            self.close()
            self._link = self._rematch
            self._rematch = None
            self._ended = None
        self._wait_until(self._is_asked, end)
        return self._said()

    @override
    def undo(self) -> str:
        return self.play("undo")

    @override
    def close(self) -> None:
        self._socket = self._shown = None
        self._leaving.close()

    # Inside

    @override
    def _ask(self, topic: Topic, about: str = "") -> str:
        return "\n".join(self._asked(f"{topic} {about}"))

    @override
    def _view(self, *, drawn: bool = False) -> SeatView:
        seen = self._seen()
        sits = f"{seen.game.title}. You are {seen.names[seen.seat]}, at seat {seen.seat + 1}."
        table = self._asked(str(Topic.LOOK)) if drawn else seen.described
        moves = seen.moves.moves
        awaited = self._paused or ("" if seen.turn.mine else seen.turn.text)
        next_match = NEXT if self._rematch else AGAIN if self._shown else CLOSED
        position = Position(
            game=seen.game.id,
            seat=seen.seat + 1,
            is_over=seen.is_over,
            number_of_moves=len(moves) + seen.moves.too_many,
            moves=[one.text for one in moves[:MAX_MOVES]],
            question=seen.prompt if seen.turn.mine and not seen.is_over else "",
            status=seen.status,
            result=list(seen.result),
        )
        return SeatView(
            position=position,
            news=[*(told.sentence for told in seen.news), *seen.notes],
            table=[sits, *table],
            moves=[*_move_lines(seen.moves), *_confirming(seen.question)],
            awaited=next_match if seen.is_over else awaited,
        )

    def _asked(self, line: str) -> tuple[str, ...]:
        """Enter a line that changes nothing, again if the table has changed meanwhile."""
        for _ in range(MAX_TRIES):
            before = self._seen()
            reply = self._enter(line, before)
            if self._seen().position == before.position:
                break
        return (*reply.lines, *_confirming(reply.question))

    def _enter(self, line: str, seen: _PageView) -> ReplyMessage:
        """Enter a line as a person would who saw ``seen``; return the answer."""
        self._seen()  # what comes unasked is no answer
        self._send(EnterRequest(line, seen.position))
        reply = self._reply()
        with suppress(MatchError):  # the answer has come, also if the server leaves now
            self._send(EnterRequest("", seen.position))
            self._reply()  # all that came of the line has come before it
        return reply

    def _wait_until(self, is_so: Callable[[], bool], end: float) -> None:
        """Take messages in until something is so, or until a time of the clock."""
        with suppress(TimeoutError):
            while not is_so():
                self._next(end - monotonic())

    def _is_asked(self) -> bool:
        """Return whether the seat can act now, or the match is over."""
        seen = self._seen()
        return seen.is_over or (seen.turn.mine and not self._paused)

    def _seen(self) -> _PageView:
        """Return the seat's view after all messages so far."""
        end = monotonic() + REPLY_SECONDS
        with suppress(TimeoutError, MatchError):  # a server that was gone may be back
            while self._socket and monotonic() < end:
                self._next(0)
        if monotonic() >= end:
            raise self._gone(
                f"it has sent messages for {REPLY_SECONDS:.0f} seconds without a pause"
            )
        try:
            return self._shown or self._sit_down()
        except MatchError:
            if self._ended is None:
                raise
            return self._ended  # a server may leave right after the last move

    def _sit_down(self) -> _PageView:
        """Connect to the server and sit down; return the seat's view."""
        self._parts = {}
        self._shown = None
        self._paused = ""
        _, _, table, key = self._link.groups()
        at = f"{self._base}/{table}/socket"
        try:
            opened = connect(
                at, max_size=MAX_SENT_BYTES, max_queue=MAX_UNREAD, compression=None, close_timeout=1
            )
            self._socket = self._leaving.enter_context(opened)
        except (InvalidMessage, InvalidStatus):
            raise self._gone("no table is served there") from None
        except (OSError, TimeoutError, WebSocketException, ValueError) as fault:
            raise self._gone(getattr(fault, "strerror", None) or fault) from None
        self._send(SitRequest(key, spoken()))
        first = self._first_view()
        if self._name:
            self._send(NameRequest(self._name))
        self._send(EnterRequest("", first.position))
        said = " ".join(self._reply().lines)  # all that a newcomer is told has come before it
        if said and self._name:
            self.close()
            raise MisuseError(said.rstrip("."))
        self._name = ""  # once is enough
        return self._first_view()

    def _first_view(self) -> _PageView:
        end = monotonic() + REPLY_SECONDS
        while self._shown is None:
            self._answer(end)
        return self._shown

    def _send(self, request: FromPage) -> None:
        """Send a message; if the server is gone or does not read, reading tells it.

        Raises:
            MisuseError: It is longer than a server takes.
        """
        raw = encode(request)
        if len(raw) > MAX_MESSAGE_BYTES:
            raise MisuseError(f"expected a line of at most {MAX_MESSAGE_BYTES} bytes")
        with suppress(WebSocketException):
            self._open().socket.settimeout(REPLY_SECONDS)
            self._open().send(raw.decode())

    def _open(self) -> ClientConnection:
        if self._socket is None:
            raise self._gone("the connection is closed")
        return self._socket

    def _reply(self) -> ReplyMessage:
        """Take messages in until a reply comes, and return it."""
        end = monotonic() + REPLY_SECONDS
        while not isinstance(message := self._answer(end), ReplyMessage):
            pass
        return message

    def _answer(self, end: float) -> Struct | None:
        """Take the next message in, as ``_next`` does; a server without an answer is gone."""
        try:
            return self._next(end - monotonic())
        except TimeoutError:
            raise self._gone(f"no answer for {REPLY_SECONDS:.0f} seconds") from None

    def _next(self, seconds: float) -> Struct | None:
        """Take the next message in, and return it if it is no view.

        Raises:
            TimeoutError: None comes in ``seconds``.
            MatchError: The server sends the page away, or is gone.
        """
        if seconds < 0:
            raise TimeoutError
        try:
            sent = self._open().recv(seconds)
            return self._taken_in(sent)
        except WebSocketException:
            raise self._gone("the connection is closed") from None
        except UNREADABLE:
            raise self._gone("it does not speak as parlour serve does") from None

    def _taken_in(self, sent: Any) -> Struct | None:
        text = zlib.decompressobj(-zlib.MAX_WBITS).decompress(sent, MAX_RECEIVED_BYTES)
        message = msgspec.json.decode(text)
        if message["type"] == "view":
            self._show(message["parts"])
        if message["type"] not in READ:
            return None
        read: Struct = msgspec.convert(message, READ[message["type"]])
        if isinstance(read, PausedMessage):
            self._paused = read.why
        if isinstance(read, RematchMessage):
            self._rematch = LINK.fullmatch(read.url)
        if isinstance(read, ByeMessage):
            raise self._gone(read.why.rstrip("."))
        return read

    def _show(self, changed: Mapping[str, Any]) -> None:
        """Take in those parts of a view that have changed."""
        read = _PageView.__struct_fields__
        self._parts.update((name, changed[name]) for name in changed if name in read)
        if self._parts["seat"] is None:
            self.close()
            raise MisuseError("expected the link to a seat, got that of a spectator")
        view = msgspec.convert(self._parts, _PageView)
        if not 0 <= view.seat < len(view.names):
            raise ValueError
        self._shown = view
        self._ended = view if view.is_over else None

    def _gone(self, why: object) -> MatchError:
        """Return the error of a server that is gone; the next tool tries to sit down again."""
        self.close()
        return MatchError(f"the table at {self._host}: {one_line(why)}")


def _is_host(host: str) -> bool:
    """Return whether that can be a host, with or without a port."""
    try:
        parts = urlsplit(f"//{host}")
        return parts.port != 0 and bool((parts.hostname or "").encode("idna"))
    except ValueError:
        return False


def _confirming(question: str) -> tuple[str, ...]:
    return (f"{question} Confirm yes or no.",) if question else ()


def _move_lines(message: MovesMessage) -> Iterator[str]:
    """Yield the lines that list moves; a form with many moves is one line."""
    if message.too_many:
        yield f"You may make one of {message.too_many} moves: list those with some first words."
    numbered = enumerate(message.moves, 1)
    for is_offer, moves in groupby(numbered, lambda one: one[1].offer):
        yield say("line.at_any_time" if is_offer else "line.you_may")
        for _, found in groupby(moves, lambda one: one[1].form):
            yield from _form_lines(list(found))


def _form_lines(moves: list[tuple[int, ShownMove]]) -> Iterator[str]:
    if len(moves) > FOLD:
        first, first_move = moves[0]
        last, last_move = moves[-1]
        ends = {"first": first_move.text, "last": last_move.text}
        yield "  " + say("line.folded", numbers=f"{first}-{last}", many=len(moves), **ends)
        return
    for number, move in moves:
        note = f" ({move.note})" if move.note else ""
        yield f"  {number}. {move.text}{note}"
