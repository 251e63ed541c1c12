from typing import Any

import pytest

from parlour_maori.components import CELL_NAMES, SIDES
from parlour_maori.scoring import Sheet, islands, sheets, without_unfinished
from parlour_maori.state import Board
from tests.maori.positions import board, position


def score(mine: Board, other: Board | None = None, **options: Any) -> Sheet:
    """Score a board against one that has no boat or shell of its own."""
    return sheets(position(mine, other or board(shells=0), **options))[0]


# Ten palms without a hut and six with one, a wreath, five boats on tiles, two cells empty.
WORKED = board(
    "a1 left-p1-wreath, b1 right-p2-wreath, c1 left-p3, d1 right-boat, "
    "a2 single-p1, b2 single-p3, c2 left-p1-hut, d2 right-p3, "
    "a3 single-p1-hut, b3 single-p1-hut, c3 water-boat, d3 water-boat, "
    "a4 water-boat, b4 water-boat",
    shells=3,
)


def test_the_worked_score_of_the_rulebook() -> None:
    """Rules 7.3, 7.4, 7.5, 7.6, 7.7: palms, wreath, boats, shells, empty cells."""
    sheet = score(WORKED, board("a1 water-boat", shells=4))

    assert sheet == Sheet(10, 12, 10, 7, 0, -2)
    assert sheet.total == 37


@pytest.mark.parametrize(
    ("laid", "finished"),
    [
        pytest.param("a1 single-p1", 1, id="7.2 a single island"),
        pytest.param("a1 left-p1, b1 right-p1", 2, id="7.2 two ends"),
        pytest.param(
            "a1 left-p1, b1 horizontal-p1, c1 horizontal-p2, d1 right-p1", 4, id="7.2 with middles"
        ),
        pytest.param("a1 top-p1, a2 vertical-p1, a3 bottom-p1", 3, id="7.2 upright"),
        pytest.param("a1 left-p1", 0, id="7.2 an end alone"),
        pytest.param("a1 left-p1, c1 right-p1", 0, id="7.2 a gap"),
        pytest.param("a1 left-p1, b1 water, c1 right-p1", 0, id="7.2 water between"),
        pytest.param("a1 right-p1, b1 left-p1", 0, id="7.2 back to back"),
        pytest.param("a1 left-p1, a2 right-p1", 0, id="7.2 not in one line"),
        pytest.param("d1 left-p1, a2 right-p1", 0, id="7.2 not round the edge of the board"),
        pytest.param("a1 left-p1, b1 horizontal-p1", 0, id="7.2 a middle at the end"),
        pytest.param("b1 top-p1, b2 horizontal-p1", 0, id="7.2 a middle that runs the other way"),
        pytest.param("a1 left-p1, b1 left-boat/2", 2, id="7.2 an end turned about"),
        pytest.param(
            "a1 left-boat/1, a2 bottom-p1", 2, id="7.2 an end turned right becomes a top end"
        ),
        pytest.param("a1 top-p1, a2 horizontal-boat/1, a3 bottom-p1", 3, id="7.2 a middle turned"),
        pytest.param("a1 left-p1, b1 single-p1", 1, id="7.2 a single island ends nothing"),
    ],
)
def test_what_is_finished(laid: str, finished: int) -> None:
    found = islands(board(laid).cells, SIDES["front"])

    assert sum(map(len, found)) == finished


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param("e1 left-p1, a2 right-p1", id="7.2 not round the edge of the atoll board"),
        pytest.param("a4 top-p1", id="7.2 not off the bottom"),
    ],
)
def test_what_the_edge_of_the_atoll_board_cuts(laid: str) -> None:
    assert islands(board(laid).cells, SIDES["atoll"]) == []


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        pytest.param("a1 single-p3", 3, id="7.3 palms without a hut"),
        pytest.param("a1 single-p2-hut", 4, id="7.3 palms with a hut"),
        pytest.param("a1 left-p2, b1 right-p1-hut", 6, id="7.3 the hut is for the whole island"),
        pytest.param("a1 left-p1-hut, b1 right-p1-hut", 4, id="7.3 a second hut adds nothing"),
        pytest.param("a1 single-p1-hut, a2 single-p3", 5, id="7.3 but not for the next island"),
        pytest.param(
            "a1 left-p1-wreath, b1 right-p1-wreath", 12, id="7.4 two halves make a wreath"
        ),
        pytest.param("a1 left-p1-wreath, b1 right-p1", 2, id="7.4 one half makes none"),
        pytest.param("a1 top-p1-wreath, a2 bottom-p2-wreath", 13, id="7.4 upright too"),
        pytest.param(
            "a1 left-p1-wreath, b1 horizontal-p1-wreath-w, c1 right-p1-wreath",
            13,
            id="7.4 the halves must share an edge",
        ),
        pytest.param(
            "a1 left-p1-wreath, b1 horizontal-p1, c1 right-p1-wreath",
            3,
            id="7.4 not across a middle",
        ),
        pytest.param(
            "a1 top-p1-wreath, a2 horizontal-wreath-e/3, a3 bottom-p1",
            12,
            id="7.4 a half at the right, turned left, stands at the top",
        ),
        pytest.param("a1 left-p3, c3 right-p2", 0, id="7.1 unfinished islands score nothing"),
    ],
)
def test_islands_score(laid: str, points: int) -> None:
    sheet = score(board(laid, shells=0), board("a1 water-boat", shells=1))

    assert sheet.palms + sheet.hut_palms + sheet.wreaths == points


@pytest.mark.parametrize(
    ("mine", "other", "expected"),
    [
        pytest.param(board("a1 water-boat"), board(), {"boats": 3}, id="7.5 printed boats count"),
        pytest.param(board(), board(), {"boats": 2}, id="7.5 all who tie score"),
        pytest.param(board(), board("a1 water-boat"), {"boats": 0}, id="7.5 fewer score nothing"),
        pytest.param(
            board("a1 left-boat"),
            board(),
            {"boats": 2},
            id="7.1 boats of unfinished islands are gone",
        ),
        pytest.param(
            board("a1 left-boat, b1 right-p1"),
            board(),
            {"boats": 3},
            id="7.5 boats of finished ones stay",
        ),
        pytest.param(board(shells=6), board(shells=5), {"shells": 6}, id="7.6 the most shells"),
        pytest.param(board(shells=5), board(shells=5), {"shells": 5}, id="7.6 all who tie score"),
        pytest.param(board(shells=4), board(shells=5), {"shells": 0}, id="7.6 fewer score nothing"),
        pytest.param(
            board("a1 water-shell2", shells=0),
            board(shells=1),
            {"shells": 0},
            id="7.6 drawn shells do not count",
        ),
        pytest.param(
            board("a1 water"), board(), {"empty": -15}, id="7.7 a point for each empty cell"
        ),
        pytest.param(
            board("a1 left-p1"),
            board(),
            {"empty": -16},
            id="7.1 cells of unfinished islands are empty",
        ),
        pytest.param(
            board(storage="single-p3"),
            board(),
            {"palms": 0, "empty": -16},
            id="7.8 a stored tile counts nothing",
        ),
    ],
)
def test_majorities_and_losses(mine: Board, other: Board, expected: dict[str, int]) -> None:
    sheet = score(mine, other)

    assert {line: getattr(sheet, line) for line in expected} == expected


@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        pytest.param("b2 single-p2", {"palms": 4}, id="9.4 inside, without a hut"),
        pytest.param("b2 single-p2-hut", {"hut_palms": 8}, id="9.4 inside, with a hut"),
        pytest.param("a2 left-p1, b2 right-p1", {"palms": 2}, id="9.4 partly inside is outside"),
        pytest.param("b3 left-p1, c3 right-p1", {"palms": 4}, id="9.4 a longer one wholly inside"),
        pytest.param(
            "b3 left-p1-wreath, c3 right-p1-wreath",
            {"wreaths": 10, "palms": 4},
            id="9.4 wreaths stay at ten",
        ),
        pytest.param("", {"empty": -20}, id="9.5 the boat's cell is empty water"),
        pytest.param("c2 water", {"empty": -19, "boats": 0}, id="9.3 covered, its boat is gone"),
        pytest.param("c2 left-p1", {"empty": -20, "boats": 2}, id="9.3 uncovered again at the end"),
        pytest.param("e4 water", {"empty": -19}, id="9.2 five columns"),
    ],
)
def test_the_atoll(laid: str, expected: dict[str, int]) -> None:
    sheet = score(board(laid), board("a1 single-p1", shells=0), side="atoll")

    assert {line: getattr(sheet, line) for line in expected} == expected


@pytest.mark.parametrize("cell", CELL_NAMES, ids="9.4 a palm on {}".format)
def test_which_cells_lie_in_the_atoll(cell: str) -> None:
    palms = 2 if cell in {"b2", "c2", "d2", "b3", "c3", "d3"} else 1

    assert score(board(f"{cell} single-p1"), side="atoll").palms == palms


def test_water_is_never_unfinished() -> None:
    """Rule 7.1: water pieces stay."""
    mine = board("a1 water, b1 water-boat, c1 left-p1")

    assert without_unfinished(mine.cells, SIDES["front"]) == board("a1 water, b1 water-boat").cells
