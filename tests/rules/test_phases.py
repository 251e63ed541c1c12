"""Phases: the stack, sealed answers, those that run on by themselves, and results."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from parlour import (
    AutomaticPhase,
    ChancePhase,
    Decide,
    Move,
    Outcome,
    Over,
    State,
    Team,
    Tell,
    clockwise,
    left_of,
    masked,
    popped,
    pushed,
    swapped,
    unmasked,
    unwound,
)
from parlour.match.dealer import generator
from parlour.rules.errors import EndlessPhases, FlowError, SetupError
from parlour.rules.phases import DecisionPhase, Phase
from parlour.rules.rules import MAX_AUTOMATIC_PHASES, Rules
from parlour.rules.seats import places
from tests.broken_games import sealed_bid
from tests.broken_games.pots import teams
from tests.broken_games.sealed_bid import Auction, Bid, Bidding


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


# Sealed answers: who is asked, what a view shows of them, and what a bot may guess


TWO, ONE = Bid(2), Bid(1)
MOST = 3


def world_of(seen: tuple[Bidding | Over, ...], seed: int) -> object:
    return unmasked(Auction(seen), Random(seed)).phases[0]


def bidding(*answers: Bid | None, asked: tuple[int, ...] | None = None) -> Bidding:
    return Bidding(answers, MOST, asked=asked)


@pytest.mark.parametrize(
    ("phase", "waiting"),
    [
        pytest.param(bidding(None, None, None), (0, 1, 2), id="all"),
        pytest.param(bidding(None, TWO, None), (0, 2), id="all but who has answered"),
        pytest.param(bidding(None, None, None, asked=(0, 2)), (0, 2), id="those asked"),
        pytest.param(bidding(TWO, None, None, asked=(0, 2)), (2,), id="those asked that are left"),
    ],
)
def test_a_sealed_phase_awaits_those_who_are_asked(phase: Bidding, waiting: tuple[int]) -> None:
    awaited = phase.awaited(Auction((phase,)))

    assert (awaited.seats, awaited.sealed) == (waiting, True)


def test_the_last_of_those_asked_opens_all() -> None:
    class Opening(Bidding, frozen=True):
        def opened(self, state: Auction, answers: tuple[Bid | None, ...], tell: object) -> Auction:
            return Auction(
                (Over((0,), tuple(answer.coins if answer else 0 for answer in answers)),)
            )

    phase = Opening((None, None, TWO), MOST, asked=(0, 2))

    assert phase.play(Auction((phase,)), 0, ONE, None) == Auction((Over((0,), (1, 0, 2)),))


@pytest.mark.parametrize(
    ("seat", "answers", "unseen"),
    [
        pytest.param(0, (ONE, None, None), (2,), id="who has answered"),
        pytest.param(1, (None, None, None), (0, 2), id="who has not"),
        pytest.param(2, (None, None, TWO), (0,), id="the third"),
    ],
)
def test_a_view_shows_who_has_answered_and_the_own_answer(
    seat: int, answers: tuple[Bid | None, ...], unseen: tuple[int, ...]
) -> None:
    (seen,) = masked((bidding(ONE, None, TWO),), seat)

    assert (seen.answers, seen.unseen) == (answers, unseen)
    assert seen.awaited(Auction((seen,))).seats == (1,)


def test_what_is_not_sealed_is_shown() -> None:
    assert masked((bidding(ONE, None), Over((1,), (1,))), 1)[1] == Over((1,), (1,))


def test_an_answer_is_guessed_for_each_seat_that_gave_one_and_for_no_other() -> None:
    """Seats 0 and 2 have answered, seat 1 was not asked: 16 worlds, one as likely as the next."""
    seen = masked((bidding(ONE, None, TWO, asked=(0, 2, 3)),), 3)
    worlds: Counter[tuple[Bid | None, ...]] = Counter(
        getattr(world_of(seen, seed), "answers", ()) for seed in range(1600)
    )

    assert {world[1] for world in worlds} == {None}
    assert len(worlds) == 16
    assert 60 <= min(worlds.values()) <= max(worlds.values()) <= 140


def test_a_guess_knows_what_the_view_knows() -> None:
    (seen,) = masked((bidding(ONE, None, TWO),), 0)
    (world,) = unmasked(Auction((seen,)), Random(1)).phases

    assert isinstance(world, Bidding)
    assert (world.answers[0], world.unseen) == (ONE, ())


# Results: points and places of seats and teams at the end of a match, by hand


@pytest.mark.parametrize(
    ("scores", "points", "places"),
    [
        pytest.param((3, 5), (3, 5, 3, 5), (3, 1, 3, 1), id="the second team wins"),
        pytest.param((4, 4), (4, 4, 4, 4), (1, 1, 1, 1), id="a tie"),
    ],
)
def test_a_team_has_one_result(
    scores: tuple[int, int], points: tuple[int, ...], places: tuple[int, ...]
) -> None:
    over = Over.by_team(teams(4), scores)

    assert (over.scores, over.places) == (points, places)


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        pytest.param(range(2, 6), "2-5", id="all between two numbers"),
        pytest.param(range(3, 4), "3", id="one number"),
        pytest.param(range(2, 5, 2), "2, 4", id="two even numbers"),
        pytest.param(range(2, 7, 2), "2, 4, 6", id="three even numbers"),
    ],
)
def test_only_the_numbers_of_seats_that_can_play_are_named(seats: range, text: str) -> None:
    game = replace(sealed_bid.GAME, seats=seats)
    with pytest.raises(SetupError, match=f"^sealed_bid: expected {text} seats, got 9$"):
        game.match(seats=9)

    assert game.seats_text == text


def test_places_of_teams_count_the_seats_before_them() -> None:
    """A team of three wins, so that the pair is fourth and the single seat sixth."""
    sides = (Team("One", (5,)), Team("Three", (0, 2, 4)), Team("Two", (1, 3)))

    assert Over.by_team(sides, (2, 9, 4)).places == (1, 4, 1, 4, 1, 6)


def test_teams_of_equal_points_are_ranked_by_the_tie_break() -> None:
    assert Over.by_team(teams(4), (4, 4), (0, 1)).places == (3, 1, 3, 1)


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(lambda half: Over.ranked([half, 1]), id="points of seats"),
        pytest.param(lambda half: Over.shared(half, 2), id="a shared result"),
        pytest.param(lambda half: Over.by_team(teams(2), [half, 1]), id="points of teams"),
    ],
)
def test_half_a_point_is_refused(end: Callable[[Any], Over]) -> None:
    with pytest.raises(FlowError, match=r"expected points that are whole numbers, got 2\.5"):
        end(2.5)
