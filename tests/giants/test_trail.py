"""The hexes that a piece on the move has visited: in the terminal, in words, in the picture."""

import pytest
from msgspec.structs import replace

from parlour.rules.panels import Space
from parlour_giants.options import Options
from parlour_giants.phases import State
from tests.giants.drawings import in_hex, panels, plain
from tests.giants.pictures import labels, moving
from tests.giants.positions import BLUE, transporting
from tests.giants.test_text import COMPACT, TALL

ITALIAN = Options(edition="italian")


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
    state = moving(been, "d8", before=before, claim="left", options=ITALIAN)
    island = panels(state, BLUE, space)["island"].body.plain

    assert {name for name in state.board.hexes if "x" in in_hex(island, name).split()} == marked
    assert "x it was here" in island
    told = " and ".join(sorted(marked))
    assert f"It has been on {told}, and may not go back there." in plain(state)


@pytest.mark.parametrize(
    ("been", "here", "before", "lain"),
    [
        pytest.param("d8", "d8", "d8", "", id="5.15 none at the start of its first movement"),
        pytest.param("d8", "d8", "d9 d8", "d9", id="5.15 where it lay before"),
        pytest.param(
            "e8 d7", "d7", "d9 d8 e8", "d8 d9", id="5.15 and not where it just comes from"
        ),
        pytest.param("e8 d8", "d8", "d9 d8 e8", "d8 d9", id="5.15 also the hex that it crosses"),
    ],
)
@pytest.mark.parametrize("space", [COMPACT, TALL], ids=["80x24", "100x45"])
def test_hexes_where_the_piece_may_not_be_left_are_marked(
    been: str, here: str, before: str, lain: str, space: Space
) -> None:
    state = moving(been, here, before=before, claim="left")
    island = panels(state, BLUE, space)["island"].body.plain
    told = f"It has lain on {' and '.join(lain.split())} in this transport"
    said = [label for label in labels(state, "island") if "has lain here" in label]

    assert {n for n in state.board.hexes if "o" in in_hex(island, n).split()} == {*lain.split()}
    assert ("o it lay here" in island) == bool(lain)
    assert (told in plain(state)) == bool(lain)
    assert [label.partition(":")[0] for label in said] == lain.split()


def test_a_resting_piece_tells_where_it_has_been() -> None:
    """Rule 9.7: the move that takes it may have to name these hexes."""
    state = transporting(pieces=("moai1@d8 ~blue",))
    [resting] = state.pieces
    been = 1 << state.board.index["d9"] | 1 << resting.hex
    state = replace(state, pieces=(replace(resting, been=been),))

    assert "size-1 moai left there by blue, in this round on d9 before" in plain(state)


@pytest.mark.parametrize(
    ("state", "steps"),
    [
        pytest.param(moving("d9 d8 d7", "d7", camps={"d8": "blue", "d7": "blue"}),
                     ["d8: step 1, ", "d9: "], id="5.4 the only way, over d8, is numbered"),
        pytest.param(moving("d9 d8 e9 e8", "e8"), ["d8: ", "d9: ", "e9: "],
                     id="5.4 over d8 and e9, or over e9 and d8: no numbers"),
        pytest.param(moving("d9 d8 e9", "e9"), ["d8: step 1, ", "d9: "],
                     id="5.2 of two ways to e9 only one begins at the quarry"),
        pytest.param(moving("d9 d8 e9", "e9", claim="left"), ["d8: ", "d9: "],
                     id="5.2 if it did not start at the quarry, both are possible"),
        pytest.param(moving("d7", "d7", before="d9 d8 d7", claim="left", options=ITALIAN),
                     ["d8: ", "d9: "],
                     id="9.7 hexes of an earlier movement of the round are marked too"),
    ],
)  # fmt: skip
def test_the_trail_in_the_picture(state: State, steps: list[str]) -> None:
    said = [label for label in labels(state, "island") if "has been here" in label]

    assert said == [f"{step}the piece on the move has been here" for step in steps]
