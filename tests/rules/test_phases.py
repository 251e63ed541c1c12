"""Phases: the stack, those that run on by themselves, and the end; seats and places too."""

from collections.abc import Callable

import pytest

from parlour import (
    AutomaticPhase,
    ChancePhase,
    Decide,
    Move,
    Outcome,
    Over,
    State,
    Tell,
    clockwise,
    left_of,
    popped,
    pushed,
    swapped,
    unwound,
)
from parlour.match.dealer import generator
from parlour.rules.errors import EndlessPhases, FlowError
from parlour.rules.phases import DecisionPhase, Phase
from parlour.rules.rules import MAX_AUTOMATIC_PHASES, Rules
from parlour.rules.seats import places


class Turn(DecisionPhase[State, Move], frozen=True):
    def awaited(self, state: State) -> Decide:
        return Decide((0,))


class Drawing(AutomaticPhase[State], frozen=True):
    def advance(self, state: State, tell: Tell) -> State:
        return swapped(state, Refilling())


class Refilling(AutomaticPhase[State], frozen=True):
    def advance(self, state: State, tell: Tell) -> State:
        return swapped(state, Drawing())


class Counting(AutomaticPhase[State], frozen=True):
    left: int

    def advance(self, state: State, tell: Tell) -> State:
        return swapped(state, Counting(self.left - 1)) if self.left > 1 else popped(state)


class Empty(ChancePhase[State, Outcome], frozen=True):
    def outcomes(self, state: State) -> list[tuple[Outcome, int]]:
        return []


DICE = generator("a seed", "die")
RULES: Rules[State, object] = Rules()


def test_phases_that_go_round_are_named() -> None:
    with pytest.raises(EndlessPhases) as caught:
        RULES.run_automatic(State((Drawing(),)))

    assert str(caught.value) in {
        "phases never await anybody: Drawing → Refilling → Drawing",
        "phases never await anybody: Refilling → Drawing → Refilling",
    }


def test_many_automatic_phases_in_a_row_are_no_loop() -> None:
    state = State((Turn(), Counting(MAX_AUTOMATIC_PHASES)))

    assert RULES.run_automatic(state) == State((Turn(),))


@pytest.mark.parametrize(
    ("state", "phases"),
    [
        pytest.param(pushed(State((Turn(),)), Drawing()), (Turn(), Drawing()), id="pushed"),
        pytest.param(popped(State((Turn(), Drawing()))), (Turn(),), id="popped"),
        pytest.param(swapped(State((Turn(), Drawing())), Turn()), (Turn(), Turn()), id="swapped"),
        pytest.param(
            swapped(State((Turn(),)), Turn(), Drawing()), (Turn(), Drawing()), id="swapped for two"
        ),
    ],
)
def test_the_stack_changes_at_its_innermost_end(
    state: State, phases: tuple[Phase[State], ...]
) -> None:
    assert state.phases == phases


@pytest.mark.parametrize(
    ("scores", "tie_breaks", "expected"),
    [
        pytest.param((3, 5, 1), (), (2, 1, 3), id="more points are better"),
        pytest.param((5, 5, 1), (), (1, 1, 3), id="equal points share a place"),
        pytest.param((5, 5, 1), ((0, 2, 9),), (2, 1, 3), id="a tie-break decides"),
        pytest.param((5, 5, 5), ((1, 1, 0), (2, 2, 0)), (1, 1, 3), id="equal in everything"),
    ],
)
def test_places_at_the_end(
    scores: tuple[int, ...], tie_breaks: tuple[tuple[int, ...], ...], expected: tuple[int, ...]
) -> None:
    end = Over.ranked(scores, *tie_breaks)

    assert end == Over(scores, expected)
    assert end.awaited(None).is_over


def test_points_are_whole_numbers_where_a_game_counts_truths() -> None:
    assert [type(points) for points in Over.ranked([True, False]).scores] == [int, int]


@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        ((), ()),
        ((7,), (1,)),
        ((1, 2, 3), (3, 2, 1)),
        ((2, 2, 3, 1), (2, 2, 1, 4)),
        (((1, 0), (1, 2)), (2, 1)),
    ],
)
def test_places(standing: tuple[object, ...], expected: tuple[int, ...]) -> None:
    assert places(standing) == expected


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_stack_is_unwound_to_a_level(level: int) -> None:
    stack = (Turn(), Counting(2), Counting(1))

    assert unwound(State(stack), level) == State(stack[:level])


@pytest.mark.parametrize("level", [0, 3])
def test_a_stack_cannot_be_unwound_to_a_level_that_it_has_not(level: int) -> None:
    with pytest.raises(FlowError, match=f"expected a level of 1 to 2, got {level}: Turn, Counting"):
        unwound(State((Turn(), Counting(1))), level)


def test_seats_go_clockwise() -> None:
    assert list(clockwise(2, 4)) == [2, 3, 0, 1]
    assert [left_of(seat, 3) for seat in range(3)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        pytest.param(lambda s: RULES.play(s, 0, Move()), "Empty awaits no seat", id="play"),
        pytest.param(lambda s: RULES.draw(s, DICE), "Empty awaits chance but has no", id="draw"),
        pytest.param(lambda s: s.phases[-1].advance(s, None), "does not run on", id="proceed"),
    ],
)
def test_a_phase_asked_for_what_it_is_not_says_so(
    ask: Callable[[State], object], message: str
) -> None:
    with pytest.raises(FlowError, match=message):
        ask(State((Empty(),)))
