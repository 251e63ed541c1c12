"""A check that a bot keeps the protocol, in numbered steps that pass or say why not."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

import msgspec
from msgspec import Struct

from parlour.match import Game, Match, generator, header_of
from parlour.players import Clock, TimeControl, answers, seat_bots, seat_info_for
from parlour.rules import BotFailed, ForfeitCause
from parlour_process.command import BotCommand
from parlour_process.connection import BotConnection, OutOfTime
from parlour_process.messages import BotHello, HostHello, MatchOver, MatchStart, Stop
from parlour_process.player import ProcessPlayer, match_for, question, settings_for
from parlour_process.process import TREES_ARE_SEEN

MAX_ANSWERS = 1000
"""Maximum number of answers in a match of a bot against itself, which may never end."""


class CheckStep(Struct, frozen=True):
    """One step of the check, and its outcome."""

    number: int
    title: str
    fault: str = ""
    """Reason of a failure; empty if the step passed."""
    skipped: bool = False
    """Whether an earlier step failed, or this system cannot tell."""


class CheckSetup(Struct, frozen=True):
    """The match of a check."""

    game: Game
    seats: int
    options: Mapping[str, object]
    times: TimeControl
    seed: str = "check"


class Candidate:
    """A bot under check; each step is a method."""

    def __init__(self, command: BotCommand, setup: CheckSetup) -> None:
        self._command = command
        self._setup = setup
        self._match = match_for_check(setup, (command.title,) * setup.seats)
        self._clock = Clock(setup.times)
        self._connection: BotConnection | None = None
        self._hello: BotHello
        self._asked = 0

    def starts(self) -> None:
        """Start the bot, and expect its greeting in time."""
        self._clock.start_setup()
        self._connection = BotConnection(self._command)
        self._connection.send(HostHello(), self._clock.hard)
        self._hello = self._running.hello(self._clock.hard)

    def greets(self) -> None:
        """Expect a name, and the game among those it plays."""
        hello = self._hello
        game = self._setup.game.id
        if not hello.name.strip():
            raise BotFailed(ForfeitCause.GARBLED, "its name is empty")
        if hello.games is not None and game not in hello.games:
            raise BotFailed(ForfeitCause.DECLINED, f"it does not play {game}")
        self._options = settings_for(hello, self._command.options)

    def gets_ready(self) -> None:
        """Send its options, and expect it to be ready."""
        self._running.ready(self._clock.hard, self._options)

    def takes_a_match(self) -> None:
        """Announce a match, and expect the bot to be ready."""
        self._clock.start_setup()
        self._running.send(self._match_start(), self._clock.hard)
        self._running.ready(self._clock.hard)

    def answers(self) -> None:
        """Ask a question, and expect one answer that is legal."""
        self._ask()
        self._receive_answer()
        self._running.ready(self._clock.hard)

    def stops(self) -> None:
        """Send ``stop`` before and after the answer, and expect that answer alone."""
        self._ask()
        self._running.send(Stop(self._asked), self._clock.hard)
        self._receive_answer()
        self._running.send(Stop(self._asked), self._clock.hard)
        self._running.ready(self._clock.hard)

    def plays_again(self) -> None:
        """End the match, begin another, and expect an answer in it."""
        seats = self._setup.seats
        self._clock.start_setup()
        self._running.send(MatchOver((0,) * seats, (1,) * seats, ()), self._clock.hard)
        self.takes_a_match()
        self.answers()

    def ignores_the_unknown(self) -> None:
        """Send a field and a message that no protocol has, and expect an answer as before."""
        self._clock.start_setup()
        self._running.send_raw(b'{"type":"x_unknown","x":[1,{"y":null}]}', self._clock.hard)
        self._ask(x_unknown={"text": 'a "quoted" \\ word \u2014', "moves": [], "id": -1})
        self._receive_answer()
        self._running.ready(self._clock.hard)

    def quits(self) -> None:
        """Send ``quit``, and expect exit code 0 in time."""
        connection = self._running
        self._exit, self._others = connection.quit()
        connection.kill()
        if self._exit is None:
            limit = self._command.limits.quit
            raise BotFailed(ForfeitCause.TIME, f"it still ran {limit:g} s after 'quit'")
        if self._exit != 0:
            raise BotFailed(ForfeitCause.DIED, f"expected exit code 0, got {self._exit}")

    def leaves_nothing(self) -> None:
        """Expect that none of the bot's processes is left."""
        if self._others:
            raise BotFailed(ForfeitCause.DIED, f"{self._others} of its processes still ran")

    def plays_itself(self) -> None:
        """Let the bot fill every seat of a match, to its end or for ``MAX_ANSWERS``."""
        setup = self._setup
        spec = self._command
        match = match_for_check(setup, (spec.title,) * setup.seats)
        makers = [self._maker(seat) for seat in range(setup.seats)]
        with seat_bots(match, makers, setup.times) as players:
            whole = answers(match, [player for player in players if player is not None])
            for _ in islice(whole, MAX_ANSWERS):
                pass
        for forfeit in match.forfeits.values():
            raise BotFailed(ForfeitCause(forfeit.cause), str(forfeit))

    def close(self) -> None:
        """End the bot's process."""
        if self._connection is not None:
            self._connection.kill()

    # Inside

    @property
    def _running(self) -> BotConnection:
        if self._connection is None:
            raise BotFailed(ForfeitCause.START, "it does not run")
        return self._connection

    def _maker(self, seat: int) -> Callable[[], ProcessPlayer]:
        rng = generator(self._setup.seed, f"bot {seat}")
        return lambda: ProcessPlayer(self._setup.game, rng, self._command)

    def _match_start(self) -> MatchStart:
        seat = self._match.awaited.seats[0]
        setup = self._setup
        return match_for(setup.game, seat_info_for(self._match, seat, self._clock), 1)

    def _ask(self, **unknown: object) -> None:
        self._asked += 1
        self._clock.start_move()
        decision = self._match.ask(self._match.awaited.seats[0])
        asked = question(self._setup.game, decision, self._asked, self._clock.reading)
        line = msgspec.json.encode(unknown | msgspec.to_builtins(asked))
        self._running.send_raw(line, self._clock.hard)

    def _receive_answer(self) -> None:
        try:
            move = self._running.answer(self._asked, self._clock.hard).move
        except OutOfTime:
            raise BotFailed(ForfeitCause.TIME, f"no answer in time{self._running.hint()}") from None
        seat = self._match.awaited.seats[0]
        write = self._setup.game.move_notation.write
        texts = [write(move) for move in self._match.decision(seat).moves]
        if move not in texts:
            raise BotFailed(ForfeitCause.ILLEGAL, f"expected a text from the list, got {move!r}")


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


def check_bot(command: BotCommand, setup: CheckSetup) -> Iterator[CheckStep]:
    """Check a bot step by step, and yield each step; all after a failure are skipped."""
    candidate = Candidate(command, setup)
    failed = False
    try:
        for number, (title, step) in enumerate(STEPS, 1):
            unseen = step is Candidate.leaves_nothing and not TREES_ARE_SEEN
            fault = "" if failed or unseen else _fault_of(step, candidate)
            yield CheckStep(number, title, fault, skipped=failed or unseen)
            failed = failed or bool(fault)
    finally:
        candidate.close()


def match_for_check(setup: CheckSetup, players: tuple[str, ...]) -> Match:
    """Return the match of a check."""
    game = setup.game
    options = game.read_options(setup.options)
    return Match(game, header_of(game, players, options, setup.seed))


def _fault_of(step: Callable[[Candidate], None], candidate: Candidate) -> str:
    try:
        step(candidate)
    except BotFailed as fault:
        return f"{fault} ({fault.cause})"
    return ""
