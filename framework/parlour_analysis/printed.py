"""Recorded matches, printed from the beginning to the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct

from parlour.cli.output import print_json
from parlour.match import (
    ANSWERS,
    Forfeit,
    Line,
    Match,
    RecordReader,
    SeatRecordReader,
    open_replay,
    replay_steps,
)
from parlour.rules import (
    Awaited,
    ChanceResolved,
    Event,
    Forfeited,
    Played,
    Result,
    Seat,
    Undone,
    one_line,
)
from parlour.table.text.sentences import MAX_REASON, looked_up, result_lines, sentence
from parlour.terminal.screen import Screen
from parlour.words import say


class ReplayedAnswer(Struct, frozen=True):
    """A line of a whole record, and what came of it."""

    everything: tuple[Event, ...]
    """The answer and the game's events, with nothing hidden."""
    told: tuple[tuple[Event, ...], ...]
    """The events that each seat was told."""
    forfeit: Forfeit | None

    def events(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return what a seat was told, or everything."""
        return self.everything if seat is None else self.told[seat]

    def reason(self, seat: Seat | None) -> str:
        """Return the reason of a forfeit, if the seat may read it; it may be empty."""
        lost = self.forfeit
        return lost.reason if lost is not None and seat in {None, lost.seat} else ""


class ReplayScreen:
    """Shows the heading, the answers, the tables and the result of a recorded match."""

    def __init__(self, screen: Screen, *, is_finished: bool) -> None:
        """Show a match; unless it ``is_finished`` a seat is told only facts that it may look up."""
        self.screen = screen
        self._tells_all = is_finished or screen.viewer.memory

    def heading(self, options: Mapping[str, object]) -> None:
        """Show the game, the players and the options that are not the usual ones."""
        usual = msgspec.to_builtins(self.screen.game.options())
        chosen = {name: value for name, value in options.items() if value != usual.get(name)}
        own = self.screen.game.words.own
        options_text = "".join(
            f", {own(f'option_name.{name}', name)} {own(f'{name}.{value}', one_line(value, 60))}"
            for name, value in chosen.items()
        )
        names = ", ".join(self.screen.viewer.names)
        self.screen.say(f"{self.screen.game.title}: {names}{options_text}")

    def answer(
        self, number: int, events: Sequence[Event], reason: str, *, is_open: bool = False
    ) -> None:
        """Show what a seat was told of an answer or, if it ``is_open``, everything."""
        texts = self.sentences(self.known(events, is_open=is_open), reason)
        self.screen.say(*(f"{number:>4}  {text}" if number else text for text in texts))

    def known(self, events: Sequence[Event], *, is_open: bool) -> Sequence[Event]:
        """Return the events that may be told."""
        return events if is_open or self._tells_all else looked_up(self.screen.game, events)

    def sentences(self, events: Sequence[Event], reason: str) -> list[str]:
        """Return the sentences of an answer, with the reason of a forfeit."""
        screen = self.screen
        told = (sentence(screen.game, event, screen.viewer) for event in events)
        return [text for text in (*told, one_line(reason, MAX_REASON)) if text]

    def table(self, view_of: Callable[[Seat], object], seat: Seat | None) -> None:
        """Show the table as a seat sees it, or as every seat does if that differs."""
        screen = self.screen
        if seat is not None or not screen.game.has_hidden_information:
            screen.board(view_of(seat or 0))
            return
        for other, name in enumerate(screen.viewer.names):
            screen.say(say("past.sees", seat=name))
            screen.board(view_of(other))

    def result(self, awaited: Awaited | None, *, truncated: bool = False) -> None:
        """Show the result, if there is one; ``truncated`` is a record whose last line is cut."""
        screen = self.screen
        if truncated:
            screen.say(say("past.cut_short"))
        if isinstance(awaited, Result):
            screen.say(*result_lines(screen.game, awaited, screen.viewer))
        else:
            screen.say(say("past.not_over"))


class AnswerForPrograms(Struct, frozen=True):
    """An answer of a match, with what came of it; the first has number 0 and is the beginning."""

    answer: int
    sentences: tuple[str, ...]
    events: tuple[Any, ...]
    """The answer and the game's events, as a record writes them."""


class MatchForPrograms(Struct):
    """A recorded match, as ``--json`` prints it."""

    game: str
    options: Mapping[str, object]
    names: tuple[str, ...]
    answers: list[AnswerForPrograms] = []
    result: Result | None = None
    """None if the match is not over."""
    is_cut_short: bool = False
    """Whether the last line of the record is not whole."""


class ReplayForPrograms(ReplayScreen):
    """Prints a recorded match as JSON, without tables."""

    def heading(self, options: Mapping[str, object]) -> None:
        """Keep the game, the players and the options."""
        self._match = MatchForPrograms(self.screen.game.id, options, self.screen.viewer.names)

    def answer(
        self, number: int, events: Sequence[Event], reason: str, *, is_open: bool = False
    ) -> None:
        """Keep what a seat was told of an answer or, if it ``is_open``, everything."""
        known = tuple(self.known(events, is_open=is_open))
        texts = tuple(self.sentences(known, reason))
        self._match.answers.append(AnswerForPrograms(number, texts, known))

    def table(self, view_of: Callable[[Seat], object], seat: Seat | None) -> None:
        """Show no table."""

    def result(self, awaited: Awaited | None, *, truncated: bool = False) -> None:
        """Print the match."""
        self._match.result = awaited if isinstance(awaited, Result) else None
        self._match.is_cut_short = truncated
        print_json(self._match)


def show_record(record: RecordReader, show: ReplayScreen, seat: Seat | None, *, step: bool) -> None:
    """Show a whole record as a seat met it, or with nothing hidden.

    The table stands at the end, or after each ``step``.

    Raises:
        RecordError: The record does not replay.
    """
    witnessed: list[Event] = []
    match = open_replay(show.screen.game, record, record.where, witnessed.append)
    answers = replayed_answers(match, record, witnessed)
    show.heading(match.header.options)
    for number, answer in enumerate(answers):
        show.answer(number, answer.events(seat), answer.reason(seat), is_open=seat is None)
        if step and number:
            show.table(match.view, seat)
    show.table(match.view, seat)
    show.result(match.awaited, truncated=record.truncated)


def show_seat_record(record: SeatRecordReader, show: ReplayScreen, *, step: bool) -> None:
    """Show the match as the record's seat met it; the table at the end, or after each ``step``.

    Raises:
        RecordError: A line is not what a seat can be told in this game.
    """
    show.heading(record.header.options)
    view: object = None
    result: Result | None = None
    number = -1
    for line in record.steps(show.screen.game):
        view = line.view
        result = line.over
        if result is None:
            number += 1
            show.answer(number, line.events, line.reason)
            if step and number:
                show.table(_seen(view), record.header.seat)
    if view is not None:
        show.table(_seen(view), record.header.seat)
    show.result(result, truncated=record.truncated)


def _seen(view: object) -> Callable[[Seat], object]:
    """Return the views of a record that has one."""
    return lambda _: view


def replayed_answers(
    match: Match, record: RecordReader, witnessed: list[Event]
) -> Iterator[ReplayedAnswer]:
    """Replay ``record`` on ``match``, and yield its beginning and each answer once it is applied.

    ``witnessed`` receives the game's events with nothing hidden; it is emptied.

    Raises:
        RecordError: The record does not replay.
    """
    heard = [0] * match.seats
    for line in chain([None], replay_steps(match, record, record.where)):
        if line is not None and (line.over or line.agreed):
            continue
        told = tuple(match.events(seat, since) for seat, since in enumerate(heard))
        heard = [since + len(news) for since, news in zip(heard, told, strict=True)]
        of_game = [event for event in witnessed if not isinstance(event, ANSWERS)]
        witnessed.clear()
        answer = () if line is None else _answer_in(line)
        yield ReplayedAnswer((*answer, *of_game), told, line.forfeit if line else None)


def _answer_in(line: Line) -> Iterator[Event]:
    """Yield the answer of a line as an event."""
    if line.outcome is not None:
        yield ChanceResolved(line.outcome)
    elif line.undo is not None:
        yield Undone(line.undo)
    elif line.forfeit is not None:
        yield Forfeited(line.forfeit.seat, line.forfeit.cause)
    elif line.seat is not None and line.move is not None:
        yield Played(line.seat, line.move)
