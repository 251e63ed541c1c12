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

from parlour.hooks.lookup import MARKERS
from parlour.match import AWAY, BACK, Header, Line, MatchHistory, SeatHistory, certain_view
from parlour.players.included import hint
from parlour.rules import (
    PERSON,
    YOU,
    MisuseError,
    NotationError,
    Refusal,
    Result,
    Seat,
    Viewer,
    one_line,
    points_of,
)
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
    addressed,
    completions,
    predict,
    read_number,
    read_text,
)
from parlour.table.selection import Selection
from parlour.table.session import Session
from parlour.table.text.plans import shown_plans
from parlour.table.text.sentences import MAX_REASON, RESIGNED, result_lines
from parlour.table.text.telling import Teller, by_turn
from parlour.table.view import (
    AwaitedSeats,
    Difference,
    GameName,
    Mark,
    NoPreview,
    TableDrawing,
    TableView,
    awaited_seats,
)
from parlour.words import in_english, in_own_words, say

Beginning: TypeAlias = tuple[Header, tuple[Line, ...]]
"""The header of a match that begins with some lines of another, or with none."""


class Chair:
    """One identity at one table: a seat, or a spectator's place."""

    def __init__(
        self,
        session: Session,
        history: MatchHistory,
        seat: Seat | None,
        surface: Surface,
        delay: int,
    ) -> None:
        self.seat = seat
        """The seat, or None for a spectator."""
        self.game = session.game
        self._session = session
        self._past = history
        self._surface = surface
        self._delay = delay
        self._heard = None if seat is None else SeatHistory(session.match, seat)
        self._viewer = session.viewer
        self._teller = Teller(session.game, self.viewer, seat)
        self._drawn: tuple[TableDrawing, ...] = ()

    # Readings

    @property
    def viewer(self) -> Viewer:
        """The names of the seats, as they are called here."""
        names = self._session.viewer.titles
        if self.seat is None and YOU in names:
            return Viewer(tuple(PERSON if name == YOU else name for name in names))
        return self._session.viewer

    @property
    def position(self) -> int:
        """Number of events that the seat was told; of a spectator, the number of answers shown."""
        if self.seat is None:
            last = self._past.last
            return last if self._session.match.is_over else max(0, last - self._delay)
        return len(self._session.match.events(self.seat))

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
        if self.seat is None:
            return MoveList(self.game, None, (), ())
        return self._session.move_list(self.seat)

    def view(self) -> TableView:
        """Return everything that is shown here now.

        Raises:
            MisuseError: The game shows a spectator nothing now.
        """
        return self._spectated() if self.seat is None else self._seen(self.seat)

    def check_sight(self) -> None:
        """Check that something is shown here now.

        Raises:
            MisuseError: The game shows spectators nothing before the match is over.
        """
        if self.seat is None:
            self._spectators_view(self.position)

    def at(self, at: int, seat: Seat | None = None, since: int | None = None) -> TableView:
        """Return the table as a seat saw it at a position, compared with an earlier one.

        Once the match is over, anybody may look as any ``seat``. Without ``since``, it is compared
        with the position before.

        Raises:
            MisuseError: One may not look as that seat now.
        """
        looks = self._looks_as(seat)
        stops = self._past.positions(looks)
        here = max((stop for stop in stops if stop <= at), default=stops[0])
        latest = here - 1 if since is None else min(since, here - 1)
        before = max((stop for stop in stops if stop <= latest), default=here)
        now, earlier = (
            self._drawing(self._past.view(looks, self._past.number_at(looks, stop)))
            for stop in (here, before)
        )
        told = SeatHistory(self._session.match, looks).answers
        person = None if self._session.match.is_over else self._session.persons.get(looks)
        fresh = before if person is None else max(before, person.since)
        teller = Teller(self.game, self.viewer, looks)
        return TableView(
            shows="past",
            position=here,
            game=GameName.of(self.game),
            names=self.viewer.names,
            seat=looks,
            table=Difference(now, earlier),
            moves=MoveList(self.game, now.view, (), ()),
            status=now.status,
            score=(score := now.score),
            points=points_of(score),
            news=teller.log([one for one in told if before <= one.first < here], fresh),
            is_over=self._session.match.is_over,
            stops=tuple(stops),
            answer=self._past.number_at(looks, here),
        )

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
        return replace(self._preview(seat, view, line, *notes), prompt=prompt)

    def result(self) -> tuple[str, ...]:
        """Return the lines that tell the result; empty before the end."""
        match = self._session.match
        viewer = self.viewer
        if not isinstance(match.awaited, Result):
            return ()
        forfeits = (
            one_line(
                say("result.forfeited", viewer, seat=seat, cause=lost.cause, reason=lost.reason),
                MAX_REASON,
            )
            for seat, lost in match.forfeits.items()
            if lost.cause != RESIGNED
        )
        return (*result_lines(self.game, match.awaited, viewer), *forfeits)

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
        seat = self.seat
        return completions(
            line, self.moves, lambda: [] if seat is None else panel_names(self._session, seat)
        )

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
        english = in_english(text, self.game.words.phrasebook, self.viewer.names)
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
        is_open = match.is_over or self._session.shows_all
        if match.game.has_hidden_information and not is_open:
            raise MisuseError(say("past.not_yet"))
        lines = self._past.lines(self.number_at(max(min(act.at, self.position), 0)))
        # Somebody who resigned or is away plays on.
        kept = tuple(
            line
            for line in lines
            if line.forfeit is None or line.forfeit.cause not in {RESIGNED, AWAY, BACK}
        )
        return replace(match.header, seed=urandom(8).hex(), lesson=UNSET), kept

    def opinion_on(self, number: int) -> tuple[str, ...]:
        """Return what a bot thinks of an answer, given what its seat knew.

        Before the end, one may ask about one's own moves.
        """
        seat = dict(enumerate(self.movers, 1)).get(number)
        session = self._session
        if session.advice != "all" and not session.match.is_over:
            return (say(f"advice.{session.advice}"),)
        if seat is None:
            return (say("past.no_move", n=number),)
        try:
            decision, made = self._past.decision(self._looks_as(seat), number - 1)
        except MisuseError as refused:
            return (say("line.not_possible", why=refused),)
        return hint(self.game, decision, self.viewer, made).lines

    def marks(self) -> tuple[Mark, ...]:
        """Return what plugins say of the answers of a match that is over; it takes its time.

        Raises:
            ParlourError: The match is not over, or cannot be analysed.
        """
        session = self._session
        if not session.match.is_over:
            raise MisuseError(say("analysis.over"))
        marks: list[Mark] = []
        for marker in MARKERS.all()[0].values():
            make = MARKERS.resolve(marker, marker.place)
            marks += make(session.match, session.path, self.viewer)
        return tuple(marks)

    # What lines and acts need

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
            answered_here = (n for n, mover in enumerate(self.movers, 1) if mover == seat)
            asked_for = max(answered_here, default=0) if number is None else number
            return Reply(self.opinion_on(asked_for))
        if asked.topic is not Topic.LOOK or number is None:
            return None
        if not 0 <= number <= last:
            return Reply((say("past.choose", last=last),), refused=True)
        return Reply(show=Show.PAST, what=str(number))

    def _help_lines(self) -> Iterator[str]:
        """Yield the commands that can be typed at this face, with their effects."""
        heads = [
            (command.usage, command.effect)
            for command in COMMANDS
            if command.has_help and not why_not(command.make(""), Identity.PERSON, self._surface)
        ]
        if self._surface is Surface.TERMINAL and len(self._session.persons) > 1:
            heads.append((say("takes.seat"), say("help.seat")))
        width = max(len(usage) for usage, _ in heads)
        yield from (f"  {usage:{width}}  {effect}" for usage, effect in heads)

    def _log_lines(self) -> Iterator[str]:
        """Yield the log; the first line of each turn begins with the number of its last answer."""
        for turn in by_turn(self.view().log):
            signs = (f"{self.number_at(turn[0].at):>4}", *repeat(" " * 4, len(turn) - 1))
            yield from (f"{n}  {one.sentence}" for n, one in zip(signs, turn, strict=True))

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
            return Reply((say("others.only", session.viewer, seat=other, word=word),))
        chair = self if session.is_discreet else Chair(session, self._past, other, self._surface, 0)
        return chair.act(act)

    def _is_early(self, act: Play) -> bool:
        """Return whether others are to move before this seat, and the moves are no offer."""
        match = self._session.match
        if not match.awaited.seats or self.seat is None or self.seat in match.awaited.seats:
            return False
        moves = self.moves.find(act.parts[0])
        is_offer = not isinstance(moves, str) and moves[0] in match.offers(self.seat)
        return not is_offer and not why_not(PlayAhead(act.parts), Identity.PERSON, self._surface)

    def _own_seat(self) -> Seat:
        """Return the seat of the person here.

        Raises:
            MisuseError: No person plays here.
        """
        if self.seat is None or not self.is_played:
            raise MisuseError(say("only_players"))
        return self.seat

    # What views need

    def _preview(self, seat: Seat, view: object, line: str, *notes: str) -> TableView:
        """Return a ``view`` that the seat would have after a line, compared with the view now."""
        after = self._drawing(view)
        return TableView(
            shows="preview",
            position=self.position,
            game=GameName.of(self.game),
            names=self.viewer.names,
            seat=seat,
            table=Difference(after, self._drawing(self._session.match.view(seat))),
            moves=MoveList(self.game, view, (), ()),
            status=after.status,
            score=(),
            news=(),
            line=line,
            notes=notes,
        )

    def _prompt_of(self, seat: Seat) -> str:
        """Return the sentence that tells a seat what to do now, or names the awaited seats."""
        person = self._session.persons.get(seat)
        if person is not None and person.question is not None:
            return str(person.question.text)
        turn = self._turn(seat)
        prompt = self._session.move_list(seat).prompt() if turn.mine else ""
        return prompt or turn.text

    def _looks_as(self, wanted: Seat | None) -> Seat:
        """Return the seat as which somebody looks back.

        Raises:
            MisuseError: They may not.
        """
        match = self._session.match
        seat = self.seat if wanted is None else wanted
        if match.is_over or self._session.shows_all:
            return seat if seat is not None and 0 <= seat < match.seats else 0
        if seat is None or seat != self.seat:
            raise MisuseError(say("past.own_seat"))
        return seat

    def _drawing(self, view: object) -> TableDrawing:
        """Return the drawing of a view; one of the last two is not drawn again."""
        viewer = self.viewer
        known = (one for one in self._drawn if one.shows(view, viewer))
        drawing = next(known, None) or TableDrawing(self.game, view, viewer)
        others = tuple(one for one in self._drawn if one is not drawing)
        self._drawn = (drawing, *others[:1])
        return drawing

    def _teller_of_now(self) -> Teller:
        """Return what puts events in sentences, with the names of now."""
        if self._viewer is not self._session.viewer:
            self._viewer = self._session.viewer
            self._teller = Teller(self.game, self.viewer, self.seat)
        return self._teller

    def _seen(self, seat: Seat) -> TableView:
        """Return what a seat is shown now."""
        session = self._session
        match = session.match
        person = session.persons.get(seat)
        answers = self._heard.answers if self._heard is not None else ()
        since = person.since if person else 0
        before = self._drawing(person.earlier) if person and person.earlier is not None else None
        now = self._drawing(match.view(seat))
        teller = self._teller_of_now()
        moves = session.move_list(seat)
        is_taught = session.lesson_step(seat) is not None
        others = session.others_since(seat)
        return TableView(
            position=self.position,
            game=GameName.of(self.game),
            names=self.viewer.names,
            seat=seat,
            table=Difference(now, before),
            moves=moves,
            plans=() if is_taught else shown_plans(moves),
            people=tuple(sorted(session.persons)),
            is_over=match.is_over,
            turn=self._turn(seat),
            prompt=self._prompt_of(seat),
            status=now.status,
            score=(score := now.score),
            points=points_of(score),
            log=teller.log(answers, 0 if match.is_over else since),
            news=teller.news([one for one in answers if one.first >= since]),
            question=str(person.question.text) if person and person.question else "",
            why_no_undo=session.describe(others) if isinstance(others, Refusal) else "",
            clocks=tuple(None if left is None else int(left) for left in session.clocks),
            result=self.result(),
            places=match.awaited.places if isinstance(match.awaited, Result) else (),
            order=self.game.localized_orders().get(person.order, "") if person else "",
            ahead=moves.shown(*person.ahead) if person else "",
            notes=tuple(map(str, person.notes)) if person else (),
            lesson=session.lesson_text(seat) if person else "",
        )

    def _turn(self, seat: Seat) -> AwaitedSeats:
        session = self._session
        request = session.request
        seats = session.match.awaited.seats if request is None else request.waiting
        return self._awaited(seats, seat)

    def _awaited(self, seats: Sequence[Seat], seat: Seat | None) -> AwaitedSeats:
        if seats:
            return awaited_seats(self.viewer, seats, seat, frozenset(self._session.persons))
        return AwaitedSeats(text=say("turn.over") if self._session.match.is_over else "")

    def _spectators_view(self, number: int) -> object:
        """Return what a spectator sees after so many answers.

        Raises:
            MisuseError: The game shows nothing then.
        """
        view = self._past.view(None, number)
        if view is None:
            raise MisuseError(say("no_spectators", title=self.game.title))
        return view

    def _spectated(self) -> TableView:
        """Return the view of a spectator now, ``delay`` answers late until the end.

        Raises:
            MisuseError: The game shows nothing now.
        """
        past = self._past
        number = self.position
        view = self._spectators_view(number)
        earlier = past.view(None, max(number - 1, 0))
        before = None if earlier is None else self._drawing(earlier)
        now = self._drawing(view)
        answers = past.public_answers(number)
        teller = self._teller_of_now()
        match = self._session.match
        turn = self._awaited(past.awaited(number), None)
        return TableView(
            position=number,
            game=GameName.of(self.game),
            names=self.viewer.names,
            seat=None,
            table=Difference(now, before),
            moves=MoveList(self.game, view, (), ()),
            people=tuple(sorted(self._session.persons)),
            is_over=match.is_over,
            turn=turn,
            prompt=turn.text,
            status=now.status,
            score=(score := now.score),
            points=points_of(score),
            news=teller.news([one for one in answers if one.first >= number - 1]),
            log=teller.log(answers, 0 if match.is_over else max(number, 1) - 1),
            why_no_undo=say("only_players"),
            result=self.result(),
            places=match.awaited.places if isinstance(match.awaited, Result) else (),
        )
