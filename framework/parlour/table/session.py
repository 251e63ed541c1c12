"""The session: people and bots at one match; it plays, asks, takes back and resigns.

It knows the match, so no face holds one: a face holds a ``Table`` and the chairs of it.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self

from parlour.catalog.lessons import Lesson, LessonStep
from parlour.match import BACK, Forfeit, Match, RecordFile, SeatHistory
from parlour.players import Player, RefereedPlayer, TimeControl, seat_bots
from parlour.rules import FlowError, Move, Played, Refusal, Seat, Viewer, replaced
from parlour.table.acts import Advice, Asks, BotAnswer, Reply, Turn, Who
from parlour.table.move_list import MoveList
from parlour.table.seating import keep_errors, names_in, seated_bot
from parlour.table.text.sentences import RESIGNED
from parlour.words import Phrase, phrase, say, spoken


@dataclass(frozen=True)
class YesOrNo:
    """A question that a person answers with ``yes`` or ``no``."""

    text: str | Phrase
    yes: Callable[[], Reply]
    """Called for yes."""
    no: Callable[[], Reply]
    """Called for no, and if the person goes on with something else."""
    parts: tuple[str, ...] = ()
    """The moves that it is about: entered again, they mean yes."""
    must_answer: bool = False
    """Whether the person can do nothing else before."""


@dataclass(frozen=True)
class UndoRequest:
    """A person's wish to take a move back that other people have answered since."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The others whose agreement is missing."""


class Person:
    """One person, as the session remembers them while it lasts."""

    def __init__(self, match: Match, seat: Seat) -> None:
        """Sit down at a match, as if they had seen their last decision."""
        self.since = 0
        """Number of events that the seat had been told at its last decision."""
        self.earlier: object = None
        """The view at that decision, or None before the first."""
        self.question: YesOrNo | None = None
        """The question that waits for an answer."""
        self.order = ""
        """The name of the standing order in force; empty if there is no order."""
        self.ahead: tuple[str, ...] = ()
        """Texts of the moves that they have typed ahead."""
        self.pin = ""
        """The PIN asked for at the hand-over; empty if there is no PIN."""
        self.notes: tuple[str | Phrase, ...] = ()
        """Lines for the person alone that no event tells; gone with the next decision."""
        for answer in reversed(SeatHistory(match, seat).answers):
            head = answer.events[0]
            if answer.stands and isinstance(head, Played) and head.seat == seat:
                self.since = answer.first
                self.earlier = answer.views[0]
                break


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
        asks: Asks = "costly",
        advice: Advice = "all",
        lesson: Lesson | None = None,
    ) -> None:
        """Seat ``players``; None is a person. Without any, a record is only looked at.

        ``resume_command`` returns the command that resumes the match of a record. With
        ``memory`` people are shown the facts that they could remember. ``asks`` says which lines
        a person is asked to confirm, and ``advice`` what help they get. A ``lesson`` says what the
        others answer, and what leads on.
        """
        self.match = match
        self.game = match.game
        self.path = file.path
        self.resume_command = resume_command
        self.viewer = Viewer(names_in(match.header), memory)
        self.persons = {
            seat: Person(match, seat)
            for seat, player in enumerate(players)
            if player is None and seat not in match.forfeits
        }
        """The person at each seat of a person."""
        self.is_discreet = match.game.has_hidden_information and len(self.persons) > 1
        """Whether one person must not see what another does: they hand over in between."""
        self.shows_all = not players
        """Whether everybody may look as any seat: nobody plays, a record is looked at."""
        self.asks = asks
        """The lines that a person is asked to confirm."""
        self.advice: Advice = advice
        """The help that people get, the same at every seat."""
        for person in self.persons.values() if advice != "all" else ():
            person.notes += (phrase(f"advice.{advice}"),)
        self.request: UndoRequest | None = None
        """The wish to take a move back that waits for others to agree."""
        self._file = file
        self._times = times
        self._lesson = lesson
        self._given = players
        self._players: tuple[RefereedPlayer | None, ...] = ()
        self._leaving = ExitStack()
        self._thinking = Lock()
        self._offers_to_ask: tuple[Seat, ...] = ()
        self._cut_short = set[Seat]()
        """Seats of bots that were said to have too little time."""
        self._listed: dict[tuple[Seat, str], tuple[object, MoveList]] = {}

    def __enter__(self) -> Self:
        """Put the bots under clocks."""
        makers = [
            None if seat in self.persons else partial(seated_bot, player)
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
    def last_answer(self) -> object:
        """The last answer that stands; another object after each move, outcome or undo."""
        return self.match.steps[-1] if self.match.steps else None

    @property
    def clocks(self) -> tuple[float | None, ...]:
        """Seconds of reserve that each bot has left; None for people, and before any is used."""
        return tuple(None if bot is None else bot.reserve for bot in self._players)

    def turn(self) -> Turn:
        """Return the seat to act next."""
        match = self.match
        if self.shows_all or not match.awaited.seats:
            return Turn(Who.NOBODY)
        if self.request is not None:
            return Turn(Who.PERSON, self.request.waiting[0])
        for seat in self._offers_to_ask:
            if seat not in match.awaited.seats and match.offers(seat):
                return Turn(Who.BOT, seat, offers=True, seconds=self._seconds(seat))
        seat = match.awaited.seats[0]
        person = self.persons.get(seat)
        if person is not None and person.ahead:
            return Turn(Who.AHEAD, seat)
        if person is not None and person.order:
            return Turn(Who.ORDER, seat)
        who = Who.PERSON if self._is_here(seat) else Who.BOT
        return Turn(who, seat, seconds=self._seconds(seat))

    def move_list(self, seat: Seat) -> MoveList:
        """Return the legal moves and offers of a seat, as they are shown and typed."""
        after = self.last_answer
        key = seat, spoken()
        listed_after, moves = self._listed.get(key, (self, None))
        if moves is None or listed_after is not after or moves.viewer != self.viewer:
            match = self.match
            offers = match.offers(seat) if match.game.rules.out_of_turn else ()
            view = match.view(seat)
            legal = match.moves(seat)
            by = self.viewer
            moves = MoveList(match.game, view, legal, offers, by, seat=seat, advice=self.advice)
            self._listed[key] = after, moves
        return moves

    @property
    def movers(self) -> list[Seat | None]:
        """The seat that gave each answer that stands, or None for chance."""
        return [step.seat for step in self.match.steps]

    def lesson_text(self, seat: Seat) -> str:
        """Return the text of the lesson for a seat now; empty if there is none."""
        lesson = self._lesson
        return lesson.text(self.game, self.movers) if lesson and seat == lesson.seat else ""

    def lesson_step(self, seat: Seat) -> LessonStep | None:
        """Return the step of the lesson that a seat is to do now, or None outside a lesson."""
        lesson = self._lesson
        return lesson.step(self.movers) if lesson and seat == lesson.seat else None

    def lesson_objection(self, seat: Seat, move: Move) -> str:
        """Say why a legal move does not lead on in the lesson; empty if it does."""
        step = self.lesson_step(seat)
        if step is None or self.match.why_not(move, seat):
            return ""
        return step.objection(self.game, self.game.write_move(move))

    def describe(self, refusal: Refusal) -> str:
        """Say why something is refused."""
        return self.match.describe_refusal(refusal, self.viewer)

    def others_since(self, seat: Seat) -> tuple[Seat, ...] | Refusal:
        """Return the other people with moves since a seat's last move, or why not to ask.

        Bots are not asked. If nothing is hidden, their answers can be taken back too; else
        the seat might have learnt something by it.
        """
        refusal = self.match.why_no_undo(seat)
        if refusal is None or refusal.code != "moved_since":
            return refusal or ()
        if self.match.is_over:
            return Refusal.of("", "match_over")
        others: list[Seat] = []
        for step in reversed(self.match.steps):
            if step.seat is None or step.reveals:
                return Refusal.of("", "chance_since" if step.seat is None else "learnt")
            if step.seat == seat:
                return tuple(dict.fromkeys(others))
            if self._is_here(step.seat):
                others.append(step.seat)
            elif self.game.has_hidden_information:
                return Refusal.of("", "moved_since", seat=step.seat)
        return refusal

    # Acting

    def ask_bot(self, turn: Turn) -> BotAnswer:
        """Return the answer of a bot or a standing order; it may take the time on its clock.

        Nothing changes, but for the forfeit of a bot that fails. A face may call this in a
        separate thread.
        """
        with self._thinking:
            after = self.last_answer
            seat = turn.seat
            if turn.who is Who.AHEAD:
                return BotAnswer(turn, after, None)
            if turn.who is Who.ORDER:
                order = self.game.shortcuts.standing_orders[self.persons[seat].order]
                move = order(self.match.view(seat), self.match.moves(seat))
                return BotAnswer(turn, after, move)
            player = self._players[seat]
            if player is None:
                raise ValueError(f"expected the seat of a bot, got {seat}")
            prepared = self._prepared(seat)
            if prepared is not None:
                return BotAnswer(turn, after, prepared)
            ask = player.consider_offers if turn.offers else player.choose
            return BotAnswer(turn, after, ask(self.match.ask(seat)))

    def answer_now(self) -> Reply:
        """Have the bot that thinks play the best that it has found so far."""
        turn = self.turn()
        player = self._players[turn.seat] if turn.who is Who.BOT else None
        if player is None:
            return Reply((say("now.nobody"),))
        player.answer_now()
        return Reply((say("now.told", self.viewer, seat=turn.seat),))

    def apply(self, answer: BotAnswer) -> Reply:
        """Let an answer become a move, unless the match has gone on since it was asked for."""
        turn = answer.turn
        move = answer.move
        if answer.after is not self.last_answer or turn != self.turn():
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
        self._tell_if_cut_short(turn.seat)
        return Reply(moved=True)

    def play(self, seat: Seat, move: Move) -> None:
        """Make a move; bots are then asked for offers.

        A person's move is on the disk then, and so is the end of a match.

        Raises:
            IllegalMove: The rules refuse it.
            RecordError: It cannot be saved; it was not made.
        """
        with self._saving(seat):
            self.match.play(move, seat)
        if self.match.is_over:
            with self._saving(*self.persons):
                pass
        self.drop_request()
        if self.game.rules.out_of_turn and not self.match.is_over:
            bots = enumerate(self._players)
            self._offers_to_ask = tuple(s for s, bot in bots if bot and bot.wants_offers)

    def take_back(self, seat: Seat) -> Reply:
        """Take back the last move of a seat and all moves since, the last one first."""
        mover = None
        with self._saving(seat):
            while mover != seat:
                mover = self.match.steps[-1].seat
                self.match.undo(mover)
        self.request = None
        for person in self.persons.values():
            # They were about moves that are taken back.
            person.question = None
            person.notes = ()
        self._offers_to_ask = ()
        return Reply(moved=True)

    def ask(self, seat: Seat, question: YesOrNo) -> Reply:
        """Put a question to the person at a seat."""
        self.persons[seat].question = question
        return Reply(question=str(question.text))

    def drop_request(self) -> None:
        """Ask nobody any more whether a move may be taken back."""
        for other in () if self.request is None else self.request.waiting:
            self.persons[other].question = None
        self.request = None

    def resign(self, seat: Seat) -> Reply:
        """Let a bot play on for a seat, unless the match has ended since the person was asked."""
        if self.match.is_over:
            return Reply((say("turn.over"),))
        self.sit_in(Forfeit(seat, RESIGNED, "resigned"))
        del self.persons[seat]
        return Reply(moved=True)

    def sit_in(self, left: Forfeit, bot: Player | None = None, *, is_noted: bool = False) -> None:
        """Let a bot, or else ``uniform``, play for a person who has left, or again one who is back.

        If ``is_noted``, the record says so already.
        """
        seat = left.seat
        if not is_noted:
            with self._saving(seat):
                self.match.forfeit(left)
        self.drop_request()
        self.persons.setdefault(seat, Person(self.match, seat))
        former = self._players[seat]
        player = None
        if left.cause != BACK:
            player = RefereedPlayer(self.match, seat, partial(seated_bot, bot), self._times)
            self._leaving.push(player.leave)
        self._players = replaced(self._players, seat, player)
        if former is not None:
            former.dismiss()

    # Inside

    def _is_here(self, seat: Seat) -> bool:
        """Return whether a person plays for a seat; nobody plays at the table of a record."""
        return seat in self.persons and self._players[seat] is None

    def _prepared(self, seat: Seat) -> Move | None:
        """Return the move that the lesson has prepared for a seat, if it is legal."""
        answer = self._lesson.answer(self.movers) if self._lesson else None
        if answer is None or answer[0] != seat:
            return None
        move = self.game.read_move(answer[1])
        return move if move in self.match.moves(seat) else None

    def _saving(self, *seats: Seat) -> AbstractContextManager[None]:
        """Have the changes made meanwhile on the disk, if one of these seats is a person's."""
        return nullcontext() if self.persons.keys().isdisjoint(seats) else self._file.durable()

    def _follow_order(self, seat: Seat, move: Move | None) -> Reply:
        """Make the move of a standing order, or end it."""
        person = self.persons[seat]
        if move is None:
            note = phrase("order.ended", name=self.game.localized_orders()[person.order])
            person.order = ""
        elif move in self.match.moves(seat):
            note = phrase("order.moved", move=self.game.own_line(move, self.viewer))
            self.play(seat, move)
        else:
            raise FlowError(f"expected a legal move of the order '{person.order}', got {move}")
        person.notes += (note,)
        return Reply(moved=True)

    def _tell_if_cut_short(self, seat: Seat) -> None:
        """Tell the people that a bot plays below its level here; once, as it may go on so."""
        player = self._players[seat]
        if player is None or not player.is_cut_short or seat in self._cut_short:
            return
        self._cut_short.add(seat)
        for person in self.persons.values():
            person.notes += (phrase("now.cut_short", self.viewer, seat=seat),)

    def _seconds(self, seat: Seat) -> float:
        player = self._players[seat]
        return 0.0 if player is None else player.seconds
