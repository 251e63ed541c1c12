"""A spectator is told of each answer what every seat is told, and nothing else."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import and_
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

import parlour
from parlour import (
    ChancePhase,
    Event,
    Game,
    Move,
    OpenView,
    Outcome,
    Over,
    Seat,
    SeatPhase,
    State,
    Tell,
)
from parlour.match.history import ANSWERS, MatchHistory, SeatHistory, SeenAnswer
from parlour.match.match import Match
from parlour.match.record import Line
from tests.testing.leaks import SUBJECTS

MOST_SEATS = 4
"""Maximum number of seats of the scripted game."""
MAX_ANSWERS = 300
"""Maximum number of answers of a match that are compared."""
UNDONE = 0.1
"""Share of the answers that are followed by an undo, if one is allowed."""


class Note(Event, frozen=True):
    """An event for some seats. No seat is told who else is told it."""

    number: int
    seats: frozenset[Seat] = frozenset()

    def seen_by(self, seat: Seat) -> Event | None:
        return Note(self.number) if seat in self.seats else None


class Say(Move, frozen=True):
    form = "say {number}"
    number: int


class Whisper(Move, frozen=True):
    form = "whisper {number}"
    public_form = "whisper"
    number: int


class Deal(Outcome, frozen=True):
    """A card for the seats whose bits are set in ``known``."""

    form = "deal {card} {known}"
    public_form = "deal"
    card: int
    known: int

    def shown_to(self, seat: Seat) -> bool:
        return bool(self.known >> seat & 1)


Answer: TypeAlias = Say | Whisper | Deal


class Act(Struct, frozen=True):
    """An answer, and the events that follow it."""

    seat: Seat
    answer: Answer
    notes: tuple[Note, ...]


class Stage(State, frozen=True):
    """The acts to come."""

    phases: tuple["Speaking | Dealing | Over", ...]
    acts: tuple[Act, ...]


class Speaking(SeatPhase[Stage, Say | Whisper], frozen=True):
    def moves(self, state: Stage, seat: Seat) -> Sequence[Any]:
        return (state.acts[0].answer,)

    def play(self, state: Stage, seat: Seat, move: Say | Whisper, tell: Tell) -> Stage:
        return acted(state, tell)


class Dealing(ChancePhase[Stage, Deal], frozen=True):
    def outcomes(self, state: Stage) -> Sequence[tuple[Any, int]]:
        return ((state.acts[0].answer, 1),)

    def resolve(self, state: Stage, outcome: Deal, tell: Tell) -> Stage:
        return acted(state, tell)


def before(acts: tuple[Act, ...]) -> Stage:
    """Return the state before some acts."""
    if not acts:
        return Stage((Over.shared(0, MOST_SEATS),), acts)
    act = acts[0]
    return Stage((Dealing() if isinstance(act.answer, Deal) else Speaking(act.seat),), acts)


def acted(state: Stage, tell: Tell) -> Stage:
    """Return the state after the first act."""
    if tell:
        for note in state.acts[0].notes:
            tell(note)
    return before(state.acts[1:])


class Scripted(parlour.OpenRules[Stage]):
    """Rules of a match whose acts are known before it begins."""

    def __init__(self, acts: tuple[Act, ...] = ()) -> None:
        self.acts = acts

    def start(self, seats: int, options: Any) -> Stage:
        return before(self.acts)

    def census(self, state: Stage) -> dict[str, int]:
        return {}


SCRIPTED = Game(
    id="scripted",
    title="Scripted",
    seats=range(MOST_SEATS, MOST_SEATS + 1),
    objective="shared",
    rules=Scripted(),
    state=Stage,
    view=OpenView[Stage],
    moves=Say | Whisper,
    outcomes=Deal,
    events=Note,
)

NUMBERS = st.integers(0, 2)
"""So few that events of one answer are often equal."""
SEATS = st.integers(0, MOST_SEATS - 1)
NOTES = st.builds(Note, NUMBERS, st.frozensets(SEATS))
ANSWER: st.SearchStrategy[Answer] = (
    st.builds(Say, NUMBERS)
    | st.builds(Whisper, NUMBERS)
    | st.builds(Deal, NUMBERS, st.integers(0, 2**MOST_SEATS - 1))
)
ACTS = st.lists(
    st.builds(Act, SEATS, ANSWER, st.lists(NOTES, max_size=4).map(tuple)), min_size=1, max_size=4
)


def uninformed(match: Match, line: Line) -> set[Seat]:
    """Return the seats that are told no more of an answer than its public form."""
    if line.outcome is not None:
        outcome = match.game.outcome_notation.read(line.outcome)
        return {seat for seat in range(match.seats) if not outcome.shown_to(seat)}
    return set(range(match.seats)) - {line.seat}


def answers_told(match: Match, seat: Seat) -> list[SeenAnswer]:
    """Return the answers as a seat was told them, without the events before the first of them."""
    answers = SeatHistory[Any](match, seat).answers
    return [one for one in answers if isinstance(one.events[0], ANSWERS)]


def check_answers(match: Match) -> None:
    """Compare the events of each answer that a spectator is told with those of each seat."""
    history = MatchHistory(match)
    by_seat = [answers_told(match, seat) for seat in range(match.seats)]
    public = history.public_answers(history.last)
    lines = [line for line in match.lines if line.over is None]

    for line, answer, *told in zip(lines, public, *by_seat, strict=True):
        assert answer.events[0] in [one.events[0] for one in told]
        for seat in uninformed(match, line):
            assert answer.events[0] == told[seat].events[0], line
        common = reduce(and_, (Counter(one.events[1:]) for one in told))
        assert Counter(answer.events[1:]) == common, line


@settings(deadline=None)
@given(acts=ACTS)
def test_a_spectator_is_told_what_all_seats_of_any_match_are_told(acts: list[Act]) -> None:
    game = replace(SCRIPTED, rules=Scripted(tuple(acts)))
    match = game.match(MOST_SEATS, 1)
    while not match.is_over:
        match.play(match.moves()[0])

    check_answers(match)


@pytest.mark.parametrize("name", SUBJECTS)
@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 2**64), data=st.data())
def test_a_spectator_is_told_what_all_seats_of_a_game_are_told(
    name: str, seed: int, data: st.DataObject
) -> None:
    game = SUBJECTS[name].game
    seats = data.draw(st.sampled_from(game.seats))
    match = game.match(seats, seed)
    rng = Random(seed)
    while not match.is_over and len(match.lines) < MAX_ANSWERS:
        seat = rng.choice(match.awaited.seats)
        match.play(rng.choice(match.moves(seat)), seat)
        if rng.random() < UNDONE and match.why_no_undo(seat) is None:
            match.undo(seat)

    check_answers(match)
