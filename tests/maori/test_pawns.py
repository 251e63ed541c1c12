import pytest

from parlour_maori.phases import State
from parlour_maori.state import Board
from tests.maori.positions import NOTATION, RULES, board, laying, play, position, refused, texts

CORNER = board("a1 water", pawn="a1", shells=0)
CHAIN = board("a1 water, b2 water, c3 water", pawn="a1", shells=1)
RICH_CHAIN = board("a1 water, b2 water, c3 water", pawn="a1", shells=2)


def lays(state: State) -> set[str]:
    return {text.removeprefix("lay ") for text in texts(state) if text.startswith("lay")}


@pytest.mark.parametrize("variant", ["advanced", "expert"])
@pytest.mark.parametrize(
    ("mine", "cells"),
    [
        pytest.param(
            board(), {c + r for c in "abcd" for r in "1234"}, id="8.2 the first tile goes anywhere"
        ),
        pytest.param(CORNER, {"b1", "a2", "b2"}, id="8.3 round the pawn, corners too"),
        pytest.param(CHAIN, {"b1", "a2"}, id="8.3 not on own tiles, and only round the pawn"),
    ],
)
def test_where_the_pawn_lets_a_tile_go(variant: str, mine: object, cells: set[str]) -> None:
    assert lays(laying("water", mine, variant=variant)) == cells  # type: ignore[arg-type]  # a Board


@pytest.mark.parametrize(
    ("variant", "after"),
    [
        pytest.param("advanced", "b2", id="8.2 the first tile takes the pawn"),
        pytest.param("expert", "b2", id="8.2 in the expert game too"),
    ],
)
def test_the_first_tile_takes_the_pawn(variant: str, after: str) -> None:
    state = play(laying("water", board(), variant=variant), "lay b2")

    assert state.boards[0].pawn == NOTATION.read(f"pawn {after}").cell


def test_in_the_basic_game_there_is_no_pawn() -> None:
    """Rule 8.1: basic."""
    assert play(laying("water", board()), "lay b2").boards[0].pawn == -1


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        pytest.param(
            laying("water", CORNER, variant="advanced"), ("lay b1",), id="8.4 after laying"
        ),
        pytest.param(
            laying("water", CHAIN, variant="advanced"), ("store",), id="8.4 after storing"
        ),
        pytest.param(position(CHAIN, variant="advanced"), ("remove b2",), id="8.4 after removing"),
        pytest.param(position(CHAIN, variant="advanced"), ("rest",), id="8.4 after resting"),
    ],
)
def test_in_the_advanced_game_the_pawn_may_move_after_any_action(
    state: State, moves: tuple[str, ...]
) -> None:
    after = play(state, *moves)
    mine = after.boards[0]
    others = {
        f"pawn {column}{row}"
        for row in range(1, 5)
        for column in "abcd"
        if mine.cells[NOTATION.read(f"pawn {column}{row}").cell]
    }

    assert texts(after) == others - {"pawn a1"} | {"stay"}


def test_the_pawn_moves_or_stays() -> None:
    """Rule 8.4: to any own tile."""
    state = play(position(CHAIN, variant="advanced"), "rest")

    assert play(state, "pawn c3").boards[0].pawn == NOTATION.read("pawn c3").cell
    assert play(state, "stay").boards[0].pawn == 0


@pytest.mark.parametrize(
    ("state", "move", "rule", "reason"),
    [
        pytest.param(
            position(CORNER, variant="advanced"),
            "remove a1",
            "8.5",
            "under the pawn",
            id="8.5 advanced",
        ),
        pytest.param(
            position(CORNER, variant="expert"),
            "remove a1",
            "8.5",
            "under the pawn",
            id="8.5 expert",
        ),
        pytest.param(
            laying("water", CORNER, variant="expert"),
            "lay d4",
            "8.3",
            "adjoin",
            id="8.3 too far away",
        ),
        pytest.param(
            laying("water", CHAIN, variant="expert"),
            "step c3",
            "8.6",
            "beside it",
            id="8.6 one at a time",
        ),
        pytest.param(
            laying("water", CHAIN, variant="expert"),
            "step b1",
            "8.6",
            "own tile",
            id="8.6 never to water",
        ),
        pytest.param(
            laying("water", board("a1 water, b2 water", pawn="a1", shells=0), variant="expert"),
            "step b2",
            "8.6",
            "costs a shell",
            id="8.6 not without a shell",
        ),
        pytest.param(
            play(laying("water", RICH_CHAIN, variant="expert"), "step b2"),
            "store",
            "8.6",
            "lay it",
            id="8.6 after a step the tile is laid",
        ),
        pytest.param(
            laying("water", board(), variant="expert"),
            "step a1",
            "8.2",
            "first",
            id="8.2 no pawn yet",
        ),
        pytest.param(
            play(position(CHAIN, variant="advanced"), "rest"),
            "pawn d4",
            "8.4",
            "water",
            id="8.4 never on water",
        ),
        pytest.param(
            play(position(CHAIN, variant="advanced"), "rest"),
            "pawn a1",
            "8.4",
            "is there",
            id="8.4 it is there",
        ),
        pytest.param(
            play(position(CHAIN, variant="advanced"), "rest"),
            "rest",
            "8.4",
            "is over",
            id="8.4 the action is over",
        ),
    ],
)
def test_what_a_pawn_forbids(state: State, move: str, rule: str, reason: str) -> None:
    cited, sentence = refused(state, move)

    assert cited == rule
    assert reason in sentence


@pytest.mark.parametrize("variant", ["advanced", "expert"])
def test_a_shell_moves_the_pawn_before_laying(variant: str) -> None:
    """Rule 8.6: a shell a step."""
    state = play(laying("water", RICH_CHAIN, variant=variant), "step b2", "step c3")

    assert state.boards[0].shells == 0
    assert lays(state) == {"b3", "b4", "c2", "c4", "d2", "d3", "d4"}


@pytest.mark.parametrize(
    ("state", "moves", "pawn"),
    [
        pytest.param(
            laying("water", CORNER, variant="expert"),
            ("lay b1",),
            "b1",
            id="8.7 the pawn follows the tile",
        ),
        pytest.param(
            laying("water", CORNER, variant="expert"),
            ("store",),
            "a1",
            id="8.7 it stays when a tile is stored",
        ),
        pytest.param(
            position(CHAIN, variant="expert"), ("remove c3",), "a1", id="8.7 when one is removed"
        ),
        pytest.param(position(CHAIN, variant="expert"), ("rest",), "a1", id="8.7 and at a rest"),
        pytest.param(
            position(board("a1 water", storage="water", pawn="a1"), variant="expert"),
            ("fetch", "lay b2"),
            "b2",
            id="8.7 it follows a stored tile too",
        ),
        pytest.param(
            laying("water", RICH_CHAIN, variant="expert"),
            ("step b2", "step c3", "lay d4"),
            "d4",
            id="8.7 and a tile laid after paid steps",
        ),
    ],
)
def test_the_expert_pawn(state: State, moves: tuple[str, ...], pawn: str) -> None:
    after = play(state, *moves)

    assert after.boards[0].pawn == NOTATION.read(f"pawn {pawn}").cell
    assert RULES.awaited(after).seats == (1,)


@pytest.mark.parametrize("variant", ["advanced", "expert"])
def test_a_first_tile_from_the_storage_takes_the_pawn(variant: str) -> None:
    """Rule 8.2: it may go anywhere, too."""
    state = position(board(storage="water"), variant=variant)
    fetched = play(state, "fetch")

    assert lays(fetched) == {c + r for c in "abcd" for r in "1234"}
    assert play(fetched, "lay d3").boards[0].pawn == NOTATION.read("pawn d3").cell


@pytest.mark.parametrize(
    ("variant", "pawn"),
    [
        pytest.param("advanced", "c3", id="8.6 advanced: it stays where it stepped"),
        pytest.param("expert", "d4", id="8.6 expert: it goes on to the tile"),
    ],
)
def test_paid_steps_before_a_stored_tile(variant: str, pawn: str) -> None:
    mine = board("a1 water, b2 water, c3 water", pawn="a1", shells=3, storage="water")
    state = play(position(mine, variant=variant), "fetch", "step b2", "step c3")
    after = play(state, "lay d4").boards[0]

    assert lays(state) == {"b3", "b4", "c2", "c4", "d2", "d3", "d4"}
    assert (after.pawn, after.shells, after.storage) == (NOTATION.read(f"pawn {pawn}").cell, 1, 0)


HEMMED_IN = "a1 water, b1 water, a2 water, b2 water"


@pytest.mark.parametrize(
    ("mine", "legal"),
    [
        pytest.param(
            board(HEMMED_IN, pawn="a1", shells=0, storage="water"),
            False,
            id="8.3 nowhere to lay or store it",
        ),
        pytest.param(board(HEMMED_IN, pawn="a1", shells=0), True, id="8.3 it can still be stored"),
        pytest.param(
            board(HEMMED_IN, pawn="a1", shells=1, storage="water"),
            True,
            id="8.6 a paid step makes room",
        ),
    ],
)
def test_a_tile_is_taken_only_if_it_can_go_somewhere(mine: object, legal: bool) -> None:
    state = position(mine, tiles="a1 single-p1", variant="expert")  # type: ignore[arg-type]  # a Board

    assert ("take a1" in texts(state)) is legal


BLOCK = ", ".join(
    f"{column}{row} {sort}"
    for row, sort in (("1", "water"), ("2", "water-boat"), ("3", "water-shell2"))
    for column in "abc"
)
FULL = BLOCK + (
    ", d1 water, d2 water, d3 water, a4 water-boat, b4 water-boat, c4 water-boat, d4 water-shell2"
)


@pytest.mark.parametrize(
    ("laid", "shells", "legal"),
    [
        pytest.param(HEMMED_IN, 0, {"rest"}, id="8.3 hemmed in, without a shell"),
        pytest.param(HEMMED_IN, 1, {"rest", "fetch", "take a1"}, id="8.6 one shell, for a step"),
        pytest.param(
            HEMMED_IN,
            2,
            {"rest", "fetch", "take a1", "take a2"},
            id="8.6 two shells, for the price and a step",
        ),
        pytest.param(BLOCK, 1, {"rest"}, id="8.6 two steps are too many for one shell"),
        pytest.param(BLOCK, 2, {"rest", "fetch", "take a1"}, id="8.6 two shells for two steps"),
    ],
)
def test_shells_must_do_for_the_price_and_the_steps(
    laid: str, shells: int, legal: set[str]
) -> None:
    mine = board(laid, pawn="a1", shells=shells, storage="single-p2")
    state = position(mine, tiles="a1 single-p1, a2 single-p3", berth=1, variant="expert")

    assert {text for text in texts(state) if not text.startswith("remove")} == legal


@pytest.mark.parametrize(
    ("mine", "move", "rule"),
    [
        pytest.param(
            board(HEMMED_IN, pawn="a1", shells=0, storage="water"),
            "take a1",
            "8.3",
            id="8.3 the pawn keeps a tile of the display from every cell",
        ),
        pytest.param(
            board(HEMMED_IN, pawn="a1", shells=0, storage="water"),
            "fetch",
            "8.3",
            id="8.3 and the stored one",
        ),
        pytest.param(
            board(FULL, pawn="a1", storage="single-p2"),
            "take a1",
            "4.6",
            id="4.6 but not when the board and the storage are full",
        ),
        pytest.param(
            board(FULL, pawn="a1", storage="single-p2"), "fetch", "4.7", id="4.7 the same, stored"
        ),
    ],
)
def test_the_pawn_is_named_as_the_reason(mine: Board, move: str, rule: str) -> None:
    state = position(mine, tiles="a1 single-p1", variant="expert")

    assert refused(state, move)[0] == rule


def test_a_step_that_would_strand_the_tile_is_not_offered() -> None:
    """Rule 8.6: the tile in hand must still go somewhere."""
    mine = board(
        "a1 left-boat, b1 water, c1 water, a2 water, b2 water, c2 water, "
        "a3 water-boat, b3 water-boat, c3 water-boat",
        pawn="b2",
        shells=1,
    )
    state = laying("water-boat", mine, slot=-1, variant="expert")

    assert "step a1" not in texts(state)
    assert "step c3" in texts(state)


@pytest.mark.parametrize(
    ("shells", "steps"),
    [
        pytest.param(0, "", id="8.6 a step costs a shell"),
        pytest.param(1, "c1 c2 a3 b3 c3", id="8.6 the last shell leads beside a free cell"),
        pytest.param(2, "b1 c1 a2 c2 a3 b3 c3", id="8.6 one shell more pays one step more"),
        pytest.param(3, "a1 b1 c1 a2 c2 a3 b3 c3", id="8.6 two shells more pay two steps more"),
    ],
)
def test_the_pawn_takes_no_step_it_cannot_pay_on_from(shells: int, steps: str) -> None:
    mine = board(
        "a1 left-boat, b1 water, c1 water, a2 water, b2 water, c2 water, "
        "a3 water-boat, b3 water-boat, c3 water-boat",
        pawn="b2",
        shells=shells,
    )
    state = laying("water-boat", mine, slot=-1, variant="expert")

    assert {text for text in texts(state) if text.startswith("step")} == {
        f"step {cell}" for cell in steps.split()
    }
