"""The hexes on which a piece on the move has been: in the terminal, in words, in the picture."""

import pytest
from msgspec.structs import replace

from parlour.rules.panels import Space
from parlour_giants.phases import State
from tests.giants.drawings import in_hex, panels, plain
from tests.giants.pictures import labels, moving
from tests.giants.positions import BLUE, transporting
from tests.giants.test_text import COMPACT, TALL


@pytest.mark.parametrize(
    ("been", "before", "marked"),
    [
        pytest.param("d9 d8", "", {"d9"}, id="5.4 in this movement"),
        pytest.param("d8", "d9 e9", {"d9", "e9"}, id="9.7 earlier in this round"),
    ],
)
@pytest.mark.parametrize("space", [COMPACT, TALL], ids=["80x24", "100x45"])
def test_hexes_where_the_piece_has_been_are_marked(
    been: str, before: str, marked: set[str], space: Space
) -> None:
    state = moving(been, "d8", before=before, claim="left")
    island = panels(state, BLUE, space)["island"].body.plain

    assert {name for name in state.board.hexes if "x" in in_hex(island, name).split()} == marked
    assert "x it was here" in island
    told = " and ".join(sorted(marked))
    assert f"It has been on {told}, and may not go back there." in plain(state)


def test_a_resting_piece_tells_where_it_has_been() -> None:
    """Rule 9.7: the move that takes it may have to name these hexes."""
    state = transporting(pieces=("moai1@d8 ~blue",))
    [resting] = state.pieces
    been = 1 << state.board.index["d9"] | 1 << resting.hex
    state = replace(state, pieces=(replace(resting, been=been),))

    assert "size-1 moai left there by blue, in this round on d9 before" in plain(state)


def trail(state: State) -> list[str]:
    return [label for label in labels(state, "island") if "has been here" in label]


def test_the_only_way_is_numbered() -> None:
    """Rules 5.4: from the quarry over d8 and d7."""
    state = moving("d9 d8 d7", "d7", camps={"d8": "blue", "d7": "blue"})

    assert trail(state) == [
        "d8: step 1, the piece on the move has been here",
        "d9: the piece on the move has been here",
    ]


def test_a_way_that_is_not_certain_has_no_numbers() -> None:
    """Rules 5.4: over d8 and e9, or over e9 and d8."""
    state = moving("d9 d8 e9 e8", "e8")

    assert trail(state) == [
        f"{name}: the piece on the move has been here" for name in ("d8", "d9", "e9")
    ]


def test_a_start_at_the_quarry_tells_the_way() -> None:
    """Rules 5.2: of two ways to e9, only that over d8 begins at the quarry."""
    of_screen = moving("d9 d8 e9", "e9")
    left_before = moving("d9 d8 e9", "e9", claim="left")

    assert trail(of_screen)[0] == "d8: step 1, the piece on the move has been here"
    assert trail(left_before)[0] == "d8: the piece on the move has been here"


def test_hexes_of_the_same_round_are_marked() -> None:
    """Rules 9.7: those of an earlier movement, too."""
    state = moving("d7", "d7", before="d9 d8 d7", claim="left")

    assert [label[:2] for label in trail(state)] == ["d8", "d9"]
