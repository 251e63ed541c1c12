"""The pawn of the advanced and the expert game on the side with the atoll."""

import pytest

from parlour_maori.phases import State
from parlour_maori.state import Board
from tests.maori.positions import NOTATION, board, laying, play, position, refused, texts

EVERY_CELL = {column + row for column in "abcde" for row in "1234"}
EAST_EDGE = board("e2 water", pawn="e2", shells=0)
ON_THE_BOAT = board("c2 water", pawn="c2", shells=0)
TO_THE_EDGE = board("c2 water, d3 water, e4 water", pawn="c2", shells=2)


def lays(state: State) -> set[str]:
    return {text.removeprefix("lay ") for text in texts(state) if text.startswith("lay")}


@pytest.mark.parametrize("variant", ["advanced", "expert"])
@pytest.mark.parametrize(
    ("mine", "cells"),
    [
        pytest.param(board(), EVERY_CELL, id="8.2 the first tile goes on any of twenty cells"),
        pytest.param(EAST_EDGE, {"d1", "e1", "d2", "d3", "e3"}, id="8.3 at the fifth column"),
        pytest.param(
            ON_THE_BOAT,
            {"b1", "c1", "d1", "b2", "d2", "b3", "c3", "d3"},
            id="8.3 on the cell with the boat, eight around it",
        ),
        pytest.param(
            board("a4 water", pawn="a4", shells=0),
            {"a3", "b3", "b4"},
            id="8.3 no cell behind the edge",
        ),
        pytest.param(
            board("b1 water", pawn="b1", shells=0),
            {"a1", "c1", "a2", "b2", "c2"},
            id="8.3 outside the atoll, into it",
        ),
    ],
)
def test_where_the_pawn_lets_a_tile_go(variant: str, mine: Board, cells: set[str]) -> None:
    assert lays(laying("water", mine, variant=variant, side="atoll")) == cells


@pytest.mark.parametrize(
    ("state", "moves", "pawn"),
    [
        pytest.param(
            laying("water", board(), variant="advanced", side="atoll"),
            ("lay c2",),
            "c2",
            id="8.2 the first tile takes it, on the boat",
        ),
        pytest.param(
            laying("water", ON_THE_BOAT, variant="advanced", side="atoll"),
            ("lay d3", "pawn d3"),
            "d3",
            id="8.4 advanced: it may move after laying",
        ),
        pytest.param(
            position(TO_THE_EDGE, variant="advanced", side="atoll"),
            ("rest", "pawn e4"),
            "e4",
            id="8.4 advanced: to any tile, after resting",
        ),
        pytest.param(
            position(TO_THE_EDGE, variant="expert", side="atoll"),
            ("remove e4",),
            "c2",
            id="8.7 expert: it stays when a tile goes",
        ),
        pytest.param(
            laying("water", TO_THE_EDGE, variant="expert", side="atoll"),
            ("step d3", "step e4", "lay e3"),
            "e3",
            id="8.6 expert: paid steps to the fifth column",
        ),
    ],
)
def test_where_the_pawn_goes(state: State, moves: tuple[str, ...], pawn: str) -> None:
    assert play(state, *moves).boards[0].pawn == NOTATION.read(f"pawn {pawn}").cell


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        pytest.param(
            position(EAST_EDGE, variant="expert", side="atoll"),
            "remove e2",
            "8.5",
            id="8.5 not from under the pawn",
        ),
        pytest.param(
            laying("water", EAST_EDGE, variant="expert", side="atoll"),
            "lay a3",
            "8.3",
            id="8.3 the next row's first cell does not adjoin the fifth column",
        ),
        pytest.param(
            laying("water", board("c2 water, c4 water", pawn="c2"), variant="expert", side="atoll"),
            "step c4",
            "8.6",
            id="8.6 no step over water",
        ),
        pytest.param(
            play(position(TO_THE_EDGE, variant="advanced", side="atoll"), "rest"),
            "pawn b2",
            "8.4",
            id="8.4 never on empty water",
        ),
    ],
)
def test_what_a_pawn_forbids(state: State, move: str, rule: str) -> None:
    assert refused(state, move)[0] == rule


def test_a_covered_boat_counts_no_more_and_the_pawn_on_it_neither() -> None:
    """Rule 9.3: one boat is left to sail with, and a pawn stands on the other's cell."""
    state = play(laying("water", board(shells=0), variant="expert", side="atoll"), "lay c2")
    again = play(state, "sail 1", "rest")

    assert texts(again) == {"sail 1"}
