"""Bots of this Python in separate processes: both sides speak the protocol of bots outside."""

import sys
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import monotonic
from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET, Struct

from parlour.match import Decision, Game, told_by
from parlour.players import Player, TimeControl
from parlour.players.base import SeatInfo, no_move
from parlour.players.time_control import ClockReading
from parlour.rules import Event, Move, Result, SetupError
from parlour.surroundings import can_isolate
from parlour_process.command import BotCommand
from parlour_process.messages import (
    VERSION,
    BotHello,
    BotMove,
    BotReady,
    FromBot,
    MatchOver,
    MatchStart,
    Question,
    Stop,
    TimeLeft,
)
from parlour_process.player import ProcessPlayer

BOOTSTRAP = (
    "import json, sys; sys.path[:], *sys.argv[1:] = json.loads(sys.argv[1]); "
    "from parlour.cli.entry import main; main()"
)
"""Program of such a process: it finds modules where the host does, and runs ``parlour``."""


END = ("", b"")
"""Item of the queue behind the last message."""


class Kind(Struct):
    """Type of a message."""

    type: str


def start_isolated(spec: str, game: Game, rng: Random, sources: Struct) -> ProcessPlayer:
    """Make the bot that ``spec`` names, in a separate process.

    ``sources`` are the sources of the catalog that knows the bot.

    Raises:
        SetupError: This system has no bots in other processes.
    """
    if not can_isolate():
        raise SetupError("bots in other processes need process groups, which this system lacks")
    packed = msgspec.json.encode(sources).decode()
    words = ["bot", "serve", spec, "--game", game.id, "--sources", packed]
    order = msgspec.json.encode([sys.path, *words]).decode()
    player = ProcessPlayer(game, rng, BotCommand((sys.executable, "-c", BOOTSTRAP, order)))
    player.name = spec.partition(":")[0]
    return player


def serve(
    name: str, game: Game, make: Callable[[Random], Player], lines: BinaryIO, out: BinaryIO
) -> None:
    """Play as the bot ``name``, until told to quit.

    Messages come from ``lines``, answers go to ``out``. ``make`` makes the bot from a generator.
    """
    for answer in _Server(name, game, make).answers(lines):
        out.write(msgspec.json.encode(answer) + b"\n")
        out.flush()


class _Server:
    """A bot of this process that speaks the protocol."""

    def __init__(self, name: str, game: Game, make: Callable[[Random], Player]) -> None:
        self._name = name
        self._make = make
        told = told_by(game)
        question: Any = Question
        over: Any = MatchOver
        self._game = game
        self._kind = msgspec.json.Decoder(Kind)
        self._match = msgspec.json.Decoder(MatchStart)
        self._question = msgspec.json.Decoder(question[game.view, game.moves, told])
        self._over = msgspec.json.Decoder(over[told])
        self._stop = msgspec.json.Decoder(Stop)
        self._asked = 0
        self._player: Player | None = None
        self._start: MatchStart | None = None
        self._clock = ClockReading(TimeControl())

    def answers(self, lines: BinaryIO) -> Iterator[FromBot]:
        queue = SimpleQueue[tuple[str, bytes]]()
        Thread(target=self._read, args=(lines, queue), daemon=True).start()
        for kind, line in iter(queue.get, END):
            match kind:
                case "hello":
                    yield self._greeting()
                case "ready":
                    yield BotReady()
                case "match":
                    self._sit_down(self._match.decode(line))
                case "decide":
                    yield self._decide(self._question.decode(line))
                case "over":
                    self._leave(self._over.decode(line))
                case "quit":
                    return

    def _read(self, lines: BinaryIO, queue: "SimpleQueue[tuple[str, bytes]]") -> None:
        """Queue messages with their types, but for ``stop``, which is obeyed at once."""
        try:
            for line in lines:
                kind = self._kind.decode(line).type
                if kind == "stop":
                    self._answer_now(self._stop.decode(line).id)
                else:
                    queue.put((kind, line))
                if kind == "quit":
                    break
        finally:
            queue.put(END)

    def _answer_now(self, number: int) -> None:
        if self._player is not None and number == self._asked:
            self._player.answer_now()

    def _greeting(self) -> BotHello:
        try:
            asks = self._make(Random(0)).wants_offers  # noqa: S311  it only shows what it is
        except SetupError as fault:
            sys.stderr.write(f"{fault}\n")
            return BotHello(VERSION, self._name, games=())
        return BotHello(VERSION, self._name, interjects=asks)

    def _sit_down(self, start: MatchStart) -> None:
        self._close()
        self._start = start
        self._player = self._make(Random(start.seed))  # noqa: S311  games, not secrets
        clock = start.clock
        times = TimeControl(
            move=clock.move,
            reserve=clock.reserve,
            increment=0.0 if clock.increment is UNSET else clock.increment,
        )
        self._clock = ClockReading(times)
        self._player.begin(SeatInfo(start.seat, start.seats, start.options, self._clock))

    def _decide(self, asked: Question[object, Move, Event]) -> BotMove:
        player = self._player
        start = self._start
        if player is None or start is None:
            raise SetupError("expected a match before the first question")
        self._set_clock(asked.clock)
        self._asked = asked.id
        moves, offers = ([choice.move for choice in some] for some in (asked.moves, asked.offers))
        decision = Decision(
            start.seat, asked.view, tuple(moves), tuple(offers), asked.events, start.seats
        )
        move = (player.choose if moves else player.consider_offers)(decision)
        if move is not None and type(move) not in self._game.move_notation.forms:
            raise SetupError(no_move(self._game, move))
        text = None if move is None else self._game.move_notation.write(move)
        return BotMove(asked.id, text, dict(player.info))

    def _set_clock(self, left: TimeLeft) -> None:
        soft = monotonic() + left.move
        self._clock.set(left.reserve, soft, soft + left.reserve)

    def _leave(self, over: MatchOver[Event]) -> None:
        if self._player is not None:
            self._player.end(Result(over.scores, over.places), over.events)
        self._close()

    def _close(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            player.close()
