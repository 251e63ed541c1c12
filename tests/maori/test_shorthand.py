"""Lines of bare places, by what is asked: rule 2.2 gives their order."""

import pytest

from parlour import OpenView
from parlour_maori.phases import MovingPawn, State
from parlour_maori.phases.set_up import Launching
from parlour_maori.words.shorthand import parse_shorthand
from tests.maori.positions import laying, position, sailing


@pytest.mark.parametrize(
    ("state", "line", "moves"),
    [
        pytest.param(sailing(), "2 a4 b2", ("sail 2", "take a4", "lay b2"), id="2.2 a turn"),
        pytest.param(sailing(), "2, A4", ("sail 2", "take a4"), id="2.2 a part of it"),
        pytest.param(
            sailing(variant="advanced"),
            "1 a1 b2 c3",
            ("sail 1", "take a1", "lay b2", "pawn c3"),
            id="8.4 the pawn",
        ),
        pytest.param(sailing(variant="expert"), "1 a1 b2 c3", (), id="8.7 it moves by itself"),
        pytest.param(sailing(), "1 a1 b2 c3", (), id="8.1 no pawns"),
        pytest.param(position(), "d4 b2", ("take d4", "lay b2"), id="2.2 the ship has sailed"),
        pytest.param(laying("water"), "e4", ("lay e4",), id="4.3 a tile in hand"),
        pytest.param(
            position(variant="advanced", phase=MovingPawn(0)),
            "b2",
            ("pawn b2",),
            id="8.4 the pawn alone",
        ),
        pytest.param(sailing(), "a4 b2", (), id="3.1 the ship comes first"),
        pytest.param(position(), "e1", (), id="1.3 no such place of the display"),
        pytest.param(position(), "take a4", (), id="a move is no such line"),
        pytest.param(laying("water"), "b2 c3 d4", (), id="2.1 the turn is over"),
        pytest.param(position(phase=Launching(0)), "5", (), id="1.6 before the first turn"),
        pytest.param(sailing(), "", (), id="nothing"),
    ],
)
def test_a_line_of_places_is_read_as_moves(state: State, line: str, moves: tuple[str, ...]) -> None:
    assert parse_shorthand(OpenView(0, state), line) == moves
