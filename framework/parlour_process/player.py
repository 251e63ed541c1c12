"""A bot in a separate process, as a player: for one match, or for many."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from time import monotonic

import msgspec
from msgspec import UNSET

from parlour.match import Decision, Game
from parlour.players import Player
from parlour.players.base import SeatInfo
from parlour.players.time_control import ClockReading
from parlour.rules import BotFailed, Event, ForfeitCause, Move, NotationError, Result
from parlour_process.command import BotCommand, findable_command
from parlour_process.connection import BotConnection, OutOfTime
from parlour_process.messages import (
    BotHello,
    BotMove,
    HostHello,
    MatchOver,
    MatchStart,
    MoveChoice,
    Question,
    Stop,
    TimeLeft,
)

RESULT_SECONDS = 0.1
"""Seconds until a bot must have read the result of a match."""


class ProcessPlayer(Player):
    """Asks a process for its moves. The process starts with the first match."""

    def __init__(self, game: Game, rng: Random, command: BotCommand) -> None:
        self.name = command.title
        self._game = game
        self._rng = rng
        self._command = command
        self._connection: BotConnection | None = None
        self._clock: ClockReading | None = None
        self.hello: BotHello | None = None
        """Greeting of the process; None until it has come."""
        self._asked = 0
        self._wants_offers = False

    def begin(self, seat_info: SeatInfo) -> None:
        """Start the process if it does not run, and announce the match to it.

        Raises:
            BotFailed: The bot does not get ready.
        """
        self._clock = clock = seat_info.clock
        try:
            if self._connection is None:
                self._connection = BotConnection(self._command)
                self._greet(self._connection, clock.hard)
            match = match_for(self._game, seat_info, self._rng.getrandbits(48))
            self._connection.send(match, clock.hard)
            self._connection.ready(clock.hard)
        except BotFailed as fault:
            if fault.cause == ForfeitCause.DECLINED:
                raise
            raise BotFailed(ForfeitCause.START, str(fault)) from None

    def choose(self, decision: Decision) -> Move:
        """Return the move that the process answers.

        Raises:
            BotFailed: The process does not answer, or its answer is no move.
        """
        move = self._answer(decision)
        if move is None:
            raise BotFailed(ForfeitCause.ILLEGAL, "it answered no move where it must move")
        return move

    @property
    def wants_offers(self) -> bool:
        """Whether the process said in its greeting that it moves out of turn."""
        return self._wants_offers

    def consider_offers(self, decision: Decision) -> Move | None:
        """Return the move out of turn that the process answers, if any.

        Raises:
            BotFailed: The process does not answer, or its answer is no move.
        """
        return self._answer(decision)

    def answer_now(self) -> None:
        """Tell the process to answer the question that it thinks about."""
        if self._connection is not None:
            self._connection.interrupt(Stop(self._asked))

    def end(self, result: Result, events: tuple[Event, ...]) -> None:
        """Tell the process the result of the match."""
        if self._connection is not None:
            over = MatchOver(result.scores, result.places, events)
            with suppress(BotFailed):
                self._connection.send(over, monotonic() + RESULT_SECONDS)

    def close(self) -> None:
        """Ask the process to end, and end it if it does not."""
        try:
            if self._connection is not None:
                self._connection.quit()
        finally:
            self.dismiss()

    def dismiss(self) -> None:
        """End the process without asking."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.kill()
            self.errors += connection.errors

    def _greet(self, connection: BotConnection, deadline: float) -> None:
        connection.send(HostHello(), deadline)
        self.hello = hello = connection.hello(deadline)
        if hello.games is not None and self._game.id not in hello.games:
            only = f"it plays {', '.join(hello.games)} only"
            reason = only if hello.games else f"it does not play {self._game.id}"
            raise BotFailed(ForfeitCause.DECLINED, reason)
        connection.ready(deadline, settings_for(hello, self._command.options))
        self._wants_offers = hello.interjects

    def _answer(self, decision: Decision) -> Move | None:
        connection = self._connection
        clock = self._clock
        if connection is None or clock is None:
            raise BotFailed(ForfeitCause.START, "it was never seated")
        connection.check_silent()
        self._asked += 1
        connection.send(question(self._game, decision, self._asked, clock), clock.hard)
        answer = self._receive(connection, clock)
        self.info = answer.info
        return None if answer.move is None else self._read(answer.move)

    def _receive(self, connection: BotConnection, clock: ClockReading) -> BotMove:
        with suppress(OutOfTime):
            return connection.answer(self._asked, clock.soft)
        try:
            connection.send(Stop(self._asked), clock.hard)
            return connection.answer(self._asked, clock.hard)
        except OutOfTime:
            reason = clock.times.overrun() + connection.hint()
            raise BotFailed(ForfeitCause.TIME, reason) from None

    def _read(self, text: str) -> Move:
        try:
            move: Move = self._game.read_move(text)
        except NotationError as fault:
            raise BotFailed(ForfeitCause.ILLEGAL, str(fault)) from None
        return move


class LastingPlayer(ProcessPlayer):
    """Keeps its process when a match is over; a bot that fails loses it, as everywhere.

    ``on_free`` is called with it when it can take another match.
    """

    def __init__(
        self,
        game: Game,
        rng: Random,
        command: BotCommand,
        on_free: Callable[["LastingPlayer"], None],
    ) -> None:
        super().__init__(game, rng, command)
        self._on_free = on_free
        self._read_before = ""

    def take(self, rng: Random) -> "LastingPlayer":
        """Get the generator of the next match."""
        self._rng = rng
        self.errors = ""
        return self

    def begin(self, seat_info: SeatInfo) -> None:
        """Announce a match to the process, which starts with the first.

        Raises:
            BotFailed: The bot does not get ready.
        """
        self._asked = 0
        super().begin(seat_info)

    def close(self) -> None:
        """Stay for the next match; what the bot wrote in this one is its error text."""
        connection = self._connection
        if connection is None:
            return
        text = connection.errors
        self.errors += text.removeprefix(self._read_before)
        self._read_before = text
        self._on_free(self)


def match_for(game: Game, seat_info: SeatInfo, seed: int) -> MatchStart:
    """Return the message that begins a match."""
    times = seat_info.clock.times
    return MatchStart(
        game.id,
        game.rules_version,
        seat_info.seat,
        seat_info.seats,
        seat_info.options,
        seed,
        TimeLeft(times.move, times.reserve, times.increment or UNSET),
    )


def question(
    game: Game, decision: Decision, number: int, clock: ClockReading
) -> Question[object, Move, Event]:
    """Return the message that puts a decision to a bot."""
    return Question(
        number,
        decision.view,
        _choices(game, decision.moves),
        _choices(game, decision.offers),
        decision.events,
        TimeLeft(clock.times.move, clock.reserve, clock.times.increment or UNSET),
    )


def settings_for(hello: BotHello, typed: dict[str, str]) -> dict[str, object]:
    """Return the given settings of a bot, each converted to the type of its default.

    Raises:
        BotFailed: The bot has no such setting, or the value has another type.
    """
    settings: dict[str, object] = {}
    for name, value in typed.items():
        if name not in hello.options:
            known = ", ".join(hello.options) or "none"
            raise BotFailed(ForfeitCause.DECLINED, f"it has no option '{name}' (options: {known})")
        kind = type(hello.options[name])
        try:
            settings[name] = msgspec.convert(value, kind, strict=False)
        except msgspec.ValidationError:
            reason = f"expected option '{name}' to be a {kind.__name__}, got '{value}'"
            raise BotFailed(ForfeitCause.DECLINED, reason) from None
    return settings


def _choices(game: Game, moves: Sequence[Move]) -> tuple[MoveChoice[Move], ...]:
    write = game.move_notation.write
    return tuple(MoveChoice(write(move), move) for move in moves)


def named(spec: str, game: Game, rng: Random) -> ProcessPlayer:
    """Make the bot that ``spec`` names.

    Raises:
        SetupError: ``spec`` cannot be read, or its program cannot be found.
    """
    return ProcessPlayer(game, rng, findable_command(spec))
