"""The standing of a match: its status, the points so far, and orders that save waiting."""

from typing import Any

import pytest

from parlour import Viewer
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, Picking, Returning, State
from parlour_giants.phases.stowing import Stowing
from tests.giants.positions import (
    BLUE,
    GAME,
    GREEN,
    NOTATION,
    RED,
    RULES,
    play,
    position,
    transporting,
)

NAMES = ("You", "Bob", "Cid")


def status(state: State, seat: int = BLUE) -> Any:
    return GAME.display.status(RULES.view(state, seat), Viewer(NAMES))


def sheet(state: State, seat: int = BLUE, *, memory: bool = False) -> dict[str, Any]:
    lines = GAME.display.score_sheet(RULES.view(state, seat), Viewer(NAMES, memory=memory))
    assert [line.total for line in lines] == [False, False, False, False, True]
    return {line.label: line.points for line in lines}


@pytest.mark.parametrize(
    ("state", "said"),
    [
        pytest.param(
            position(options=Options(round_limit=15), round=3),
            "Round 3 of 15, placing: You to place. 35 moais left, 0/7 erected.",
            id="7.4 rounds left",
        ),
        pytest.param(
            position(options=Options(round_limit=15), round=15),
            "Round 15 (last), placing: You to place. 35 moais left, 0/7 erected.",
            id="7.4 the last round of so many",
        ),
        pytest.param(
            position(options=Options(round_limit=15), round=9, last_round=9),
            "Round 9 (last), placing: You to place. 35 moais left, 0/7 erected.",
            id="7.5 no moai is left to erect",
        ),
        pytest.param(
            position(phase=Bidding(answers=(None,) * 3, quarry=(1,))),
            "Round 1, auction: You to bid. 35 moais left, 0/7 erected.",
            id="3.1 oneself first",
        ),
        pytest.param(
            play(position(phase=Bidding(answers=(None,) * 3, quarry=(1,))),
                 "blue: bid 0 markers"),
            "Round 1, auction: Bob and Cid to bid. 35 moais left, 0/7 erected.",
            id="3.1 the others",
        ),
        pytest.param(
            transporting(seats=4, turn=GREEN, erected={"a3a 1": "blue", "a4a 1": "red"}),
            "Round 1, transport: Bob to move. 35 moais left, 1/6 erected.",
            id="7.1 bases of the seat's own under a moai",
        ),
        pytest.param(
            play(transporting(blue={"points": 3}, pieces=("moai1@d3 blue",),
                              options=Options(round_limit=1)), "pass"),
            "Round 1, the end. Won by You.", id="7.2 the winner is named",
        ),
    ],
)  # fmt: skip
def test_one_line_says_where_the_match_stands(state: State, said: str) -> None:
    assert status(state) == said
    assert len(said) <= 68


BUILT = position(
    erected={"a3a 2": "blue", "b2a 1": "green"}, crowned="b2a",
    blue={"points": 4, "halves": 5}, green={"points": 1},
)  # fmt: skip


@pytest.mark.parametrize(
    ("state", "seat", "memory", "expected"),
    [
        pytest.param(
            BUILT, BLUE, True,
            {"on the track": (4, 1, 0), "moais": (16, 8, 0), "headdresses": (0, 6, 0),
             "tablets": (6, 0, 0), "in all": (26, 15, 0)},
            id="7.2 8 points for each of 2 sizes; 8 and a headdress for 6; two tablets of 3",
        ),
        pytest.param(BUILT, BLUE, False, {"moais": (16, None, None), "in all": (26, None, None)},
                     id="1.5 Blue knows its own bases"),
        pytest.param(BUILT, RED, False, {"moais": (None, None, 0), "tablets": (6, 0, 0)},
                     id="1.5 Red knows neither"),
        pytest.param(play(BUILT, "blue: peek b2a"), BLUE, False, {"in all": (26, 15, 0)},
                     id="8.1 a peek can close the last gap"),
        pytest.param(
            position(erected={"a3a 2": "green"}, options=Options(immediate_scoring=True)),
            BLUE, False, {"moais": (0, 0, 0)}, id="7.3 moais scored at once are on the track",
        ),
    ],
)  # fmt: skip
def test_the_match_is_counted_as_if_it_ended_now(
    state: State, seat: int, memory: bool, expected: dict[str, Any]
) -> None:
    assert expected.items() <= sheet(state, seat, memory=memory).items()


def ordered(state: State, seat: int = BLUE) -> Any:
    (order,) = GAME.shortcuts.standing_orders.values()
    legal: Any = RULES.moves(state, seat)
    return order(RULES.view(state, seat), legal)


@pytest.mark.parametrize(
    ("state", "move"),
    [
        pytest.param(
            position(phase=Picking(order=(0, 1, 2), quarry=(1,)), blue={"bid_workers": 1}),
            "decline", id="3.4 the auction",
        ),
        pytest.param(position(camps={"e5": "green"}), "pass", id="4.12 placing"),
        pytest.param(
            transporting(blue={"moais": (1,)}), "pass", id="5.12 transport"
        ),
        pytest.param(
            position(phase=Stowing(seat=BLUE), blue={"moais": (1,)}), "leave", id="5.13 unmoved"
        ),
        pytest.param(
            position(phase=Returning(answers=(None, None, None)), pieces=("moai1@d4 blue",)),
            "take back nothing", id="6.3 markers",
        ),
        pytest.param(position(phase=Bidding(answers=(None,) * 3, quarry=(1,))), None,
                     id="3.1 it ends with the round"),
        pytest.param(position(), None, id="2.4 as with a round without an auction"),
    ],
)  # fmt: skip
def test_an_order_passes_until_the_round_ends(state: State, move: str | None) -> None:
    assert ordered(state) == (NOTATION.read(move) if move else None)
