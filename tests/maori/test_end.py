import pytest
from msgspec.structs import replace

from parlour import Ended
from parlour_maori.boards import Board
from parlour_maori.state import Maori
from tests.maori.positions import RULES, board, laying, play, position

CELLS = [f"{column}{row}" for row in "1234" for column in "abcd"]
SORTS = ["water"] * 6 + ["water-boat"] * 5 + ["water-shell2"] * 3 + ["single-p1"]
ALL_BUT_D4 = board(", ".join(f"{c} {s}" for c, s in zip(CELLS, SORTS, strict=False)))


def turns_until_the_end(state: Maori) -> list[int]:
    """Let everybody rest; return who had a turn."""
    seen = []
    while not isinstance(RULES.awaited(state), Ended):
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


def test_removing_a_tile_does_not_put_off_the_end() -> None:
    """Rule 6.2: nor does a second full board."""
    nearly = board("a1 water-shell2", shells=0)
    state = play(laying("water-boat", replace(ALL_BUT_D4, shells=0), nearly), "lay d4")

    ended = play(state, "sail 1", "remove a1")

    assert RULES.awaited(ended).final


@pytest.mark.parametrize(
    ("seats", "rests"),
    [
        pytest.param(2, 4, id="6.3 two rounds of two"),
        pytest.param(4, 8, id="6.3 two rounds of four"),
    ],
)
def test_two_rounds_without_a_change_end_the_match(seats: int, rests: int) -> None:
    state = play(position(*[board()] * seats), "rest")

    assert len(turns_until_the_end(state)) == rests - 1


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

    assert isinstance(ended, Ended)
    assert ended.places == places
