"""The record of one seat as a table: nobody plays there, and every place sees what the seat saw."""

from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec import UNSET
from msgspec.structs import replace

from parlour.match import Game, SeenAnswer, open_seat_record
from parlour.match.history import STATES
from parlour.rules import MisuseError, Played, Result, Seat, Undone, Viewer, points_of
from parlour.table import (
    AwaitedSeats,
    Chair,
    Difference,
    GameName,
    Mark,
    MoveList,
    Reading,
    RecordTable,
    TableView,
    Turn,
    Who,
    seat_names,
)
from parlour.table.text.sentences import result_lines
from parlour.table.text.telling import Teller
from parlour.table.view import TableDrawing
from parlour.words import say


class SeatReplay(RecordTable):
    """The table of a seat's record. Nobody plays there, and every place sees what the seat saw."""

    def __init__(self, path: Path, game: Game, *, memory: bool = False) -> None:  # no session
        """Read a record.

        Raises:
            RecordError: It is no seat's record of the game.
        """
        self.game = game
        self.path = path
        self.is_discreet = False
        with open_seat_record(path) as record:
            header = record.header
            self.lines = tuple(record.steps(game))
        self.seats = header.seats
        self.seat = header.seat
        """The seat whose record it is."""
        given = () if header.names is UNSET else header.names
        self._viewer = Viewer(seat_names(header.players, given), memory)
        self._place = SeatPlace(self)

    def __enter__(self) -> Self:
        """Do nothing: no bot plays."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Do nothing: no bot plays, and no file is open."""

    def chair(self, seat: Seat | None, delay: int = 0) -> Chair:
        """Return the only place."""
        return self._place

    @property
    def people(self) -> frozenset[Seat]:
        """Nobody."""
        return frozenset()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Nobody."""
        return ()

    @property
    def viewer(self) -> Viewer:
        """The names of the seats."""
        return self._viewer

    def result(self) -> tuple[str, ...]:
        """Return the lines that tell the result; empty unless the record has one."""
        return self._place.view().result

    @property
    def result_told(self) -> Result | None:
        """The result, if the record has one."""
        return self.lines[-1].over if self.lines else None

    @property
    def is_over(self) -> bool:
        """Whether the match has come to its end."""
        return self.result_told is not None

    def turn(self) -> Turn:
        """Return that nobody is to act."""
        return Turn(Who.NOBODY)

    def call_people(self, names: tuple[str, ...]) -> None:
        """Keep the names of the record."""


class SeatPlace(Chair):
    """The place at a seat's record; its positions are the numbers of answers."""

    def __init__(self, table: SeatReplay) -> None:
        self.seat = None
        self.game = table.game
        self.whose = table.seat
        """The seat whose record it is."""
        self._table = table
        steps = [one for one in table.lines if one.over is None]
        self._views: list[Any] = [one.view for one in steps]
        self._told = [one.events for one in steps]

    @property
    def viewer(self) -> Viewer:
        """The names of the seats."""
        return self._table.viewer

    @property
    def position(self) -> int:
        """Number of the last answer."""
        return max(len(self._views) - 1, 0)

    @property
    def is_played(self) -> bool:
        """Whether a person plays here: nobody does."""
        return False

    @property
    def movers(self) -> tuple[Seat | None, ...]:
        """The seat that gave each answer, or None for chance and what the seat was not told."""
        heads = (events[0] if events else None for events in self._told[1:])
        return tuple(head.seat if isinstance(head, Played) else None for head in heads)

    def position_of(self, number: int) -> int:
        """Return the position after so many answers, which is their number."""
        return number

    @cached_property
    def _answers(self) -> list[SeenAnswer[Any]]:
        observer: Any = _AsTold()
        answers = list[SeenAnswer[Any]]()
        standing = list[SeenAnswer[Any]]()
        for number, events in enumerate(self._told[1:], 1):
            answer: SeenAnswer[Any] = SeenAnswer(number - 1, observer)
            answer.events = events
            answer.end = number
            answers.append(answer)
            if events and isinstance(events[0], STATES):
                answer.stand(self._views[number - 1], self._views[number])
                standing.append(answer)
            elif events and isinstance(events[0], Undone) and standing:
                standing.pop().stand(None, None)
        return [one for one in answers if one.events]

    def check_sight(self) -> None:
        """Check that the record shows something.

        Raises:
            MisuseError: It shows nothing.
        """
        if not self._views:
            raise MisuseError(say("no_spectators", title=self.game.title))

    def view(self) -> TableView:
        """Return what the seat saw last, with all that it was told."""
        result = self._table.result_told
        shown = self._shown(self.position, self.position - 1)
        over = say("turn.over") if result else ""
        turn = AwaitedSeats(text=over or say("replay.goes_on"))
        return replace(
            shown,
            shows="now",
            turn=turn,
            prompt=turn.text,
            log=self._teller_of_seat().log(self._answers, 0),
            why_no_undo=say("only_players"),
            result=tuple(result_lines(self.game, result, self.viewer)) if result else (),
            places=result.places if result else (),
            stops=(),
            answer=0,
        )

    def at(self, at: int, seat: Seat | None = None, since: int | None = None) -> TableView:
        """Return the table as the seat saw it at a position, compared with an earlier one.

        Raises:
            MisuseError: Another seat's sight is asked for, which the record does not hold.
        """
        if seat not in {None, self.whose}:
            raise MisuseError(say("past.own_seat"))
        here = min(max(at, 0), self.position)
        return self._shown(here, here - 1 if since is None else min(since, here - 1))

    def after(self, number: int, seat: Seat | None = None) -> TableView:
        """Return the table as the seat saw it after so many answers.

        Raises:
            MisuseError: Another seat's sight is asked for, which the record does not hold.
        """
        return self.at(number, seat)

    def read(self, line: str) -> Reading:
        """Read nothing."""
        return Reading()

    def fork(self, act: object) -> Any:
        """Refuse to go on from here.

        Raises:
            MisuseError: The record does not hold what others have.
        """
        raise MisuseError(say("replay.no_fork"))

    def opinion_on(self, number: int) -> tuple[str, ...]:
        """Say that a bot would have to know what others have."""
        return (say("line.not_possible", why=say("replay.no_fork")),)

    def marks(self) -> tuple[Mark, ...]:
        """Refuse to judge the match.

        Raises:
            MisuseError: The record does not hold what others have.
        """
        raise MisuseError(say("replay.no_fork"))

    def _teller_of_seat(self) -> Teller:
        return Teller(self.game, self.viewer, self.whose)

    def _shown(self, here: int, earlier: int) -> TableView:
        before = max(earlier, 0)
        now, then = (
            TableDrawing(self.game, self._views[number], self.viewer) for number in (here, before)
        )
        news = [one for one in self._answers if before <= one.first < here]
        return TableView(
            shows="past",
            position=here,
            game=GameName.of(self.game),
            names=self.viewer.names,
            seat=None,
            table=Difference(now, then),
            moves=MoveList(self.game, now.view, (), ()),
            status=now.status,
            score=(score := now.score),
            points=points_of(score),
            news=self._teller_of_seat().log(news, before),
            is_over=self._table.is_over,
            stops=tuple(range(len(self._views))),
            answer=here,
        )


class _AsTold:
    """Sees views where another observer sees states: the record holds views."""

    def seen(self, view: Any) -> Any:
        """Return the view."""
        return view
