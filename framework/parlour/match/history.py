"""The past of a match as a seat or a spectator saw it: the one way to it from other rooms.

Views and events come out of here, and never a state.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple

from typing_extensions import TypeVar

from parlour.match.decision import Decision
from parlour.match.match import Match
from parlour.match.record import Line
from parlour.rules import ChanceResolved, Event, Forfeited, Played, Result, Seat, State, Undone

V = TypeVar("V", default=Any)

ANSWERS = (Played, ChanceResolved, Undone, Forfeited)
"""Kinds of events that stand for a line of the record; the game's own events follow them."""

STATES = (Played, ChanceResolved)
"""Kinds of answers that lead from one state to the next."""


class SeenAnswer(Generic[V]):
    """A line of the record as a seat or a spectator was told it."""

    __slots__ = ("_after", "_before", "_observer", "end", "events", "first")

    def __init__(self, first: int, observer: "_Observer[V]") -> None:
        self.first = first
        """Number of events told before it."""
        self.end = first
        """Number of events told up to its end."""
        self.events: tuple[Event, ...] = ()
        """The answer and what came of it, masked for the seat that was told."""
        self._observer = observer
        self._before: State | None = None
        self._after: State | None = None

    @property
    def stands(self) -> bool:
        """Whether it led from one view to another and was not taken back."""
        return self._before is not None

    @property
    def views(self) -> tuple[V, V]:
        """The view before it and after it; only of an answer that stands.

        They are made when they are read, since a long match has many.
        """
        if self._before is None or self._after is None:
            raise ValueError("expected an answer that stands")
        return self._observer.seen(self._before), self._observer.seen(self._after)

    def stand(self, before: State | None, after: State | None) -> None:
        """Set the states around it, or None once it is taken back."""
        self._before, self._after = before, after


class _Observer(Generic[V]):
    """Somebody who sees a match: a seat, or a spectator."""

    def __init__(self, match: Match, seat: Seat | None) -> None:
        self._rules = match.game.rules
        self._seat = seat
        self._last: tuple[State | None, V | None] = None, None
        """The state that was seen last, and its view: answers in a row share one."""

    def seen(self, state: State) -> Any:
        """Return the view of a state, or None if a spectator may not see it."""
        if self._last[0] is not state:
            self._last = state, self._view(state)
        return self._last[1]

    def _view(self, state: State) -> Any:
        if self._seat is not None:
            return self._rules.view(state, self._seat)
        shown = self._rules.spectator_view(state)
        if shown is None and isinstance(self._rules.awaited(state), Result):
            return self._rules.view(state, 0)
        return shown


class SeatHistory(Generic[V]):
    """The answers that one seat was told, read further as the match goes on."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self._match = match
        self._seat = seat
        self._observer: _Observer[V] = _Observer(match, seat)
        self._answers: list[SeenAnswer[V]] = []
        self._standing: list[SeenAnswer[V]] = []
        self._read = 0

    @property
    def answers(self) -> Sequence[SeenAnswer[V]]:
        """Every line of the record so far."""
        news = self._match.events(self._seat, self._read)
        for event in news:
            self._hear(event)
        if news:
            self._set_states()
        return self._answers

    def _hear(self, event: Event) -> None:
        if isinstance(event, ANSWERS) or not self._answers:
            answer: SeenAnswer[V] = SeenAnswer(self._read, self._observer)
            self._answers.append(answer)
            if isinstance(event, STATES):
                self._standing.append(answer)
            elif isinstance(event, Undone):
                self._standing.pop().stand(None, None)
        self._read += 1
        self._answers[-1].events += (event,)
        self._answers[-1].end = self._read

    def _set_states(self) -> None:
        """Give the answers that stand, the newest first, the states around them."""
        after = self._match.state
        newest_first = reversed(self._match.steps)
        for answer, step in zip(reversed(self._standing), newest_first, strict=False):
            if answer.stands:
                break
            answer.stand(step.before, after)
            after = step.before


class _Stop(NamedTuple):
    """A match after some line of its record."""

    state: State
    told: tuple[int, ...]
    """Number of events that each seat had been told."""
    lines: int
    """Number of lines of the record."""


class MatchHistory:
    """The positions of a match, replayed line by line when somebody asks for them.

    A position of a seat is the number of events that it had been told; one of a spectator is the
    number of answers.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._again = Match(match.game, match.header, dealing=False)
        self._found = [self._stop()]
        self._answers: list[SeenAnswer] = []
        self._standing: list[SeenAnswer] = []
        self._spectator: _Observer = _Observer(match, None)

    @property
    def last(self) -> int:
        """The number of answers so far."""
        return len(self._stops()) - 1

    def positions(self, seat: Seat) -> list[int]:
        """Return the positions of a seat where the table may have changed, in order."""
        return sorted({stop.told[seat] for stop in self._stops()})

    def number_at(self, seat: Seat, position: int) -> int:
        """Return the number of answers at the last position of a seat not later than one."""
        stops = self._stops()
        return max(bisect_right(stops, position, key=lambda stop: stop.told[seat]) - 1, 0)

    def position_of(self, seat: Seat, number: int) -> int:
        """Return the position of a seat after so many answers."""
        return self._stops()[number].told[seat]

    def view(self, seat: Seat | None, number: int) -> object:
        """Return what a seat saw after so many answers; None as ``seat`` is a spectator.

        It is None if a spectator may not see it.
        """
        return _Observer(self._match, seat).seen(self._stops()[number].state)

    def awaited(self, number: int) -> tuple[Seat, ...]:
        """Return the seats that were awaited after so many answers."""
        return tuple(self._match.game.rules.awaited(self._stops()[number].state).seats)

    def decision(self, seat: Seat, number: int) -> tuple[Decision, str]:
        """Return the question that a seat answered after so many answers, and its move's text."""
        state = self._stops()[number].state
        rules = self._match.game.rules
        moves = tuple(rules.moves(state, seat))
        made = self._again.lines[number].move or ""
        return Decision(seat, rules.view(state, seat), moves, seats=self._match.seats), made

    @property
    def movers(self) -> tuple[Seat | None, ...]:
        """The seat that gave each answer, or None for chance."""
        return tuple(line.seat for line in self._again.lines[: self.last])

    def lines(self, number: int) -> tuple[Line, ...]:
        """Return the lines of the record that led to so many answers."""
        return tuple(self._match.lines[: self._stops()[number].lines])

    def public_answers(self, last: int) -> Sequence[SeenAnswer]:
        """Return the first ``last`` lines as every seat was told them: a spectator counts lines.

        ``last`` may not be less than in a call before.
        """
        for number in range(len(self._answers) + 1, last + 1):
            self._answers.append(self._public_answer(number))
        return self._answers

    def _stops(self) -> Sequence[_Stop]:
        for line in self._match.lines[len(self._again.lines) :]:
            if line.over is None and line.agreed is None:
                self._again.apply(line)
                self._found.append(self._stop())
        return self._found

    def _stop(self) -> _Stop:
        again = self._again
        told = tuple(len(again.events(seat)) for seat in range(again.seats))
        return _Stop(again.state, told, len(again.lines))

    def _public_answer(self, number: int) -> SeenAnswer:
        before, after = self._stops()[number - 1 : number + 1]
        line = self._again.lines[number - 1]
        told = [
            self._again.events(seat, first)[: last - first]
            for seat, (first, last) in enumerate(zip(before.told, after.told, strict=True))
        ]
        answer: SeenAnswer = SeenAnswer(number - 1, self._spectator)
        answer.events = self._public_events(line, told)
        answer.end = number
        if isinstance(answer.events[0], STATES):
            self._standing.append(answer)
            states = before.state, after.state
            if all(self._spectator.seen(state) is not None for state in states):
                answer.stand(*states)
        elif line.undo is not None:
            self._standing.pop().stand(None, None)
        return answer

    def _public_events(self, line: Line, told: Sequence[Sequence[Event]]) -> tuple[Event, ...]:
        """Return the events that every seat was told of a line, its answer as others were told it.

        An event that two seats were told once, and a third twice, is told once.
        """
        head, *rest = told[0]
        if isinstance(head, Played):
            others = [events[0] for seat, events in enumerate(told) if seat != head.seat]
            head = others[0] if others else head
        elif isinstance(head, ChanceResolved) and any(events[0] != head for events in told):
            notation = self._match.game.outcome_notation
            head = ChanceResolved(notation.write_public(notation.read(line.outcome or "")))
        left = [list(events) for events in told]
        public = [head]
        for event in rest:
            if all(event in events for events in left):
                public.append(event)
                for events in left:
                    events.remove(event)
        return tuple(public)
