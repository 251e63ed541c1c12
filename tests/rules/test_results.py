"""Results: points and places of seats and teams at the end of a match, by hand."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from parlour import Over, Team
from parlour.rules.errors import FlowError, SetupError
from tests.broken_games.pots import teams
from tests.broken_games.sealed_bid import GAME, Rules


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
    game = replace(GAME, seats=seats, rules=Rules())
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
