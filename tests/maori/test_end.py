from typing import Any

import pytest
from msgspec.structs import replace

from parlour import Result
from parlour_maori.phases import State
from parlour_maori.state import Board
from tests.maori.positions import RULES, board, laying, play, position, sailing

CELLS = [f"{column}{row}" for row in "1234" for column in "abcd"]
SORTS = ["water"] * 6 + ["water-boat"] * 5 + ["water-shell2"] * 3 + ["single-p1"]
ENDS = ["left-p1", "right-p1", "left-p2", "right-p2", "top-p2", "bottom-p2"] * 2
ENDS += ["top-p1", "bottom-p1", "left-p3"]
ATOLL_CELLS = [f"{column}{row}" for row in "1234" for column in "abcde"]


def laid_on(cells: list[str], sorts: list[str]) -> str:
    """Lay one sort after the other, until either runs out."""
    return ", ".join(f"{cell} {sort}" for cell, sort in zip(cells, sorts, strict=False))


ALL_BUT_D4 = board(laid_on(CELLS, SORTS))


def turns_until_the_end(state: State) -> list[int]:
    """Let everybody rest, for ten turns at most; return who had a turn."""
    seen: list[int] = []
    while not isinstance(RULES.awaited(state), Result) and len(seen) < 10:
        seen.append(RULES.awaited(state).seats[0])
        state = play(state, "sail 1", "rest")
    return seen


@pytest.mark.parametrize(
    ("others", "turns"),
    [
        pytest.param(1, [1], id="6.1 two seats: one more turn"),
        pytest.param(4, [1, 2, 3, 4], id="6.1 five seats: one more turn each, clockwise"),
    ],
)
def test_a_full_board_gives_everybody_else_one_turn(others: int, turns: list[int]) -> None:
    state = laying("water-boat", replace(ALL_BUT_D4, shells=0), *[board(shells=0)] * others)

    assert turns_until_the_end(play(state, "lay d4")) == turns


def test_a_second_full_board_adds_no_turns() -> None:
    """Rule 6.2: the third of three seats has the only turn left."""
    nearly = board(laid_on(CELLS, ENDS), storage="single-p2")
    state = play(laying("water-boat", ALL_BUT_D4, nearly, board()), "lay d4")

    both_full = play(state, "sail 1", "fetch", "lay d4")

    assert turns_until_the_end(both_full) == [2]


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param("c2", id="9.5 the cell with the printed boat must be covered"),
        pytest.param("e4", id="9.2 the last of twenty cells must be covered"),
    ],
)
def test_an_atoll_is_full_when_all_its_cells_are(cell: str) -> None:
    others = [other for other in ATOLL_CELLS if other != cell]
    nearly = board(laid_on(others, SORTS + ENDS))

    before = play(position(nearly, side="atoll"), "rest", "sail 1", "rest")
    after = play(laying("water-boat", nearly, side="atoll"), f"lay {cell}")

    assert before.turns_left == -1
    assert RULES.awaited(before).seats == (0,)
    assert turns_until_the_end(after) == [1]


@pytest.mark.parametrize(
    ("seats", "rests"),
    [
        pytest.param(2, 4, id="6.3 two rounds of two"),
        pytest.param(3, 6, id="6.3 two rounds of three"),
        pytest.param(4, 8, id="6.3 two rounds of four"),
        pytest.param(5, 10, id="6.3 two rounds of five"),
    ],
)
def test_two_rounds_without_a_change_end_the_match(seats: int, rests: int) -> None:
    state = play(position(*[board()] * seats), "rest")

    assert len(turns_until_the_end(state)) == rests - 1


NEARLY_OVER: dict[str, Any] = {"tiles": "a1 single-p1", "unchanged": 3}
ONE_TILE = board("a1 water", pawn="a1")
TWO_TILES = board("a1 water, b2 water", pawn="a1")


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        pytest.param(position(**NEARLY_OVER), ("take a1", "lay b1"), id="6.3 a tile taken"),
        pytest.param(position(**NEARLY_OVER), ("take a1", "store"), id="6.3 a tile stored"),
        pytest.param(
            position(board(storage="water"), **NEARLY_OVER),
            ("fetch", "lay b1"),
            id="6.3 a stored tile laid",
        ),
        pytest.param(
            position(board("a1 water"), **NEARLY_OVER), ("remove a1",), id="6.3 a tile removed"
        ),
    ],
)
def test_a_change_puts_off_the_end(state: State, moves: tuple[str, ...]) -> None:
    after = play(state, *moves)

    assert RULES.awaited(after).seats == (1,)
    assert after.unchanged == 0


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        pytest.param(
            sailing(ONE_TILE, variant="advanced", **NEARLY_OVER),
            ("sail 1", "rest"),
            id="6.3 a sail is no change",
        ),
        pytest.param(
            sailing(ONE_TILE, variant="advanced", **NEARLY_OVER),
            ("sail 7", "rest"),
            id="6.3 nor are shells paid for it",
        ),
        pytest.param(
            position(TWO_TILES, variant="advanced", **NEARLY_OVER),
            ("rest", "pawn b2"),
            id="6.3 nor is a moved pawn",
        ),
    ],
)
def test_what_does_not_put_off_the_end(state: State, moves: tuple[str, ...]) -> None:
    assert RULES.awaited(play(state, *moves)).is_over


@pytest.mark.parametrize(
    ("boards", "places"),
    [
        pytest.param((board("a1 single-p3"), board("a1 water")), (1, 2), id="7.9 more points win"),
        pytest.param(
            (board("a1 single-p3", shells=1), board("a1 single-p2, b1 water", shells=1)),
            (1, 1),
            id="7.9 equal points and shells: shared",
        ),
        pytest.param(
            (board("a1 single-p3", shells=2), board("a1 water", shells=3)),
            (2, 1),
            id="7.9 equal points: more shells",
        ),
    ],
)
def test_who_wins(boards: tuple[Board, ...], places: tuple[int, ...]) -> None:
    state = position(*boards, unchanged=3)

    ended = RULES.awaited(play(state, "rest"))

    assert isinstance(ended, Result)
    assert ended.places == places
