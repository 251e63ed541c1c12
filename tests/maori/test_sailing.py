import pytest
from msgspec.structs import replace

from parlour_maori.components import SIDES
from parlour_maori.phases import State
from tests.maori.positions import board, play, sailing, texts

TWO_BOATS = board(shells=1)
FOUR_BOATS = board("a1 water-boat, b2 left-boat", shells=0)
ALL_BOATS = board(
    "a1 water-boat, b1 water-boat, c1 water-boat, d1 water-boat, a2 water-boat, b2 water-boat, "
    "c2 left-boat, d2 left-boat, a3 right-boat, b3 right-boat, c3 top-boat, d3 top-boat, "
    "a4 bottom-boat, b4 bottom-boat, c4 single-boat, d4 vertical-boat",
    shells=30,
)
ATOLL_BARE = board("c2 water", shells=0)


@pytest.mark.parametrize(
    ("state", "most"),
    [
        pytest.param(sailing(board(shells=0)), 2, id="3.2 two printed boats, two steps"),
        pytest.param(sailing(TWO_BOATS), 3, id="3.4 one more step for one shell"),
        pytest.param(
            sailing(board(shells=20)), 22, id="3.4 as far as the shells go, more than once round"
        ),
        pytest.param(
            sailing(ALL_BOATS, board(shells=0)), 48, id="3.4 every shell and a board full of boats"
        ),
        pytest.param(
            sailing(FOUR_BOATS), 4, id="3.3 boats on water and on unfinished islands count"
        ),
        pytest.param(
            sailing(board(shells=0, storage="water-boat")), 2, id="3.3 a stored boat does not count"
        ),
        pytest.param(
            sailing(board(shells=0), side="atoll"), 2, id="9.3 the boat in the atoll counts"
        ),
        pytest.param(sailing(ATOLL_BARE, side="atoll"), 1, id="9.3 covered it does not"),
    ],
)
def test_how_far_the_ship_sails(state: State, most: int) -> None:
    assert texts(state) == {f"sail {steps}" for steps in range(1, most + 1)}


@pytest.mark.parametrize(
    ("berth", "steps", "arrives", "shells"),
    [
        pytest.param(1, 2, 3, 5, id="3.1 clockwise along a side"),
        pytest.param(4, 1, 5, 5, id="3.1 a corner costs one step like any other"),
        pytest.param(15, 3, 2, 4, id="3.4 past the last place, one shell paid"),
        pytest.param(9, 7, 16, 0, id="3.4 five shells for seven steps with two boats"),
    ],
)
def test_the_ship_sails(berth: int, steps: int, arrives: int, shells: int) -> None:
    state = play(sailing(berth=berth), f"sail {steps}")

    assert state.ship == arrives - 1
    assert state.boards[0].shells == shells


@pytest.mark.parametrize(
    ("shells", "legal"),
    [
        pytest.param(0, {"sail 1"}, id="3.2 with no boat to be seen one step is free"),
        pytest.param(2, {"sail 1", "sail 2", "sail 3"}, id="3.2 and shells pay for more"),
    ],
)
def test_with_no_boat_to_be_seen(
    shells: int, legal: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SIDES, "front", replace(SIDES["front"], boats_beside=0))

    assert texts(sailing(board(shells=shells))) == legal
