"""Whether a bot keeps the protocol: numbered steps, each of which passes or says why not."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import header_of
from parlour.players.base import SeatInfo
from parlour.players.play import play_match
from parlour.players.process.command import Command
from parlour.players.process.messages import (
    BotHello,
    BotMove,
    BotReady,
    HostHello,
    MatchOver,
    MatchStart,
    Ready,
    Stop,
)
from parlour.players.process.pipes import OutOfTime
from parlour.players.process.player import ProcessPlayer, match_for, question, settings_for
from parlour.players.process.process import MARKS_ARE_SEEN
from parlour.players.process.session import Session
from parlour.players.referee import refereed
from parlour.players.time_control import Clock, TimeControl
from parlour.rules.errors import BotFailed, ForfeitCause


class Step(Struct, frozen=True):
    """One step and what came of it."""

    number: int
    title: str
    fault: str = ""
    """Why it failed; empty where it passed."""
    skipped: bool = False
    """Whether it was not come to, or cannot be told on this system."""


class Setting(Struct, frozen=True):
    """What a bot is checked with."""

    game: Game
    seats: int
    options: dict[str, Any]
    times: TimeControl
    seed: str = "check"


class Candidate:
    """A bot being checked, one method a step."""

    def __init__(self, command: Command, setting: Setting) -> None:
        self._command = command
        self._setting = setting
        self._match = table_for(setting, (command.title,) * setting.seats)
        self._clock = Clock(setting.times)
        self._session: Session | None = None
        self._hello: BotHello | None = None
        self._asked = 0

    def starts(self) -> None:
        """It starts, and says something within its time."""
        self._clock.start_setup()
        self._session = Session(self._command)
        self._session.say(HostHello(), self._clock.hard)
        self._hello = self._running.hello(self._clock.hard)

    def greets(self) -> None:
        """It says what it is and which games it plays."""
        hello, game = self._hello, self._setting.game.id
        if hello is None or not hello.name.strip():
            raise BotFailed(ForfeitCause.GARBLED, "its name is empty")
        if hello.games is not None and game not in hello.games:
            raise BotFailed(ForfeitCause.DECLINED, f"it does not play {game}")
        self._settings = settings_for(hello, self._command.options)

    def gets_ready(self) -> None:
        """It takes its options and says it is ready."""
        self._running.say(Ready(self._settings), self._clock.hard)
        self._running.expect(BotReady, self._clock.hard)

    def takes_a_match(self) -> None:
        """It hears of a match and is ready for it."""
        self._clock.start_setup()
        self._running.say(self._match_start(), self._clock.hard)
        self._ping()

    def answers(self) -> None:
        """It answers a question with a legal move, once."""
        self._ask()
        self._hear_answer()
        self._ping()

    def stops(self) -> None:
        """It answers when it is told to stop, and minds no stop that comes late."""
        self._ask()
        self._running.say(Stop(self._asked), self._clock.hard)
        self._hear_answer()
        self._running.say(Stop(self._asked), self._clock.hard)
        self._ping()

    def plays_again(self) -> None:
        """It hears how a match ended, and plays another."""
        seats = self._setting.seats
        self._clock.start_setup()
        self._running.say(MatchOver((0,) * seats, (1,) * seats, ()), self._clock.hard)
        self.takes_a_match()
        self.answers()

    def ignores_the_unknown(self) -> None:
        """It minds neither a field nor a message that it does not know."""
        self._clock.start_setup()
        self._running.say_raw(b'{"type":"x_unknown","x":[1,{"y":null}]}', self._clock.hard)
        self._ask(x_unknown={"text": 'a "quoted" \\ word \u2014', "moves": [], "id": -1})
        self._hear_answer()
        self._ping()

    def quits(self) -> None:
        """It ends by itself when it is told to quit."""
        session = self._running
        self._exit, self._strays = session.quit()
        session.kill()
        if self._exit is None:
            limit = self._command.limits.quit
            raise BotFailed(ForfeitCause.TIME, f"it still ran {limit:g} s after 'quit'")
        if self._exit != 0:
            raise BotFailed(ForfeitCause.DIED, f"expected exit code 0, got {self._exit}")

    def leaves_nothing(self) -> None:
        """It leaves no process behind."""
        if self._strays:
            raise BotFailed(ForfeitCause.DIED, f"{len(self._strays)} of its processes still ran")

    def plays_itself(self) -> None:
        """It fills every seat of a whole match."""
        setting, spec = self._setting, self._command
        match = table_for(setting, (spec.title,) * setting.seats)
        makers = [self._maker(seat) for seat in range(setting.seats)]
        with refereed(match, makers, setting.times) as players:
            play_match(match, [player for player in players if player is not None])
        for forfeit in match.forfeits.values():
            raise BotFailed(ForfeitCause(forfeit.cause), str(forfeit))

    def close(self) -> None:
        """End its process, whatever happened."""
        if self._session is not None:
            self._session.kill()

    @property
    def errors(self) -> str:
        """The end of what it wrote on standard error during the steps."""
        return "" if self._session is None else self._session.errors

    # Inside

    @property
    def _running(self) -> Session:
        if self._session is None:
            raise BotFailed(ForfeitCause.START, "it does not run")
        return self._session

    def _maker(self, seat: int) -> Callable[[], ProcessPlayer]:
        rng = generator(self._setting.seed, f"bot {seat}")
        return lambda: ProcessPlayer(self._setting.game, rng, self._command)

    def _match_start(self) -> MatchStart:
        seat = self._match.awaited.seats[0]
        setting = self._setting
        seat_info = SeatInfo(seat, setting.seats, self._match.header.options, self._clock)
        return match_for(setting.game, seat_info, 1)

    def _ping(self) -> None:
        self._running.say(Ready(), self._clock.hard)
        self._running.expect(BotReady, self._clock.hard)

    def _ask(self, **unknown: object) -> None:
        self._asked += 1
        self._clock.start_move()
        decision = self._match.ask(self._match.awaited.seats[0])
        asked = question(self._setting.game, decision, self._asked, self._clock)
        line = msgspec.json.encode(unknown | msgspec.to_builtins(asked))
        self._running.say_raw(line, self._clock.hard)

    def _hear_answer(self) -> None:
        try:
            answer = self._running.hear(self._clock.hard)
        except OutOfTime:
            raise BotFailed(ForfeitCause.TIME, f"no answer in time{self._running.hint()}") from None
        if not isinstance(answer, BotMove) or answer.id != self._asked:
            got = msgspec.json.encode(answer).decode()
            raise BotFailed(ForfeitCause.UNASKED, f"expected an answer to {self._asked}, got {got}")
        seat = self._match.awaited.seats[0]
        write = self._setting.game.move_notation.write
        texts = [write(move) for move in self._match.decision(seat).moves]
        if answer.move not in texts:
            raise BotFailed(
                ForfeitCause.ILLEGAL, f"expected a text from the list, got {answer.move!r}"
            )


STEPS: tuple[tuple[str, Callable[[Candidate], None]], ...] = (
    ("starts within its time", Candidate.starts),
    ("says hello", Candidate.greets),
    ("gets ready", Candidate.gets_ready),
    ("takes a new match", Candidate.takes_a_match),
    ("answers with a legal move", Candidate.answers),
    ("answers when told to stop", Candidate.stops),
    ("plays two matches in a row", Candidate.plays_again),
    ("ignores what it does not know", Candidate.ignores_the_unknown),
    ("quits within its time", Candidate.quits),
    ("leaves no process", Candidate.leaves_nothing),
    ("plays a match against itself", Candidate.plays_itself),
)


def checked(command: Command, setting: Setting) -> Iterator[Step]:
    """Put a bot through every step, and yield what came of each; none follows a failure."""
    candidate, failed = Candidate(command, setting), False
    try:
        for number, (title, step) in enumerate(STEPS, 1):
            unseen = step is Candidate.leaves_nothing and not MARKS_ARE_SEEN
            fault = "" if failed or unseen else _fault_of(step, candidate)
            yield Step(number, title, fault, skipped=failed or unseen)
            failed = failed or bool(fault)
    finally:
        candidate.close()


def table_for(setting: Setting, players: tuple[str, ...]) -> Match:
    """Return a table at which a bot is checked."""
    game = setting.game
    options = game.read_options(setting.options)
    return Match(game, header_of(game, players, options, setting.seed))


def _fault_of(step: Callable[[Candidate], None], candidate: Candidate) -> str:
    try:
        step(candidate)
    except BotFailed as fault:
        return f"{fault} ({fault.cause})"
    return ""
