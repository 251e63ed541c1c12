"""The telling of a match: what a seat was told, turn by turn, in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from parlour.match.game import Game, Match
from parlour.rules.events import ChanceResolved, Event, Forfeited, Played, Undone
from parlour.rules.panels import Happening
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.text.sentences import covered_by_events, looked_up, sentence

ANSWERS = (Played, ChanceResolved, Undone, Forfeited)
"""Kinds of events that stand for a line of the record; the game's own events follow them."""

STATES = (Played, ChanceResolved)
"""Kinds of answers that led from one state to the next."""


@dataclass
class ToldAnswer:
    """A line of the record as one seat was told it."""

    first: int
    """Number of events that the seat was told before it."""
    events: list[Event] = field(default_factory=list)
    """The answer and all that came of it, masked for the seat."""
    before: Any = None
    """The state before it; None where it was taken back, or changed no state."""
    after: Any = None
    """The state after it; None likewise."""
    end: int = 0
    """Number of events that the seat was told up to its end."""


@dataclass(frozen=True)
class ToldTurn:
    """The sentences of one turn, as one seat was told it."""

    at: int
    """Number of events that the seat was told up to its end."""
    seat: Seat | None
    """The seat that moved; None where only chance did, or nobody."""
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Telling:
    """Everything that a seat was told up to one position, ready to be put in sentences."""

    game: Game
    viewer: Viewer
    seat: Seat | None
    """The seat that was told it; None for an onlooker."""
    answers: tuple[ToldAnswer, ...]
    since: int
    """Number of events that the seat had been told at its last decision."""
    is_over: bool = False
    """Whether the match is over, so that everything may be looked up."""

    @classmethod
    def of(cls, match: Match, viewer: Viewer, seat: Seat, since: int) -> "Telling":
        """Return what ``seat`` was told of ``match`` so far."""
        answers = tuple(answers_told(match, seat))
        return cls(match.game, viewer, seat, answers, since, match.is_over)

    @cached_property
    def news(self) -> tuple[tuple[str, ...], ...]:
        """Sentences told since the seat's last decision: a tuple for each turn."""
        return tuple(turn.sentences for turn in self.fresh_turns)

    @cached_property
    def log(self) -> tuple[str, ...]:
        """All sentences told, with the answers that other sentences repeat.

        What was told before the seat's last decision is as the seat may look it up now.
        """
        return tuple(line for turn in self.all_turns for line in turn.sentences)

    @cached_property
    def fresh_turns(self) -> tuple[ToldTurn, ...]:
        """The turns since the seat's last decision, with the sentences of ``news``."""
        fresh = [answer for answer in self.answers if answer.first >= self.since]
        return self._told(turns(fresh), everything=False)

    @cached_property
    def all_turns(self) -> tuple[ToldTurn, ...]:
        """All turns, with the sentences of ``log``."""
        told = ([self._looked_up(answer) for answer in turn] for turn in turns(self.answers))
        return self._told(told, everything=True)

    def _told(
        self, some: Iterable[Sequence[ToldAnswer]], *, everything: bool
    ) -> tuple[ToldTurn, ...]:
        """Put turns in sentences; those without any are left out."""
        told = (
            ToldTurn(turn[-1].end, _mover(turn), tuple(self._tell(turn, everything=everything)))
            for turn in some
        )
        return tuple(turn for turn in told if turn.sentences)

    def _looked_up(self, answer: ToldAnswer) -> ToldAnswer:
        """Return an answer as the seat may look it up now."""
        if self.viewer.memory or self.is_over or answer.first >= self.since:
            return answer
        return replace(answer, events=looked_up(self.game, answer.events))

    def _tell(self, turn: Sequence[ToldAnswer], *, everything: bool = False) -> Iterator[str]:
        """Yield the sentences of one turn."""
        if self.game.words.narrate is not None and turn[0].before is not None:
            yield from self.game.words.narrate(tuple(self._happenings(turn)), self.viewer)
            return
        for answer in turn:
            for event in answer.events:
                if everything or not self._is_known(event):
                    text = sentence(self.game, event, self.viewer)
                    if text:
                        yield text

    def _is_known(self, event: Event) -> bool:
        """Return whether the seat need not read it: its own move, or told again by an event."""
        own = isinstance(event, Played) and event.seat == self.seat
        return own or covered_by_events(self.game, event)

    def _happenings(self, turn: Sequence[ToldAnswer]) -> Iterator[Happening[Any]]:
        before = self._view(turn[0].before)
        for answer in turn:
            after = self._view(answer.after)
            yield Happening(before, tuple(answer.events), after)
            before = after

    def _view(self, state: Any) -> Any:
        rules = self.game.rules
        return rules.spectator_view(state) if self.seat is None else rules.view(state, self.seat)


def answers_told(match: Match, seat: Seat) -> list[ToldAnswer]:
    """Return the lines of the record as ``seat`` was told them, with the states around them."""
    found: list[ToldAnswer] = []
    standing: list[ToldAnswer] = []
    for number, event in enumerate(match.events(seat)):
        if isinstance(event, ANSWERS) or not found:
            found.append(ToldAnswer(number))
            if isinstance(event, STATES):
                standing.append(found[-1])
            elif isinstance(event, Undone):
                standing.pop()
        found[-1].events.append(event)
        found[-1].end = number + 1
    states = [*(step.before for step in match.steps), match.state]
    for answer, before, after in zip(standing, states, states[1:], strict=False):
        answer.before, answer.after = before, after
    return found


def _mover(turn: Sequence[ToldAnswer]) -> Seat | None:
    """Return the seat that moved in a turn."""
    heads = (answer.events[0] for answer in turn)
    return next((head.seat for head in heads if isinstance(head, Played)), None)


def turns(answers: Iterable[ToldAnswer]) -> Iterator[list[ToldAnswer]]:
    """Yield the answers by turn: the moves of one seat in a row, with the chance between them.

    What has no states around it, such as a move that was taken back, stands alone.
    """
    turn: list[ToldAnswer] = []
    mover: Seat | None = None
    for answer in answers:
        head = answer.events[0]
        seat = head.seat if isinstance(head, Played) else mover
        apart = answer.before is None or (turn and turn[-1].before is None)
        if turn and (apart or seat != mover):
            yield turn
            turn = []
        turn.append(answer)
        mover = seat
    if turn:
        yield turn


def fitted(news: Sequence[Sequence[str]], rows: int, width: int) -> list[str]:
    """Return the last whole turns that fit into ``rows`` of ``width`` columns, at least one.

    A line says how many sentences are left out.
    """
    chosen: list[Sequence[str]] = []
    room = rows
    for turn in reversed(news):
        room -= sum(-(-len(line) // width) for line in turn)
        if chosen and room < (len(chosen) + 1 < len(news)):
            break
        chosen.insert(0, turn)
    hidden = sum(map(len, news)) - sum(map(len, chosen))
    lines = [line for turn in chosen for line in turn]
    return [f"(… {hidden} earlier; 'log' shows all)", *lines] if hidden else lines
