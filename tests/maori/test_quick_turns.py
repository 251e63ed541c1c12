"""Quick turns, which rollouts play: legal, and the best by the worths, whatever the tables keep."""

from collections.abc import Iterator
from itertools import islice
from operator import mul
from random import Random

import pytest
from msgspec.structs import replace

from parlour import Chance
from parlour_maori.bots.features import of_line
from parlour_maori.bots.heuristic import room, turns_to_come
from parlour_maori.bots.quick_turns import HOPING, LAST, Worths, quick_turn
from parlour_maori.components import CELL_NAMES, SIDES
from parlour_maori.moves import Lay, MaoriMove, Store
from parlour_maori.phases import Laying, MovingPawn, State
from parlour_maori.state import boats, covered_cells
from parlour_maori.tiles import NUMBER, SORTS
from tests.maori.positions import GAME, RULES, board, position, sailing, write

OPEN = board("b2 left-p2")


@pytest.mark.parametrize(
    ("state", "turn"),
    [
        pytest.param(
            sailing(OPEN, tiles="b1 right-p1, c1 right-p3"),
            ["sail 2", "take c1", "lay c2"],
            id="the end with more palms, which a free step more reaches",
        ),
        pytest.param(
            sailing(OPEN, tiles="a1 right-p1, d1 right-p1-hut"),
            ["sail 3", "take d1", "lay c2"],
            id="a hut is worth a shell for the step",
        ),
        pytest.param(
            position(OPEN, tiles="a1 water, a2 right-p3"),
            ["take a2", "lay c2"],
            id="a shell for the tile that is skipped",
        ),
        pytest.param(
            position(board("b2 left-p2", shells=0), tiles="a1 water-boat, a2 right-p3"),
            ["take a1", "lay a1"],
            id="no shell for it",
        ),
        pytest.param(
            sailing(OPEN, tiles="b1 water, b2 right-p1, c1 right-p1"),
            ["sail 2", "take c1", "lay c2"],
            id="of equal tiles the cheaper",
        ),
        pytest.param(
            sailing(board("b2 left-p2", shells=1), tiles="d1 water, d2 right-p3"),
            ["sail 3", "take d1", "lay a1"],
            id="3.4 the step and the tile together cost too much",
        ),
        pytest.param(
            sailing(board(storage="water"), tiles="b1 water"),
            ["sail 1", "take b1", "lay a1"],
            id="a tile of the display before an equal one that is kept",
        ),
        pytest.param(
            sailing(board("b2 left-p2", storage="right-p3"), tiles="b1 right-p1"),
            ["sail 1", "fetch", "lay c2"],
            id="the stored tile",
        ),
        pytest.param(
            position(tiles="a1 left-p1, a2 water-boat", turns_left=1),
            ["take a2", "lay a1"],
            id="7.1 nothing that stays open in the last turns",
        ),
    ],
)
def test_the_best_tile_goes_where_it_fits_best(state: State, turn: list[str]) -> None:
    assert [write(move) for move in quick_turn(state, 0)] == turn


@pytest.mark.parametrize(("stepped", "turn"), [(False, ["store"]), (True, ["step b2"])])
def test_a_tile_that_has_no_place_round_the_pawn_is_stored(
    stepped: bool,
    turn: list[str],
) -> None:
    """Rule 8.6: after a paid step it must be laid, and the next step leads to free cells."""
    own = board("a1 water, b1 water, a2 water, b2 water-boat", pawn="a1")
    hand = Laying(0, NUMBER["left-p1"], 0, stepped)
    state = position(own, phase=hand, variant="advanced")

    assert [write(move) for move in quick_turn(state, 0)] == turn


@pytest.mark.parametrize(
    ("turns_left", "turn"),
    [
        pytest.param(-1, ["sail 1", "remove b1"], id="8.3 a tile that is blocked leaves"),
        pytest.param(1, ["sail 1", "rest"], id="no tile leaves in the last turns"),
    ],
)
def test_a_pawn_that_is_stuck_gets_room(turns_left: int, turn: list[str]) -> None:
    tiles = "a1 water-boat, b1 left-p1, c1 water, a2 water-boat, b2 water-boat"
    own = board(tiles, shells=0, pawn="a1")
    state = sailing(own, variant="expert", turns_left=turns_left)

    assert [write(move) for move in quick_turn(state, 0)] == turn


def test_the_tile_under_the_pawn_stays() -> None:
    """Rule 8.5: it is the only one that is blocked, and two wreaths surround it."""
    wreaths = "b1 left-p1-wreath, c1 right-p1-wreath, a2 left-p2-wreath, b2 right-p2-wreath"
    own = board(f"a1 right-p1, {wreaths}, d3 water, d4 water", shells=0, pawn="a1")
    state = sailing(own, variant="expert")

    assert [write(move) for move in quick_turn(state, 0)] == ["sail 1", "remove b1"]


FREE = {"a2", "c4", "d3", "d4"}


@pytest.mark.parametrize(
    ("tiles", "turn"),
    [
        pytest.param("b2 water", ["stay"], id="one tile alone"),
        pytest.param(
            "a1 water, b1 water, a2 water, b2 water", ["pawn b2"], id="five cells round it"
        ),
        pytest.param(
            ", ".join(
                f"{name} water" for name in CELL_NAMES if name[0] != "e" and name not in FREE
            ),
            ["pawn c3"],
            id="three cells in reach",
        ),
    ],
)
def test_8_4_the_pawn_moves_to_the_tile_with_the_most_room(tiles: str, turn: list[str]) -> None:
    own = board(tiles, shells=0, pawn=tiles[:2])
    state = replace(position(phase=MovingPawn(0), variant="advanced"), boards=(own, board()))

    assert [write(move) for move in quick_turn(state, 0)] == turn


def worth_after(state: State, move: MaoriMove, worths: Worths) -> float:
    """Return the worth of the first board after a move, line by line, without its shells."""
    own, side = RULES.play(state, 0, move).boards[0], SIDES[state.options.side]
    lines = [of_line(own.cells[line.cut], line, side) for line in side.lines]
    return (
        sum(sum(map(mul, worths.line, figures)) for figures in lines)
        + worths.boat * boats(own, side)
        + worths.covered * covered_cells(own)
        + worths.stored * bool(own.storage)
        + room(own, state.options, turns_to_come(state)) * (state.options.variant == "expert")
    )


def hands(options: dict[str, str]) -> Iterator[State]:
    """Yield states by quick turns where the first seat has a tile without shells in hand."""
    state, rng = GAME.match(seats=2, seed=8, **options).state, Random(8)
    while not (awaited := RULES.awaited(state)).is_over:
        if isinstance(awaited, Chance):
            state = RULES.resolve(state, RULES.draw(state, rng))
            continue
        seat, moves = awaited.seats[0], RULES.moves(state, awaited.seats[0])
        turn = quick_turn(state, seat) or (rng.choice(moves),)
        assert turn[0] in moves
        state = RULES.play(state, seat, turn[0])
        hand = state.phases[-1]
        if isinstance(hand, Laying) and hand.seat == 0 and not SORTS[hand.sort].shells:
            yield state


@pytest.mark.parametrize(("turns_left", "worths"), [(-1, HOPING), (1, LAST)])
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="front"),
        pytest.param({"side": "atoll"}, id="atoll"),
        pytest.param({"side": "atoll", "variant": "advanced"}, id="advanced"),
        pytest.param({"variant": "expert"}, id="expert"),
    ],
)
def test_no_other_place_is_worth_more(
    options: dict[str, str], turns_left: int, worths: Worths
) -> None:
    found = 0
    for state in islice(hands(options), 10):
        at = replace(state, turns_left=turns_left)
        ways = [way for way in RULES.moves(at, 0) if isinstance(way, Lay | Store)]
        for move in quick_turn(at, 0):
            highest = max(worth_after(at, way, worths) for way in ways)
            assert worth_after(at, move, worths) == pytest.approx(highest)
            found += 1
    assert found > 5
