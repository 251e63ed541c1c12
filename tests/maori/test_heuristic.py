"""The heuristic tells better boards from worse ones; figures are worked out by hand."""

import pytest

from parlour_maori.geometry import CELL_NAMES, SIDES
from parlour_maori.heuristic import hope, lead, worth
from tests.maori.positions import board, position

FRONT = SIDES["front"]


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        pytest.param("b1 left-boat", -0.25, id="an end that can be finished lacks a half"),
        pytest.param("b1 left-p1", 0.25, id="a palm counts a half more"),
        pytest.param("b1 left-p2", 0.75, id="two palms count one more"),
        pytest.param("b1 left-p1-hut", 1.25, id="a hut doubles its palm and counts a half"),
        pytest.param("b1 left-p2-wreath", 3.25, id="half a wreath counts 2.5"),
        pytest.param("b1 left-p3, c1 water", -2.0, id="palms on a blocked island count nothing"),
        pytest.param("b1 water-boat", 0.0, id="water hopes for nothing"),
    ],
)
def test_palms_of_an_unfinished_island_promise_points(laid: str, points: float) -> None:
    cells = board(laid).cells

    assert hope(cells, CELL_NAMES.index("b1"), FRONT) == points


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("b1 left-p2", "b1 left-p1", id="more palms on an unfinished island"),
        pytest.param("b1 left-p1", "b1 left-boat, c1 water", id="an island that is not blocked"),
        pytest.param("b1 left-p1, c1 right-p1", "b1 left-p1, d1 right-p1", id="a finished island"),
        pytest.param("b1 single-p1-hut", "b1 single-p1", id="7.3 a hut"),
    ],
)
def test_a_better_board_is_worth_more(better: str, worse: str) -> None:
    assert worth(board(better), "front") > worth(board(worse), "front")


def test_a_seat_stands_by_its_own_board_and_its_best_opponent() -> None:
    ahead = position(board("b1 single-p3"), board("b1 single-p1"), board())

    assert lead(ahead, 0) > lead(ahead, 1) > lead(ahead, 2)
