"""The session: people and bots at one match, whichever face shows it.

A face asks ``turn`` who is to act. Where it is a bot or a standing order, it calls ``think``, in
a thread of its own if it likes to go on drawing, and hands the thought to ``make``. Where it is
a person, it shows ``sight`` and gives what they type to ``enter``. Readings are pure.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from hmac import compare_digest
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from parlour.match.game import Match
from parlour.match.record import Forfeit, RecordFile
from parlour.players.base import Player
from parlour.players.referee import RefereedPlayer, seat_bots
from parlour.players.time_control import TimeControl
from parlour.rules.answers import Move, Result
from parlour.rules.errors import FlowError, NotationError, Refusal
from parlour.rules.one_line import one_line
from parlour.rules.panels import Space
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.commands import command_in
from parlour.table.completions import completions
from parlour.table.move_list import MoveList
from parlour.table.people import Person, YesOrNo
from parlour.table.playing import play_line
from parlour.table.reply import Reply, Thought, Turn, Who
from parlour.table.seating import COLOURS, keep_errors, names_in, seated_bot
from parlour.table.sight import Sight
from parlour.table.text.sentences import RESIGNED, result_lines
from parlour.table.text.telling import Telling
from parlour.table.typed import NO, YES, addressed
from parlour.table.undoing import UndoRequest, others_since, take_back

LONGEST = 1000
"""Letters of a sentence about a forfeit, at most."""


class Session:
    """People and bots at a match, which ``file`` records; use it in a ``with`` statement."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player | None],
        file: RecordFile,
        times: TimeControl,
        *,
        resume_command: Callable[[Path], str],
        memory: bool = False,
        says_yes: bool = False,
    ) -> None:
        """Seat ``players``; None is a person.

        ``resume_command`` returns the command that resumes the match of a record. With
        ``memory`` people are shown what they could remember. With ``says_yes`` nobody is asked
        before a move that is dear.
        """
        self.match = match
        self.game = match.game
        self.path = file.path
        self.resume_command = resume_command
        self.viewer = Viewer(names_in(match.header), memory)
        self.colours = tuple(COLOURS[seat % len(COLOURS)] for seat in range(match.seats))
        """The colour of each seat, as terminals name it."""
        self._persons = {
            seat: Person.at(match, seat)
            for seat, player in enumerate(players)
            if player is None and seat not in match.forfeits
        }
        self.is_discreet = match.game.has_hidden_information and len(self._persons) > 1
        """Whether one person must not see what another does: they hand over in between."""
        self._file = file
        self._times = times
        self._given = players
        self.says_yes = says_yes
        """Whether nobody is asked before a move that is dear."""
        self._players: tuple[RefereedPlayer | None, ...] = ()
        self._leaving = ExitStack()
        self._thinking = Lock()
        self._offers_to_ask: tuple[Seat, ...] = ()
        self.request: UndoRequest | None = None
        """The wish to take a move back that waits for others to agree."""

    def __enter__(self) -> Self:
        """Put the bots under clocks."""
        makers = [
            None if seat in self._persons else partial(seated_bot, player)
            for seat, player in enumerate(self._given)
        ]
        self._players = self._leaving.enter_context(seat_bots(self.match, makers, self._times))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the bots leave, close the record, and keep what the bots wrote."""
        try:
            self._leaving.__exit__(kind, fault, trace)
        finally:
            self._file.close()
            for seat, player in enumerate(self._players):
                if player is not None and player.errors:
                    keep_errors(self.path, seat, player.errors)

    # Readings

    @property
    def people(self) -> frozenset[Seat]:
        """The seats of the people who play."""
        return frozenset(self._persons)

    def turn(self) -> Turn:
        """Return who is to act next."""
        match = self.match
        if match.is_over:
            return Turn(Who.NOBODY)
        if self.request is not None:
            return Turn(Who.PERSON, self.request.waiting[0])
        for seat in self._offers_to_ask:
            if seat not in match.awaited.seats and match.offers(seat):
                return Turn(Who.BOT, seat, offers=True, seconds=self._seconds(seat))
        seat = match.awaited.seats[0]
        person = self._persons.get(seat)
        if person is None:
            return Turn(Who.BOT, seat, seconds=self._seconds(seat))
        return Turn(Who.ORDER if person.order else Who.PERSON, seat)

    def sight(self, seat: Seat, space: Space[Any] | None = None) -> Sight:
        """Return everything that the face of ``seat`` needs, for panels in ``space``."""
        match, space = self.match, space or Space()
        person = self._persons.get(seat) or Person()
        seen = None if person.earlier is None else match.game.rules.view(person.earlier, seat)
        return Sight(
            game=match.game,
            seat=seat,
            position=len(match.events(seat)),
            view=match.view(seat),
            space=Space(space.width, space.height, seen, space.full),
            viewer=self.viewer,
            colours=self.colours,
            turn=self.turn(),
            moves=self.move_list(seat),
            telling=Telling.of(match, self.viewer, seat, person.since),
            clocks=tuple(None if bot is None else bot.reserve for bot in self._players),
            why_no_undo=self.why_no_undo(seat),
            question=person.question.text if person.question else "",
            order=person.order,
            notes=person.notes,
        )

    def move_list(self, seat: Seat) -> MoveList:
        """Return the legal moves and offers of a seat, as they are shown and typed."""
        match = self.match
        offers = match.offers(seat) if match.game.rules.out_of_turn else ()
        return MoveList(match.game, match.view(seat), match.moves(seat), offers)

    def completions(self, seat: Seat, line: str) -> tuple[str, ...]:
        """Return the lines that ``line`` may grow into by one word."""
        return completions(self, seat, line)

    def why_no_undo(self, seat: Seat) -> str:
        """Return why a seat's last move cannot be taken back; empty if it can."""
        others = self.others_since(seat)
        return self.describe(others) if isinstance(others, Refusal) else ""

    def describe(self, refusal: Refusal) -> str:
        """Say why something is refused."""
        return self.match.describe_refusal(refusal, self.viewer)

    def others_since(self, seat: Seat) -> tuple[Seat, ...] | Refusal:
        """Return who must agree before a seat's last move is taken back, or why it cannot be."""
        return others_since(self.match, seat, self.people)

    def result(self) -> tuple[str, ...]:
        """Return the lines that tell the result; none before the end."""
        if not isinstance(self.match.awaited, Result):
            return ()
        names = self.viewer.names
        forfeits = (
            one_line(f"{names[seat]} forfeited ({forfeit.cause}): {forfeit.reason}", LONGEST)
            for seat, forfeit in self.match.forfeits.items()
            if forfeit.cause != RESIGNED
        )
        return (*result_lines(self.match.game, self.match.awaited, self.viewer), *forfeits)

    def farewell(self, why: str) -> tuple[str, str]:
        """Return the two lines that tell somebody who leaves how to come back."""
        return f"The match is saved ({why}). To resume it:", f"  {self.resume_command(self.path)}"

    # Acting

    def think(self, turn: Turn) -> Thought:
        """Return the answer of a bot or a standing order; it may take as long as its clock says.

        Nothing changes, but for the forfeit of a bot that fails. A face may call this in a
        thread of its own.
        """
        with self._thinking:
            state, seat = self.match.state, turn.seat
            if turn.who is Who.ORDER:
                order = self.game.shortcuts.standing_orders[self._persons[seat].order]
                move = order(self.match.view(seat), self.match.moves(seat))
                return Thought(turn, state, move)
            player = self._players[seat]
            if player is None:
                raise ValueError(f"expected the seat of a bot, got {seat}")
            ask = player.consider_offers if turn.offers else player.choose
            return Thought(turn, state, ask(self.match.ask(seat)))

    def make(self, thought: Thought) -> Reply:
        """Let a thought become a move, unless the match has gone on since it was asked for."""
        turn, move = thought.turn, thought.move
        if thought.state is not self.match.state or turn != self.turn():
            return Reply()
        if turn.who is Who.ORDER:
            return self._follow_order(turn.seat, move)
        if turn.offers:
            asked = self._offers_to_ask.index(turn.seat)
            self._offers_to_ask = self._offers_to_ask[asked + 1 :]
            if move is not None:
                self.match.play(move, turn.seat)
        elif move is not None:
            self.play(turn.seat, move)
        return Reply(moved=True)

    def enter(self, seat: Seat, line: str) -> Reply:
        """Act on a line that the person at ``seat`` has typed: moves, a command, yes or no."""
        try:
            other, text = addressed(line.strip())
        except NotationError as fault:
            return Reply((f"{fault}.",), refused=True)
        if other is not None and other not in self._persons:
            return Reply((f"No person sits at seat {other + 1}.",))
        if other is not None and other != seat and seat in self._persons:
            if text and self.is_discreet:
                return self._for_another(seat, other, text)
            seat = other
        return self.enter_own(seat, text)

    def enter_own(self, seat: Seat, text: str) -> Reply:
        """Act on a line of the person at ``seat`` for that seat alone: no address is read."""
        return self._enter(seat, text) if text and seat in self._persons else Reply()

    def play_unseen(self, seat: Seat, text: str) -> Reply:
        """Make a move out of turn for a person who cannot sit down at the terminal.

        The reply tells nothing of what the person may do: it is the same in any case.
        """
        person, word = self._persons[seat], text.casefold()
        line = f"If that is a move that {self.viewer.names[seat]} may make out of turn, it is made."
        if person.question is not None:
            question, person.question = person.question, None
            return Reply((line,), moved=word in YES and question.yes().moved)
        move = self.move_list(seat).exactly(text)
        moved = move in self.match.offers(seat) and play_line(self, seat, text).moved
        return Reply((line,), moved=moved)

    def set_pin(self, seat: Seat, pin: str) -> None:
        """Let the hand-over to ``seat`` ask for a PIN, until the session ends; "" asks for none."""
        self._persons[seat].pin = pin

    def has_pin(self, seat: Seat) -> bool:
        """Return whether the hand-over to ``seat`` asks for a PIN."""
        return bool(self._persons[seat].pin)

    def admits(self, seat: Seat, pin: str) -> bool:
        """Return whether ``pin`` is the PIN of ``seat``, or it has none."""
        wanted = self._persons[seat].pin
        return not wanted or compare_digest(wanted.encode(), pin.encode())

    # What lines and commands do

    def person(self, seat: Seat) -> Person:
        """Return what is remembered of the person at a seat."""
        return self._persons[seat]

    def play(self, seat: Seat, move: Move) -> None:
        """Make a move; bots are then asked for offers.

        Raises:
            IllegalMove: The rules refuse it.
        """
        self.match.play(move, seat)
        self.drop_request()
        if self.game.rules.out_of_turn and not self.match.is_over:
            bots = enumerate(self._players)
            self._offers_to_ask = tuple(s for s, bot in bots if bot and bot.wants_offers)

    def take_back(self, seat: Seat) -> Reply:
        """Take back the last move of a seat, and all moves since."""
        take_back(self.match, seat)
        self.drop_request()
        self._offers_to_ask = ()
        return Reply(moved=True)

    def ask(self, seat: Seat, question: YesOrNo) -> Reply:
        """Put a question to the person at a seat."""
        self._persons[seat].question = question
        return Reply(question=question.text)

    def drop_request(self) -> None:
        """Ask nobody any more whether a move may be taken back."""
        for other in () if self.request is None else self.request.waiting:
            self._persons[other].question = None
        self.request = None

    def resign(self, seat: Seat) -> Reply:
        """Let a stand-in play on for a seat."""
        self.match.forfeit(Forfeit(seat, RESIGNED, "resigned"))
        self.drop_request()
        del self._persons[seat]
        stand_in = RefereedPlayer(self.match, seat, partial(seated_bot, None), self._times)
        self._leaving.push(stand_in.leave)
        self._players = (*self._players[:seat], stand_in, *self._players[seat + 1 :])
        return Reply(moved=True)

    def set_order(self, seat: Seat, name: str) -> Reply:
        """Leave a standing order, which makes the seat's moves until it ends."""
        self._persons[seat].order = name
        return Reply((f"Standing order: {name}. Any line of yours cancels it.",), moved=True)

    # Inside

    def _enter(self, seat: Seat, text: str) -> Reply:
        """Act on a line of the person at ``seat``."""
        person, word = self._persons[seat], text.casefold()
        question = person.question
        if question is not None and word in YES | NO:
            person.question = None
            return question.yes() if word in YES else question.no()
        before = self._cancelled_order(person)
        command = command_in(self.game, text, is_over=self.match.is_over)
        if command is not None:
            reply = command.entered(self, seat, text)
        elif question is not None and question.must_answer:
            reply = Reply((f"{question.text} Type yes or no.",))
        else:
            before += () if question is None else (*question.no().lines,)
            person.question = None
            reply = play_line(self, seat, text)
        return reply.after(before)

    def _cancelled_order(self, person: Person) -> tuple[str, ...]:
        """Cancel the standing order of a person who types; return the line that says so."""
        name, person.order = person.order, ""
        return (f"The standing order is cancelled: {name}.",) if name else ()

    def _for_another(self, seat: Seat, other: Seat, text: str) -> Reply:
        """Act on a line for somebody who may have secrets: nothing of these is shown."""
        command = command_in(self.game, text, is_over=self.match.is_over)
        if command is None:
            return Reply(hand_over=other, line=text)
        if command.is_own:
            name = self.viewer.name(other)
            return Reply((f"Only {name} may ask for '{command.names[0]}', when sitting here.",))
        return command.entered(self, seat, text)

    def _follow_order(self, seat: Seat, move: Move | None) -> Reply:
        """Make the move of a standing order, or end it."""
        person = self._persons[seat]
        if move is None:
            note, person.order = f"Your standing order has ended: {person.order}.", ""
        elif move in self.match.moves(seat):
            note = f"By your standing order: {self.game.write_move(move)}."
            self.play(seat, move)
        else:
            raise FlowError(f"expected a legal move of the order '{person.order}', got {move}")
        person.notes += (note,)
        return Reply(moved=True)

    def _seconds(self, seat: Seat) -> float:
        player = self._players[seat]
        return 0.0 if player is None else player.seconds
