"""Chairs: a table as somebody sits at it. A face holds these, and never the match.

No chair leads to a state, to what another seat was told, or to the seed.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace as replaced
from itertools import repeat
from os import urandom
from typing import TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from parlour.match import Header, Line, MatchHistory, certain_view
from parlour.rules import MisuseError, NotationError, Seat
from parlour.table.acts import (
    Act,
    Ask,
    Confirm,
    Fork,
    Identity,
    Play,
    PlayAhead,
    Reply,
    Show,
    Surface,
    Topic,
    Unreadable,
    why_not,
)
from parlour.table.execute import cancel_order, execute, panel_names
from parlour.table.move_list import MoveList
from parlour.table.reader import (
    BY_NAME,
    COMMANDS,
    LineOutcome,
    Reading,
    TypedCommand,
    addressed,
    completions,
    predict,
    read_number,
    read_text,
)
from parlour.table.seat_views import SeatViews
from parlour.table.selection import Selection
from parlour.table.session import Session
from parlour.table.text.telling import by_turn
from parlour.table.view import NoPreview, TableView
from parlour.words import in_english, in_own_words, say

Beginning: TypeAlias = tuple[Header, tuple[Line, ...]]
"""The header of a match that begins with some lines of another, or with none."""


class Chair(SeatViews):
    """One identity at one table: a seat, or a spectator's place."""

    def __init__(
        self,
        session: Session,
        history: MatchHistory,
        seat: Seat | None,
        surface: Surface,
        delay: int,
    ) -> None:
        super().__init__(session, history, seat, delay)
        self._surface = surface

    # Readings

    @property
    def is_played(self) -> bool:
        """Whether a person plays here."""
        return self.seat in self._session.persons

    @property
    def movers(self) -> tuple[Seat | None, ...]:
        """The seat that gave each answer so far, or None for chance."""
        return self._past.movers

    @property
    def moves(self) -> MoveList:
        """The legal moves and offers of the seat."""
        session = self._session
        if self.seat is None:
            return MoveList(session.game, None, (), ())
        return session.move_list(self.seat)

    def check_sight(self) -> None:
        """Check that something is shown here now.

        Raises:
            MisuseError: The game shows spectators nothing before the match is over.
        """
        if self.seat is None:
            self._spectators_view(self.position)

    def after(self, number: int, seat: Seat | None = None) -> TableView:
        """Return the table as a seat saw it after so many answers, compared with the one before.

        Raises:
            MisuseError: One may not look as that seat now.
        """
        looks = self._looks_as(seat)
        return self.at(self._past.position_of(looks, number), looks)

    def preview(self, line: str) -> TableView | NoPreview:
        """Return the table as a line would leave it, or the reason why that is not shown.

        It is shown if the moves could be taken back, or else up to the part that the seat can
        predict, so that it tells nothing that the seat does not know.

        Raises:
            MisuseError: No person plays here.
        """
        seat = self._own_seat()
        outcome = self.predict(line)
        prompt = outcome.prompt
        if not outcome.plays:
            why_not = prompt if outcome.is_refused else ""
            return NoPreview(line, why_not, outcome.rule, prompt)
        match = self._session.match
        view = match.view_after(outcome.plays, seat)
        notes = (say("line.up_to_chance"),) if view is None else ()
        if view is None:
            view = certain_view(self.game.rules, match.view(seat), outcome.plays, seat)
        if view is None:
            return NoPreview(line, say("line.final"), "", prompt)
        return replace(self._preview(view, line, *notes), prompt=prompt)

    def predict(self, line: str) -> LineOutcome:
        """Say what Enter would do with a line; of a line for somebody else, nothing.

        Raises:
            MisuseError: No person plays here.
        """
        seat = self._own_seat()
        reading = self.read(line)
        act = reading.act
        if reading.seat not in {None, seat}:
            return LineOutcome("")
        if isinstance(act, Unreadable):
            return LineOutcome(act.why, is_refused=True)
        if isinstance(act, PlayAhead):
            return LineOutcome(say("turn.ahead"))
        if isinstance(act, Play):
            outcome = self._outcome_of_moves(seat, act, reading.text)
            if not outcome.is_refused or outcome.before or not self.completions(line):
                return outcome
        elif reading.word and BY_NAME[reading.word].has_help:
            command = BY_NAME[reading.word]
            refused = why_not(command.make(""), Identity.PERSON, self._surface)
            return LineOutcome(refused or f"{command.usage}: {command.effect}.")
        return LineOutcome(self._prompt_of(seat), choices=self.moves.begun(""))

    def prompt(self, chosen: Sequence[Collection[str]]) -> str:
        """Return what to choose next, once addresses of a move are chosen step by step."""
        moves = self.moves
        among = Selection.among(self.game.move_notation, (o.move for o in moves.every.values()))
        left = replaced(among, chosen=tuple(map(frozenset, chosen))).remaining
        return moves.prompt([choice.move for choice in left])

    def completions(self, line: str) -> tuple[str, ...]:
        """Return the lines that ``line`` may grow into by one word."""
        return completions(line, self.moves, self._panel_names)

    def number_at(self, position: int) -> int:
        """Return the number of answers at a position; of a spectator, they are the same."""
        return position if self.seat is None else self._past.number_at(self.seat, position)

    def position_of(self, number: int) -> int:
        """Return the position after so many answers; for a spectator, of the first seat."""
        return self._past.position_of(self.seat or 0, number)

    # Acting

    def read(self, line: str) -> Reading:
        """Return the act that a line says, for this seat or for the one that it names.

        If no person plays here, it says none.
        """
        session = self._session
        if not self.is_played:
            return Reading()
        try:
            named, text = addressed(line)
        except NotationError as fault:
            return Reading(Unreadable(say("line.not_possible", why=fault)))
        seat = self.seat if named is None else named
        person = session.persons.get(-1 if seat is None else seat)
        reads_theirs = person is not None and not session.is_discreet
        moves = session.move_list(seat) if reads_theirs and seat is not None else self.moves
        asked = person is not None and person.question is not None
        english = in_english(text, self.game.words.phrasebook)
        if english != text and moves.exactly(text) is None:
            text = english
        reading = read_text(text, moves, asked=asked, is_over=session.match.is_over)
        act = reading.act
        if named is None and not asked and isinstance(act, Play) and self._is_early(act):
            reading = replace(reading, act=PlayAhead(act.parts))
        return replace(reading, seat=named)

    def enter(self, line: str) -> Reply:
        """Read a line and carry it out."""
        return self.follow(self.read(line))

    def follow(self, reading: Reading) -> Reply:
        """Do what a line says."""
        if reading.seat not in {None, self.seat}:
            return self._for_another(reading)
        return Reply() if reading.act is None else self.act(reading.act)

    def act(self, act: Act) -> Reply:
        """Do an act, if the one who sits here may do it from this face."""
        try:
            self.check(act)
        except MisuseError as refused:
            return Reply((f"{refused}.",), refused=True)
        if self.seat is None or not self.is_played:
            return Reply()
        if isinstance(act, Ask) and (own := self._answer_of(self.seat, act)) is not None:
            return own.after(cancel_order(self._session, self._session.persons[self.seat]))
        reply = execute(self._session, self.seat, act)
        if self._surface is not Surface.PAGE:
            reply = reply.after(reply.plans)
        if reply.rule and not reply.refused and self._surface is Surface.TERMINAL:
            line = say("rules.to_read", line=reply.lines[-1], rule=reply.rule)
            return replace(reply, lines=(*reply.lines[:-1], line))
        return reply

    def check(self, act: Act) -> None:
        """Check that the one who sits here may do an act from this face.

        Raises:
            MisuseError: They may not; it names the acts that they can do instead.
        """
        identity = Identity.SPECTATOR if self.seat is None else Identity.PERSON
        if refused := why_not(act, identity, self._surface):
            raise MisuseError(refused.rstrip("."))

    def fork(self, act: Fork) -> Beginning:
        """Return the header, with new luck, and the lines of a match that begins earlier.

        Raises:
            MisuseError: The match goes on and hides something.
        """
        self.check(act)
        match = self._session.match
        if match.game.has_hidden_information and not match.is_over:
            raise MisuseError(say("past.not_yet"))
        number = self.number_at(max(min(act.at, self.position), 0))
        return replace(match.header, seed=urandom(8).hex(), lesson=UNSET), self._past.lines(number)

    # Inside

    def _outcome_of_moves(self, seat: Seat, act: Play, typed: str) -> LineOutcome:
        """Say what Enter would do with moves; a lesson objects to a move that does not lead on."""
        session = self._session
        text = ", ".join(act.parts) if len(act.parts) > 1 else typed
        outcome = predict(session.match, seat, self.moves, text, session.describe)
        objection = session.lesson_objection(seat, outcome.plays[0]) if outcome.plays else ""
        return LineOutcome(objection, choices=outcome.choices) if objection else outcome

    def _answer_of(self, seat: Seat, asked: Ask) -> Reply | None:
        """Answer a question about the past, or about the possible lines; None for any other."""
        last = self._past.last
        number = last - 1 if asked.about.casefold() == "back" else read_number(asked.about)
        if asked.topic is Topic.HELP:
            return Reply((*say("help.intro").split("\n"), *self._help_lines()))
        if asked.topic is Topic.LOG:
            return Reply(tuple(self._log_lines()) or (say("log.nothing"),))
        if asked.topic is Topic.ANALYSE:
            own = (n for n, mover in enumerate(self.movers, 1) if mover == seat)
            asked_for = max(own, default=0) if number is None else number
            return Reply(tuple(self._analysis_of(asked_for)))
        if asked.topic is not Topic.LOOK or number is None:
            return None
        if not 0 <= number <= last:
            return Reply((say("past.choose", last=last),), refused=True)
        return Reply(show=Show.PAST, what=str(number))

    def _help_lines(self) -> Iterator[str]:
        """Yield the commands that can be typed at this face, with their effects."""
        heads = [(one.usage, one.effect) for one in COMMANDS if one.has_help and self._takes(one)]
        if self._surface is Surface.TERMINAL and len(self._session.persons) > 1:
            heads.append((say("takes.seat"), say("help.seat")))
        width = max(len(usage) for usage, _ in heads)
        yield from (f"  {usage:{width}}  {effect}" for usage, effect in heads)

    def _takes(self, command: TypedCommand) -> bool:
        """Return whether a command can be typed at this face."""
        return not why_not(command.make(""), Identity.PERSON, self._surface)

    def _log_lines(self) -> Iterator[str]:
        """Yield the log; the first line of each turn begins with the number of its last answer."""
        for turn in by_turn(self.view().log):
            signs = (f"{self.number_at(turn[0].at):>4}", *repeat(" " * 4, len(turn) - 1))
            yield from (f"{n}  {one.sentence}" for n, one in zip(signs, turn, strict=True))

    def _analysis_of(self, number: int) -> Iterator[str]:
        """Yield what a bot thinks of an answer, given what its seat knew.

        Before the end, one may ask about one's own moves.
        """
        seat = dict(enumerate(self.movers, 1)).get(number)
        if seat is None:
            yield say("past.no_move", n=number)
            return
        try:
            decision, made = self._past.decision(self._looks_as(seat), number - 1)
        except MisuseError as refused:
            yield say("line.not_possible", why=refused)
            return
        from parlour.table.text.hints import analysed  # bots: slow to import

        yield from analysed(self.game, decision, made, self.viewer)

    def _for_another(self, reading: Reading) -> Reply:
        """Act for another person; if something is hidden, nothing of theirs is shown."""
        session = self._session
        other = reading.seat
        act = reading.act
        if self._surface is not Surface.TERMINAL:
            return Reply((say("others.own_page"),), refused=True)
        if other is None or other not in session.persons:
            return Reply((say("others.no_person", n=(other or 0) + 1),))
        if act is None or self.seat is None:
            return Reply()
        if session.is_discreet and isinstance(act, Play | Confirm):
            return Reply(hand_over=other, line=reading.text)
        if session.is_discreet and why_not(act, Identity.NEIGHBOUR, self._surface):
            word = in_own_words(reading.word, None)
            only = say("others.only", session.viewer, seat=other, word=word)
            return Reply((only,))
        chair = self if session.is_discreet else Chair(session, self._past, other, self._surface, 0)
        return chair.act(act)

    def _is_early(self, act: Play) -> bool:
        """Return whether others are to move before this seat, and the moves are no offer."""
        match = self._session.match
        if not match.awaited.seats or self.seat is None or self.seat in match.awaited.seats:
            return False
        found = self.moves.find(act.parts[0])
        is_offer = not isinstance(found, str) and found[0] in match.offers(self.seat)
        return not is_offer and not why_not(PlayAhead(act.parts), Identity.PERSON, self._surface)

    def _own_seat(self) -> Seat:
        """Return the seat of the person here.

        Raises:
            MisuseError: No person plays here.
        """
        if self.seat is None or not self.is_played:
            raise MisuseError(say("only_players"))
        return self.seat

    def _panel_names(self) -> list[str]:
        return [] if self.seat is None else panel_names(self._session, self.seat)
