from typing import Any

import pytest

from parlour_maori.components import CELL_NAMES, SLOT_NAMES
from parlour_maori.outcomes import TileDrawn
from parlour_maori.phases import State
from parlour_maori.tiles import EAST, EDGES, NORTH, SORTS, SOUTH, VOLCANO, WEST
from tests.maori.positions import (
    NOTATION,
    RULES,
    board,
    laying,
    play,
    position,
    refused,
    sailing,
    texts,
)

ROW = "a1 single-p1, b1 water, c1 left-p1, d1 right-p1"
ALL_FIVE = position(board("a1 water", storage="water-boat"), tiles="a1 single-p1")


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        pytest.param(
            ALL_FIVE,
            {"take a1", "fetch", "remove a1", "rest"},
            id="2.2 all that can be done after sailing",
        ),
        pytest.param(position(), {"rest"}, id="4.9 resting is always possible"),
        pytest.param(
            position(board(shells=3), tiles=ROW, berth=16),
            {"take a1", "take b1", "take c1", "take d1", "rest"},
            id="4.2 three shells reach the fourth tile",
        ),
        pytest.param(
            position(board(shells=1), tiles=ROW, berth=16),
            {"take a1", "take b1", "rest"},
            id="4.2 one shell reaches the second tile",
        ),
        pytest.param(
            position(board(shells=0), tiles=ROW, berth=5),
            {"take d1", "rest"},
            id="4.2 the tile next to the ship is free, here from the right",
        ),
        pytest.param(
            position(board(shells=0), tiles="d1 single-p1", berth=16),
            {"take d1", "rest"},
            id="4.2 empty places cost nothing",
        ),
        pytest.param(
            position(board(shells=9), tiles="b1 volcano, a1 water, c1 water", berth=16),
            {"take a1", "rest"},
            id="4.10 a volcano hides what lies behind it",
        ),
        pytest.param(
            position(board(shells=9), tiles="b1 volcano, a1 water, c1 water", berth=5),
            {"take c1", "rest"},
            id="4.10 from the other side it hides the rest",
        ),
        pytest.param(
            position(tiles="b1 water, b2 water, c2 water", berth=2),
            {"take b1", "take b2", "rest"},
            id="4.1 only the column before the ship",
        ),
    ],
)
def test_what_can_be_discovered(state: State, legal: set[str]) -> None:
    assert texts(state) == legal


SORTS_ON_DISPLAY = ["water"] * 7 + ["water-boat"] * 6 + ["water-shell2"] * 3
FULL_DISPLAY = ", ".join(f"{s} {t}" for s, t in zip(SLOT_NAMES, SORTS_ON_DISPLAY, strict=True))


@pytest.mark.parametrize(
    ("berth", "row"),
    [
        pytest.param(1, "a1 a2 a3 a4", id="4.1 above column a"),
        pytest.param(4, "d1 d2 d3 d4", id="4.1 above column d"),
        pytest.param(5, "d1 c1 b1 a1", id="4.1 right of row 1"),
        pytest.param(6, "d2 c2 b2 a2", id="4.1 right of row 2"),
        pytest.param(8, "d4 c4 b4 a4", id="4.1 right of row 4"),
        pytest.param(9, "d4 d3 d2 d1", id="4.1 below column d"),
        pytest.param(10, "c4 c3 c2 c1", id="4.1 below column c"),
        pytest.param(12, "a4 a3 a2 a1", id="4.1 below column a"),
        pytest.param(13, "a4 b4 c4 d4", id="4.1 left of row 4"),
        pytest.param(14, "a3 b3 c3 d3", id="4.1 left of row 3"),
        pytest.param(16, "a1 b1 c1 d1", id="4.1 left of row 1"),
    ],
)
def test_the_row_before_the_ship(berth: int, row: str) -> None:
    for shells in range(4):
        state = position(board(shells=shells), tiles=FULL_DISPLAY, berth=berth)

        assert texts(state) == {"rest", *(f"take {slot}" for slot in row.split()[: shells + 1])}


def laid_everywhere(turn: str = "", columns: str = "abcd") -> set[str]:
    return {f"lay {column}{row}{turn}" for column in columns for row in "1234"}


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        pytest.param(
            laying("left-p1"),
            laid_everywhere() | {"store"},
            id="4.3 a tile with palms lies as printed",
        ),
        pytest.param(
            laying("left-boat"),
            laid_everywhere()
            | laid_everywhere(" rotated right")
            | laid_everywhere(" rotated 180")
            | laid_everywhere(" rotated left")
            | {"store"},
            id="4.3 an end without palms may be turned",
        ),
        pytest.param(
            laying("horizontal-boat"),
            laid_everywhere() | laid_everywhere(" rotated right") | {"store"},
            id="4.3 a middle looks the same rotated 180",
        ),
        pytest.param(
            laying("water"), laid_everywhere() | {"store"}, id="4.3 water looks the same every way"
        ),
        pytest.param(
            laying("water", side="atoll"),
            laid_everywhere(columns="abcde") | {"store"},
            id="9.2 all twenty cells of the atoll, the one with the boat too",
        ),
        pytest.param(
            laying("left-p1", board("a1 left-p1, b1 single-p1")),
            (laid_everywhere() | {"store"}) - {"lay a1", "lay b1"},
            id="4.4 on any free cell, whether it fits or not",
        ),
        pytest.param(
            laying("left-p1", board(storage="water")),
            laid_everywhere(),
            id="4.6 the storage has room for one",
        ),
        pytest.param(
            laying("left-p1", slot=-1),
            laid_everywhere(),
            id="4.7 from the storage only to the board",
        ),
    ],
)
def test_where_the_tile_in_hand_may_go(state: State, legal: set[str]) -> None:
    assert texts(state) == legal


@pytest.mark.parametrize(
    ("state", "move", "rule", "reason"),
    [
        pytest.param(sailing(), "rest", "2.1", "sail first", id="2.1 nothing before the ship"),
        pytest.param(position(), "sail 1", "2.1", "has sailed", id="2.1 the ship sails once"),
        pytest.param(position(), "lay a1", "2.2", "first take", id="2.2 there is nothing to lay"),
        pytest.param(sailing(), "sail 0", "3.1", "at least one", id="3.1 the ship cannot stay"),
        pytest.param(
            sailing(), "sail 8", "3.4", "too far", id="3.4 more steps than boats and shells"
        ),
        pytest.param(
            position(tiles=ROW), "take d1", "4.1", "not in the row", id="4.1 not before the ship"
        ),
        pytest.param(position(), "take a1", "4.1", "no tile", id="4.1 an empty place"),
        pytest.param(
            position(board(shells=0), tiles=ROW, berth=16),
            "take b1",
            "4.2",
            "costs 1",
            id="4.2 too dear",
        ),
        pytest.param(
            position(board(shells=0), tiles="a1 water, b1 water-shell2", berth=16),
            "take b1",
            "4.2",
            "costs 1",
            id="4.2 not paid with the shells that the tile would bring",
        ),
        pytest.param(
            position(tiles="a1 volcano"), "take a1", "4.10", "volcano", id="4.10 the volcano itself"
        ),
        pytest.param(
            position(tiles="a1 volcano, a2 water"),
            "take a2",
            "4.10",
            "between",
            id="4.10 behind it",
        ),
        pytest.param(position(), "fetch", "4.7", "not there", id="4.7 an empty storage"),
        pytest.param(position(), "remove a1", "4.8", "no own tile", id="4.8 an empty cell"),
        pytest.param(
            laying("left-p1"), "lay a1 rotated left", "4.3", "palms", id="4.3 palms are not turned"
        ),
        pytest.param(
            laying("water", board("a1 water")), "lay a1", "4.4", "covered", id="4.4 a covered cell"
        ),
        pytest.param(
            laying("water"), "lay e1", "4.4", "no cell", id="4.4 the front has four columns"
        ),
        pytest.param(
            laying("water", board(storage="water")),
            "store",
            "4.6",
            "holds a tile",
            id="4.6 a full storage",
        ),
        pytest.param(
            laying("water", slot=-1), "store", "4.7", "only for the board", id="4.7 not back again"
        ),
        pytest.param(
            laying("water"), "rest", "4.3", "in hand", id="4.3 the tile in hand must go somewhere"
        ),
        pytest.param(
            laying("water"), "step a1", "8.1", "no pawns", id="8.1 no pawn in the basic game"
        ),
    ],
)
def test_what_is_refused(state: State, move: str, rule: str, reason: str) -> None:
    cited, sentence = refused(state, move)

    assert cited == rule
    assert reason in sentence


def test_turns_go_round_clockwise() -> None:
    """Rule 2.1: clockwise."""
    three = (board(), board(), board())
    state = position(*three)
    seen = []
    for _ in range(4):
        state = play(state, "rest", "sail 1")
        seen.append(RULES.awaited(state).seats[0])

    assert seen == [1, 2, 0, 1]


@pytest.mark.parametrize(
    ("state", "moves", "expected"),
    [
        pytest.param(
            sailing(board(shells=3)), ("sail 4",), {"shells": 1}, id="5.2 for steps of the ship"
        ),
        pytest.param(
            laying("water", board("a1 water, b1 water", shells=3, pawn="a1"), variant="expert"),
            ("step b1",),
            {"shells": 2},
            id="5.2 for steps of the pawn",
        ),
        pytest.param(
            position(board(shells=3), tiles=ROW, berth=16),
            ("take c1",),
            {"shells": 1},
            id="4.2 two tiles skipped, two shells paid",
        ),
        pytest.param(
            position(tiles=ROW, berth=16), ("take a1", "store"), {"storage": True}, id="4.6 stored"
        ),
        pytest.param(
            position(board(storage="water-shell2", shells=0)),
            ("fetch", "lay a1"),
            {"storage": False, "shells": 2},
            id="5.3 shells of a stored tile come when it is laid",
        ),
        pytest.param(
            laying("water-shell2", board(shells=0), board(shells=29)),
            ("lay a1",),
            {"shells": 1},
            id="5.3 as many as the supply still has",
        ),
        pytest.param(
            laying("water-shell2", board(shells=0)),
            ("store",),
            {"shells": 0},
            id="5.3 none for storing",
        ),
        pytest.param(
            position(board("a1 water-shell2", shells=2)),
            ("remove a1",),
            {"shells": 2},
            id="4.8 shells are kept when the tile goes",
        ),
    ],
)
def test_shells_and_storage(state: State, moves: tuple[str, ...], expected: dict[str, Any]) -> None:
    after = play(state, *moves)
    mine = after.boards[0]

    found = {"shells": mine.shells, "storage": bool(mine.storage)}
    assert found | expected == found
    assert after.supply + sum(board.shells for board in after.boards) == 30


@pytest.mark.parametrize(
    "move",
    [
        pytest.param("lay a1", id="4.5 refilled after laying"),
        pytest.param("store", id="4.5 refilled after storing"),
    ],
)
def test_the_display_is_refilled(move: str) -> None:
    state = position(tiles=ROW, berth=16)

    after = play(state, "take a1", move)

    assert after.display[0]
    assert sum(after.stack) == sum(state.stack) - 1


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param(("fetch", "lay a1"), id="4.5 no refill for a stored tile"),
        pytest.param(("rest",), id="4.5 no refill after resting"),
    ],
)
def test_nothing_is_refilled(moves: tuple[str, ...]) -> None:
    state = position(board(storage="water"), tiles="b1 water")

    after = play(state, *moves)

    assert (after.display, after.stack) == (state.display, state.stack)


def test_a_volcano_that_fills_a_place_stays() -> None:
    """Rule 4.10: it is not put aside once the match runs."""
    state = play_to_refill(position(tiles=ROW, berth=16))

    filled = RULES.resolve(state, TileDrawn(VOLCANO))
    later = play(filled, "sail 1")

    assert filled.display[0] == VOLCANO
    assert RULES.awaited(filled).seats == (1,)
    assert refused(later, "take a1", seat=1)[0] == "4.10"


@pytest.mark.parametrize(
    ("move", "edge"),
    [
        pytest.param("lay b2", EAST, id="4.3 as printed, a left end"),
        pytest.param("lay b2 rotated right", SOUTH, id="4.3 turned right, a top end"),
        pytest.param("lay b2 rotated 180", WEST, id="4.3 turned about, a right end"),
        pytest.param("lay b2 rotated left", NORTH, id="4.3 turned left, a bottom end"),
    ],
)
def test_a_turned_tile_lies_as_it_was_turned(move: str, edge: int) -> None:
    after = play(laying("left-hut"), move)

    assert EDGES[after.boards[0].cells[CELL_NAMES.index("b2")]] == edge


def test_an_empty_stack_leaves_the_place_empty() -> None:
    """Rule 4.5: an empty stack."""
    after = play(position(tiles=ROW, berth=16, stack=(0,) * len(SORTS)), "take a1", "lay a1")

    assert not after.display[0]


def test_a_removed_tile_is_out_of_the_game() -> None:
    """Rule 4.8: out of the game, and nothing is filled up."""
    state = position(board("a1 water"))
    after = play(state, "remove a1")

    assert len(after.removed) == 1
    assert after.stack == state.stack
    assert not any(after.boards[0].cells)


def test_shells_lie_open() -> None:
    """Rule 5.1: open."""
    state = position(board(shells=4), board(shells=7))

    assert [b.shells for b in RULES.view(state, 1).state.boards] == [4, 7]


def test_everything_is_open_but_the_order_of_the_stack() -> None:
    """Rule 10.1: the same for everybody."""
    state = position(board(storage="water"), tiles=ROW)

    assert RULES.view(state, 0).state == RULES.view(state, 1).state == state
    assert {outcome for outcome, _ in RULES.outcomes(play_to_refill(state))}


def play_to_refill(state: State) -> State:
    for text in ("take a1", "lay a1"):
        state = RULES.play(state, 0, NOTATION.read(text))
    return state
