"""The costs of a way and the worth of its end, in hundredths of a point, worked out by hand.

A hex costs 20, a foreign carrier 60, a missing one 140, an end without a figure 120; a base 120.
"""

import pytest

from parlour_giants.board import board
from parlour_giants.components import HEADDRESS, Size
from parlour_giants.heuristic.transport_costs import (
    BASE,
    DESERTED,
    FEE,
    MISSING,
    NEVER,
    POINT,
    STEP,
    STRANGER,
    best_end_in_hand,
    best_ends,
    toll,
    worth_at,
)
from tests.giants.positions import BLUE, camp, position

ISLAND = "island"
ON = board(ISLAND)


def ahus(*names: str) -> int:
    """Return a set of ahus."""
    return sum(1 << ON.ahu_index[name] for name in names)


def test_the_weights_are_those_of_the_examples() -> None:
    assert (POINT, STEP, FEE, MISSING, STRANGER, BASE) == (100, 20, 60, 140, 120, 120)


@pytest.mark.parametrize(
    ("there", "need", "cost"),
    [
        pytest.param("", 1, 20 + 140, id="nobody"),
        pytest.param("", 3, 20 + 3 * 140, id="nobody for three"),
        pytest.param("blue", 1, 20, id="an own worker"),
        pytest.param("blue log", 2, 20, id="an own worker with a log"),
        pytest.param("blue-chief", 3, 20, id="the own chief alone"),
        pytest.param("green", 1, 20 + 60, id="a foreign worker"),
        pytest.param("green red-sorcerer", 2, 20 + 2 * 60, id="two foreign carriers"),
        pytest.param("blue green", 2, 20 + 60, id="an own and a foreign one"),
        pytest.param("green log", 2, 20 + 2 * 60, id="a foreign one with a log"),
        pytest.param("blue green log", 3, 20 + 60, id="an own one with a log, and a foreign one"),
        pytest.param("green", 3, 20 + 2 * 140, id="two are missing"),
        pytest.param("log", 1, 20 + 140, id="a log alone carries nothing"),
        pytest.param("green-chief", 2, 20 + 2 * 60, id="a foreign chief for two"),
    ],
)
def test_the_cost_of_entering_a_hex(there: str, need: int, cost: int) -> None:
    assert toll(camp(there), BLUE, need) == cost


@pytest.mark.parametrize(
    ("where", "size", "kept", "free", "worth"),
    [
        pytest.param("g5", 3, "", "g5b", 3 * 700 - 120, id="a free ahu of 7 takes a base"),
        pytest.param("g5", 3, "g5b", "", 3 * 700, id="a reserved one has its base"),
        pytest.param("g5", 2, "g5a", "g5b", 2 * 700 - 120, id="twice 7 less a base, over twice 6"),
        pytest.param("g5", 1, "g5a", "g5b", 600, id="6, over 7 less a base"),
        pytest.param("g5", HEADDRESS, "g5a", "", 500, id="a headdress has the second number"),
        pytest.param("g5", 3, "g4a", "", -NEVER, id="none on this hex"),
    ],
)
def test_the_worth_of_a_piece_on_a_hex(
    where: str, size: Size, kept: str, free: str, worth: int
) -> None:
    sets = [ahus(*name.split()) for name in (kept, free)]

    assert worth_at(ISLAND, ON.index[where], size, sets[0], sets[1]) == worth


@pytest.mark.parametrize(
    ("start", "camps", "end"),
    [
        pytest.param("g5", {}, 2 * 700 - 120, id="there, and nobody to raise it"),
        pytest.param("g5", {"g5": "blue"}, 2 * 700, id="there, with a worker"),
        pytest.param("g4", {}, 2 * 700 - 120 - 300, id="next to it, two are missing"),
        pytest.param("g4", {"g5": "blue log"}, 2 * 700 - 20, id="next to it, with all"),
        pytest.param(
            "g3", {"g4": "green green", "g5": "blue log"}, 2 * 700 - 20 - 140, id="two hexes"
        ),
    ],
)
def test_the_best_end_of_a_moai_of_two(start: str, camps: dict[str, str], end: int) -> None:
    state = position(camps=camps)
    ends = best_ends(
        ISLAND, state.camps if camps else DESERTED, BLUE, 2, ahus("g5b"), 0, workers_only=False
    )

    assert ends[ON.index[start]] == end


@pytest.mark.parametrize(
    ("start", "camps", "end"),
    [
        pytest.param("g5", {"g5": "blue"}, 2 * 700, id="it is there"),
        pytest.param("g5", {"g5": "green"}, -NEVER, id="there, and nobody to raise it"),
        pytest.param("g4", {"g5": "blue log"}, 2 * 700 - 20, id="one hex on"),
        pytest.param("g4", {"g5": "blue"}, -NEVER, id="the hex cannot be entered"),
        pytest.param("g4", {"g5": "blue green"}, 2 * 700 - 80, id="for a fee"),
        pytest.param(
            "g3", {"g4": "blue log", "g5": "blue log"}, 2 * 700 - 40, id="two hexes without a fee"
        ),
    ],
)
def test_the_best_end_of_a_moai_on_the_move(start: str, camps: dict[str, str], end: int) -> None:
    """What is missing cannot be placed any more."""
    found = best_end_in_hand(
        ISLAND,
        position(camps=camps).camps,
        BLUE,
        2,
        ON.index[start],
        0,
        ahus("g5b"),
        0,
        workers_only=False,
    )

    assert found == end


def test_a_hex_where_it_has_been_is_closed() -> None:
    camps, closed = position(camps={"g5": "blue log"}).camps, 1 << ON.index["g5"]
    found = best_end_in_hand(
        ISLAND, camps, BLUE, 2, ON.index["g4"], closed, ahus("g5b"), 0, workers_only=False
    )

    assert found == -NEVER
