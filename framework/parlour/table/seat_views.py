"""Views of one seat, or of a spectator: the table now, earlier, or as a line would leave it."""

from collections.abc import Sequence

from parlour.match import MatchHistory, SeatHistory
from parlour.rules import PERSON, YOU, MisuseError, Refusal, Result, Seat, Viewer, one_line
from parlour.table.move_list import MoveList
from parlour.table.session import Session
from parlour.table.text.plans import ShownPlan, shown_plans
from parlour.table.text.sentences import MAX_REASON, RESIGNED, result_lines
from parlour.table.text.telling import Teller
from parlour.table.view import (
    AwaitedSeats,
    Difference,
    GameName,
    TableDrawing,
    TableView,
    awaited_seats,
    points_of,
)
from parlour.words import say


class SeatViews:
    """The views of one seat, or of a spectator ``delay`` answers late."""

    def __init__(self, session: Session, past: MatchHistory, seat: Seat | None, delay: int) -> None:
        self._session = session
        self._past = past
        self.seat = seat
        """The seat, or None for a spectator."""
        self._delay = delay
        self.game = session.game
        self._heard: SeatHistory | None = None if seat is None else SeatHistory(session.match, seat)
        self._viewer = session.viewer
        self._teller = Teller(session.game, self.viewer, seat)
        self._drawn: tuple[TableDrawing, ...] = ()

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

    def view(self) -> TableView:
        """Return everything that is shown here now.

        Raises:
            MisuseError: The game shows a spectator nothing now.
        """
        return self._spectated() if self.seat is None else self._seen(self.seat)

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

    def _preview(self, view: object, line: str, *notes: str) -> TableView:
        """Return a ``view`` that the seat would have after a line, compared with the view now."""
        seat = self.seat or 0
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

    def _plans(self, seat: Seat) -> tuple[ShownPlan, ...]:
        """Return the plans that a seat is shown; in a lesson, none."""
        session = self._session
        is_taught = session.lesson_step(seat) is not None
        return () if is_taught else shown_plans(session.move_list(seat), self.viewer)

    def _prompt_of(self, seat: Seat) -> str:
        """Return the sentence that tells a seat what to do now, or names the awaited seats."""
        person = self._session.persons.get(seat)
        if person is not None and person.question is not None:
            return str(person.question.text)
        turn = self._turn(seat)
        prompt = self._session.move_list(seat).prompt() if turn.mine else ""
        return prompt or turn.text

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

    # Inside

    def _looks_as(self, wanted: Seat | None) -> Seat:
        """Return the seat as which somebody looks back.

        Raises:
            MisuseError: They may not.
        """
        match = self._session.match
        seat = self.seat if wanted is None else wanted
        if match.is_over:
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
        others = session.others_since(seat)
        return TableView(
            position=self.position,
            game=GameName.of(self.game),
            names=self.viewer.names,
            seat=seat,
            table=Difference(now, before),
            moves=session.move_list(seat),
            plans=self._plans(seat),
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
            ahead=self.game.in_own_words(", ".join(person.ahead)) if person else "",
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
