"""The costs of a way and the worth of its end, in hundredths of a point, worked out by hand.

A hex costs 20, a foreign carrier 60, a missing one 140, an end without a figure 120; a base 120.
"""

from typing import Any

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
    targets,
    toll,
    worth_at,
)
from parlour_giants.options import Options
from parlour_giants.phases import State
from parlour_giants.phases.transport import Transporting
from parlour_giants.words.positions import read_camp
from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    play,
    points,
    position,
    refused,
    texts,
    transporting,
)

ISLAND = "island31"
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
    assert toll(read_camp(there), BLUE, need) == cost


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


# The rulebook's examples of transport, logs, erecting, crowning, marking and taking over


def carried_by_all() -> State:
    """Blue's moai of size 2: A, B, C and D of the rulebook are e9, f8, f7 and d8."""
    camps = {"e9": "yellow-chief", "f8": "blue log", "f7": "blue red", "d8": "blue"}
    return transporting(seats=4, camps=camps, blue={"moais": (2,)})


def test_transporting_over_everybody() -> None:
    """Rules 5.3, 5.6: Yellow's chief earns 2 points, Blue's own nothing, Red's worker 1."""
    state = play(carried_by_all(), "blue: move moai2 from d9 screen")
    assert refused(state, "to d8 with blue") == "5.3"
    state = play(state, "blue: to e9 with yellow-chief")
    assert points(state) == (0, 0, 0, 2)
    state = play(state, "blue: to f8 with blue+log")
    assert points(state) == (0, 0, 0, 2)
    state = play(state, "blue: to f7 with blue+red")

    assert points(state) == (0, 0, 1, 2)


def test_logs_never_carry_alone() -> None:
    """Rules 5.3, 5.5, 5.6: Yellow needs Red's worker beside two logs, then its own and a log."""
    camps = {"e9": "red log log", "f8": "yellow log"}
    state = transporting(seats=4, turn=YELLOW, camps=camps, yellow={"moais": (2,)})
    state = play(state, "yellow: move moai2 from d9 screen")
    assert refused(state, "to e9 with log+log") == "5.3"
    state = play(state, "yellow: to e9 with red+log")
    assert points(state) == (0, 0, 1, 0)
    state = play(state, "yellow: to f8 with yellow+log")

    assert points(state) == (0, 0, 1, 0)


def erecting() -> State:
    """Red's moai of size 3 at A; A, B, C and D of the rulebook are f4, g5, g4 and f5."""
    camps = {"g5": "red yellow yellow", "g4": "blue green green", "f5": "yellow"}
    return transporting(
        seats=4,
        turn=RED,
        camps=camps,
        pieces=("moai3@f4 red", "headdress@f5 yellow"),
        yellow={"chief": False},
    )


def test_erecting() -> None:
    """Rules 5.7: not at C without a figure there, but at B on either ahu; Yellow earns 2."""
    state = play(erecting(), "red: move moai3 from f4 marked")
    at_c = play(state, "red: to g4 with blue+green+green")
    assert refused(at_c, "erect g4a") == "5.7"
    at_b = play(state, "red: to g5 with red+yellow+yellow")
    assert {"erect g5a", "erect g5b"} <= set(texts(at_b))
    state = play(at_b, "red: erect g5b")

    assert points(state) == (0, 0, 0, 2)
    assert state.clans[RED].bases == 5


def test_crowning() -> None:
    """Rules 5.8: Yellow carries on from D to B and may crown Red's moai."""
    state = play(
        erecting(),
        "red: move moai3 from f4 marked; to g5 with red+yellow+yellow; erect g5b",
        "yellow: move headdress from f5 marked; to g5 with yellow; crown g5b",
    )

    assert state.crowned == 1 << state.board.ahu_index["g5b"]
    assert state.erected[RED] == state.crowned


def test_marking() -> None:
    """Rules 5.9: Blue's moai of size 3 gets no further than A, and nobody else may take it."""
    state = transporting(camps={"e9": "blue-chief", "d8": "green"}, blue={"moais": (3,)})
    state = play(state, "blue: move moai3 from d9 screen; to e9 with blue-chief")
    assert refused(state, "to d8 with green") == "5.3"
    state = play(state, "blue: mark")

    assert state.clans[BLUE].markers == 1
    assert refused(state, "move moai3 from e9 abandoned", GREEN)


def test_an_abandoned_headdress() -> None:
    """Rules 5.11: Blue takes it three hexes from its quarry, marks it, and it is Blue's."""
    state = transporting(
        seats=4,
        camps={"f3": "red", "f4": "blue", "f5": "yellow"},
        pieces=("headdress@f2",),
    )
    state = play(state, "blue: move headdress from f2 abandoned; to f3 with red")
    state = play(state, "blue: to f4 with blue; to f5 with yellow; mark")

    assert points(state) == (0, 0, 1, 1)
    assert refused(state, "move headdress from f5 abandoned", GREEN)


def test_a_piece_that_has_moved_beside_one_that_has_not() -> None:
    """Rules 9.7: of two marked pieces the hexes name the one that has moved."""
    state = play(
        transporting(
            options=Options(edition="italian"),
            camps={"d8": "blue", "e8": "blue", "e9": "blue"},
            pieces=("moai1@e8 blue", "moai1@e9 blue"),
        ),
        "blue: move moai1 from e9 marked; to e8 with blue; leave",
    )
    unmoved, moved = "move moai1 from e8 marked", "move moai1 from e8 marked after e8+e9"

    assert [text for text in texts(state) if text.startswith("move")] == [unmoved, moved]
    assert refused(play(state, f"blue: {unmoved}"), "to e9 with blue") == ""
    assert refused(play(state, f"blue: {moved}"), "to e9 with blue") == "9.7"


FIRST = {"moais": (1,)}


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        pytest.param({"blue": FIRST}, "b6a", id="5.1 Blue begins, and takes the best beside it"),
        pytest.param({"blue": {"moais": (1, 1)}}, "b6a b6b", id="5.1 with a moai for each"),
        pytest.param({"blue": FIRST | {"bases": 0}}, "", id="5.7 Blue has no base for it"),
        pytest.param({}, "", id="5.2 Blue has no moai"),
        pytest.param({"red": FIRST}, "", id="5.1 Red comes after Green"),
        pytest.param({"red": FIRST, "start": RED}, "b6a", id="5.1 Red begins"),
        pytest.param(
            {"blue": FIRST, "phase": Transporting(seat=GREEN)}, "", id="5.1 Blue has had its turn"
        ),
    ],
)
def test_an_ahu_that_a_seat_before_will_take_is_no_target(given: Any, taken: str) -> None:
    """Blue and Red stand on b6, where ahus of 5 and 4 are."""
    state = position(camps={"b6": "blue red"}, **given)

    assert targets(state, GREEN, 1) == (0, ON.all_ahus & ~ahus(*taken.split()))
