"""The connection to a bot's process: lines by deadlines, typed messages, a cause for each failure.

The end of the bot's standard error is saved.
"""

import os
import re
import selectors
import signal
from codecs import BOM_UTF8
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import TypeVar

import msgspec

from parlour.rules import BotFailed, ForfeitCause, cut, decoder_problem
from parlour_process.command import BotCommand
from parlour_process.messages import (
    VERSION,
    BotHello,
    BotMove,
    BotReady,
    FromBot,
    Quit,
    Ready,
    ToBot,
)
from parlour_process.process import Process

CHUNK_BYTES = 65_536
"""Bytes read at once."""
MAX_WAIT_SECONDS = 3600.0
"""Maximum seconds of one wait: systems refuse very long ones."""


class OutOfTime(Exception):
    """The deadline has passed."""


class Closed(Exception):
    """The bot has closed its side."""


class TooLong(Exception):
    """A line is longer than the limit."""


class Pipes:
    """The three streams of a bot, which never block the host. Deadlines are monotonic times."""

    def __init__(self, stdin: int, stdout: int, stderr: int, *, line: int, errors: int) -> None:
        self.errors = b""
        """Last bytes of standard error."""
        self._stdin = stdin
        self._stdout = stdout
        self._stderr = stderr
        self._max_line = line
        self._max_errors = errors
        self._read = bytearray()
        self._closed = False
        self._sending = Lock()
        self._selector = selectors.DefaultSelector()
        for stream in (stdin, stdout, stderr):
            os.set_blocking(stream, False)
        for stream in (stdout, stderr):
            self._selector.register(stream, selectors.EVENT_READ)

    def send(self, line: bytes, deadline: float) -> None:
        """Write a line; threads take turns.

        Raises:
            OutOfTime: The bot does not read it by the deadline.
            Closed: The bot no longer reads.
        """
        with self._sending:
            self._send(memoryview(line + b"\n"), deadline)

    def _send(self, left: memoryview, deadline: float) -> None:
        left = left[self._write(left) :]
        if not left:
            return
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while left:
                self._wait(deadline)
                left = left[self._write(left) :]
        finally:
            self._selector.unregister(self._stdin)

    def receive(self, deadline: float) -> bytes:
        """Return the next line, without its end.

        Raises:
            OutOfTime: No line comes by the deadline.
            Closed: No line will come.
            TooLong: The line is too long.
        """
        while not self.pending():
            if self._closed:
                raise Closed
            self._wait(deadline)
        line, _, self._read = self._read.partition(b"\n")
        if len(line) > self._max_line:
            raise TooLong
        return bytes(line)

    def pending(self) -> bool:
        """Return whether a whole line has been read and not received.

        Raises:
            TooLong: The text that waits is too long for a line.
        """
        if b"\n" in self._read:
            return True
        if len(self._read) > self._max_line:
            raise TooLong
        return False

    def half_a_line(self) -> bytes:
        """Return the beginning of a line that has not ended."""
        return bytes(self._read)

    def poll(self) -> None:
        """Read all that is there, without waiting."""
        self._take(self._selector.select(0))

    def close(self) -> None:
        """Read the rest of standard error, and close all streams."""
        self.poll()
        self._selector.close()
        for stream in (self._stdin, self._stdout, self._stderr):
            os.close(stream)

    def _wait(self, deadline: float) -> None:
        left = deadline - monotonic()
        if left <= 0:
            raise OutOfTime
        self._take(self._selector.select(min(left, MAX_WAIT_SECONDS)))

    def _take(self, events: list[tuple[selectors.SelectorKey, int]]) -> None:
        for key, _ in events:
            if key.fd == self._stdin:
                continue
            got = os.read(key.fd, CHUNK_BYTES)
            if not got:
                self._selector.unregister(key.fd)
                self._closed |= key.fd == self._stdout
            elif key.fd == self._stdout:
                self._take_in(got)
            else:
                self.errors = (self.errors + got)[-self._max_errors :]

    def _take_in(self, got: bytes) -> None:
        """Add to the text read; a bot that writes more than a line may have is read no further."""
        self._read += got
        if len(self._read) > self._max_line:
            self._selector.unregister(self._stdout)

    def _write(self, left: memoryview) -> int:
        try:
            return os.write(self._stdin, left)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise Closed from None


R = TypeVar("R", BotHello, BotReady)

EXIT_SECONDS = 1.0
"""Seconds until a bot must end after it closed its output, so that its exit code is known."""
ERROR = re.compile(r"[\w.]*(Error|Exception)\b")
"""The beginning of a line that names an error; some languages write more lines behind it."""
MAX_SHOWN = 80
"""Maximum number of characters of a bot's output that an error shows."""

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[FromBot] = msgspec.json.Decoder(FromBot)


class BotConnection:
    """A bot's process and the messages to and from it. Deadlines are monotonic times."""

    def __init__(self, command: BotCommand) -> None:
        """Start it.

        Raises:
            BotFailed: It cannot be started.
        """
        self._limits = limits = command.limits
        try:
            self._process = Process(command)
        except (OSError, ValueError) as fault:
            reason = f"'{command.argv[0]}' cannot be started: {fault}"
            raise BotFailed(ForfeitCause.START, reason) from None
        streams = self._process.streams()
        self._pipes = Pipes(*streams, line=limits.line, errors=limits.errors)
        self._open = True

    @property
    def errors(self) -> str:
        """End of the bot's standard error."""
        return self._pipes.errors.decode(errors="replace")

    def send(self, message: ToBot, deadline: float) -> None:
        """Send a message.

        Raises:
            BotFailed: The bot does not read it in time.
        """
        self.send_raw(_encode(message), deadline)

    def send_raw(self, line: bytes, deadline: float) -> None:
        """Send a line as it is.

        Raises:
            BotFailed: The bot does not read it in time.
        """
        try:
            self._pipes.send(line, deadline)
        except OutOfTime:
            raise BotFailed(ForfeitCause.TIME, "it does not read what it is sent") from None
        except Closed:
            raise self._death() from None

    def interrupt(self, message: ToBot) -> None:
        """Send a message while another thread waits for an answer, if the bot reads at once."""
        with suppress(OutOfTime, Closed, OSError):
            self._pipes.send(_encode(message), monotonic())

    def receive(self, deadline: float) -> FromBot:
        """Return the next message.

        Raises:
            BotFailed: The bot ends, or writes a line that is no message.
            OutOfTime: The deadline passes; the bot may still answer.
        """
        try:
            line = self._pipes.receive(deadline)
        except Closed:
            raise self._death() from None
        except TooLong:
            limit = self._limits.line
            raise BotFailed(ForfeitCause.GARBLED, f"a line of more than {limit:,} bytes") from None
        return _read(line)

    def expect(self, kind: type[R], deadline: float) -> R:
        """Return the next message, of the kind expected.

        Raises:
            BotFailed: Another kind comes, or no message in time.
        """
        try:
            message = self.receive(deadline)
        except OutOfTime:
            raise BotFailed(ForfeitCause.TIME, f"no '{_tag(kind)}' in time{self.hint()}") from None
        if not isinstance(message, kind):
            raise BotFailed(
                ForfeitCause.UNASKED, f"expected '{_tag(kind)}', got '{_tag(type(message))}'"
            )
        return message

    def hello(self, deadline: float) -> BotHello:
        """Return the bot's greeting.

        Raises:
            BotFailed: No greeting comes, or it has another version of the protocol.
        """
        hello = self.expect(BotHello, deadline)
        if hello.protocol != VERSION:
            reason = f"expected version {VERSION} of the protocol, got {hello.protocol}"
            raise BotFailed(ForfeitCause.START, reason)
        return hello

    def ready(self, deadline: float, options: dict[str, object] | None = None) -> None:
        """Wait until the bot has done all that it was told; ``options`` come with the first wait.

        Raises:
            BotFailed: It does not say so in time.
        """
        self.send(Ready(options or {}), deadline)
        self.expect(BotReady, deadline)

    def answer(self, number: int, deadline: float) -> BotMove:
        """Return the answer to the question of this number.

        Raises:
            BotFailed: The bot ends, or writes something else.
            OutOfTime: The deadline passes; the bot may still answer.
        """
        answer = self.receive(deadline)
        if not isinstance(answer, BotMove) or answer.id != number:
            got = _encode(answer).decode()
            raise BotFailed(ForfeitCause.UNASKED, f"expected an answer to {number}, got {got}")
        return answer

    def check_silent(self) -> None:
        """Check that the bot has written nothing it was not asked for.

        Raises:
            BotFailed: There is such a line.
        """
        with suppress(TooLong):
            self._pipes.poll()
            if not self._pipes.pending():
                return
        raise BotFailed(ForfeitCause.UNASKED, f"an answer to nothing: {self._next_line()}")

    def hint(self) -> str:
        """Return a clause that may explain a silence; it may be empty."""
        half = self._pipes.half_a_line()
        if half:
            return f"; it wrote half a line: {_shown(half)}"
        return "; it wrote to standard error only" if self._pipes.errors.strip() else ""

    def quit(self) -> tuple[int | None, int]:
        """Ask the bot to end; return its exit code (None if it runs on) and how many it left."""
        with suppress(BotFailed):
            self.send(Quit(), monotonic() + self._limits.kill)
        code = self._process.exit_code(self._limits.quit)
        return code, self._process.others()

    def kill(self) -> None:
        """End the bot and all that it has started, without asking."""
        if self._open:
            self._open = False
            self._process.end()
            self._pipes.close()

    def _next_line(self) -> str:
        try:
            return _shown(self._pipes.receive(0.0))
        except (OutOfTime, TooLong):
            return _shown(self._pipes.half_a_line())

    def _death(self) -> BotFailed:
        code = self._process.exit_code(EXIT_SECONDS)
        with suppress(OSError):
            self._pipes.poll()
        if self._process.ended_for:
            return BotFailed(ForfeitCause.DIED, self._process.ended_for)
        if code is None:
            how = "it closed its output"
        elif code < 0:
            how = f"it was ended by signal {-code} ({signal.strsignal(-code)})"
        else:
            how = f"it ended with exit code {code}"
        lines = [line for line in self.errors.splitlines() if line.strip()]
        named = [line for line in lines if ERROR.match(line)] or lines
        last = f"; its last words: {_shown(named[-1].encode())}" if lines else ""
        return BotFailed(ForfeitCause.DIED, how + last)


def _read(line: bytes) -> FromBot:
    try:
        return _decoder.decode(line.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        reason = (
            f"expected a message, got {_shown(line)} ({cut(decoder_problem(fault), MAX_SHOWN)})"
        )
        raise BotFailed(ForfeitCause.GARBLED, reason) from None


def _shown(raw: bytes) -> str:
    """Return the beginning of a bot's output, quoted, without control characters."""
    text = raw[: 4 * MAX_SHOWN].decode(errors="replace").strip()
    safe = "".join(letter if letter.isprintable() else "·" for letter in text)
    return repr(cut(safe, MAX_SHOWN))


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)
