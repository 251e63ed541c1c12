"""A conversation with a bot: typed messages by deadlines, and a name for whatever goes wrong."""

import signal
from contextlib import suppress
from time import monotonic
from typing import TypeVar

import msgspec

from parlour.players.process.command import Command
from parlour.players.process.messages import VERSION, BotHello, BotReady, FromBot, Quit, ToBot
from parlour.players.process.pipes import Closed, OutOfTime, Pipes, TooLong
from parlour.players.process.process import Process
from parlour.rules.errors import BotFailed, ForfeitCause
from parlour.rules.one_line import cut, decoder_problem

R = TypeVar("R", BotHello, BotReady)

LAST_MOMENTS = 0.2
"""Seconds a bot that has closed its output gets to end, so that its exit code can be told."""
SHOWN = 80

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[FromBot] = msgspec.json.Decoder(FromBot)


class Session:
    """A bot that runs."""

    def __init__(self, command: Command) -> None:
        """Start it.

        Raises:
            BotFailed: It cannot be started.
        """
        self._limits = limits = command.limits
        try:
            self._process = Process(command.words, limits)
        except (OSError, ValueError) as fault:
            reason = f"'{command.words[0]}' cannot be started: {fault}"
            raise BotFailed(ForfeitCause.START, reason) from None
        streams = self._process.streams()
        self._pipes = Pipes(*streams, line=limits.line, errors=limits.errors)
        self._open = True

    @property
    def errors(self) -> str:
        """The end of what the bot wrote on standard error."""
        return self._pipes.errors.decode(errors="replace")

    def say(self, message: ToBot, deadline: float) -> None:
        """Send a message.

        Raises:
            BotFailed: The bot does not take it.
        """
        self.say_raw(_encode(message), deadline)

    def say_raw(self, line: bytes, deadline: float) -> None:
        """Send a line as it is.

        Raises:
            BotFailed: The bot does not take it.
        """
        try:
            self._pipes.send(line, deadline)
        except OutOfTime:
            raise BotFailed(ForfeitCause.TIME, "it does not read what it is sent") from None
        except Closed:
            raise self._death() from None

    def hear(self, deadline: float) -> FromBot:
        """Return the next message.

        Raises:
            BotFailed: None comes in time, or what comes is none.
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
        """Return the next message, which must be of one kind.

        Raises:
            BotFailed: Another comes, or none in time.
        """
        try:
            message = self.hear(deadline)
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
            BotFailed: There is none, or it speaks another version.
        """
        hello = self.expect(BotHello, deadline)
        if hello.protocol != VERSION:
            reason = f"expected version {VERSION} of the protocol, got {hello.protocol}"
            raise BotFailed(ForfeitCause.START, reason)
        return hello

    def check_silent(self) -> None:
        """Check that the bot has written nothing it was not asked for.

        Raises:
            BotFailed: It has.
        """
        with suppress(TooLong):
            self._pipes.viewer()
            if not self._pipes.pending():
                return
        raise BotFailed(ForfeitCause.UNASKED, f"an answer to nothing: {self._next_line()}")

    def hint(self) -> str:
        """Say what may explain a silence."""
        half = self._pipes.half_a_line()
        if half:
            return f"; it wrote half a line: {_shown(half)}"
        return "; it wrote to standard error only" if self._pipes.errors.strip() else ""

    def quit(self) -> tuple[int | None, list[int]]:
        """Ask the bot to end; return its exit code if it did, and its processes that still run."""
        with suppress(BotFailed):
            self.say(Quit(), monotonic() + self._limits.kill)
        code = self._process.exit_code(self._limits.quit)
        return code, self._process.others()

    def kill(self) -> None:
        """End the bot, and all it has started, without asking."""
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
        code = self._process.exit_code(LAST_MOMENTS)
        with suppress(OSError):
            self._pipes.viewer()
        if code is None:
            how = "it closed its output"
        elif code < 0:
            how = f"it was ended by signal {-code} ({signal.strsignal(-code)})"
        else:
            how = f"it ended with exit code {code}"
        lines = [line for line in self.errors.splitlines() if line.strip()]
        last = f"; its last words: {_shown(lines[-1].encode())}" if lines else ""
        return BotFailed(ForfeitCause.DIED, how + last)


def _read(line: bytes) -> FromBot:
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        reason = f"expected a message, got {_shown(line)} ({cut(decoder_problem(fault), SHOWN)})"
        raise BotFailed(ForfeitCause.GARBLED, reason) from None


def _shown(raw: bytes) -> str:
    """Write what a bot wrote so that a terminal can bear it."""
    text = raw[: 4 * SHOWN].decode(errors="replace").strip()
    safe = "".join(letter if letter.isprintable() else "·" for letter in text)
    return repr(cut(safe, SHOWN))


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)
