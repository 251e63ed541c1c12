"""Where a match stands: its status, the points so far, and orders that save waiting."""

from typing import Any

import pytest

from parlour import Viewer
from parlour_giants.moves import GiantsMove
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, Picking, Returning, State
from parlour_giants.phases.stowing import Stowing
from tests.giants.positions import BLUE, GAME, GREEN, NOTATION, RULES, play, position, transporting

NAMES = ("You", "Bob", "Cid")


def status(state: State, seat: int = BLUE) -> str:
    assert GAME.display.status is not None
    return GAME.display.status(RULES.view(state, seat), Viewer(NAMES))


def sheet(state: State, seat: int = BLUE, *, memory: bool = False) -> dict[str, Any]:
    assert GAME.display.score_sheet is not None
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
            id="7.1 bases of one's own that bear a moai",
        ),
    ],
)  # fmt: skip
def test_one_line_says_where_the_match_stands(state: State, said: str) -> None:
    assert status(state) == said
    assert len(said) <= 68


def test_the_winner_is_named() -> None:
    """Rules 7.2."""
    state = transporting(
        blue={"points": 3}, pieces=("moai1@d3 blue",), options=Options(round_limit=1)
    )

    assert status(play(state, "pass")) == "Round 1, the end. Won by You."


BUILT = position(
    erected={"a3a 2": "blue", "b2a 1": "green"}, crowned="b2a",
    blue={"points": 4, "halves": 5}, green={"points": 1},
)  # fmt: skip


def test_the_match_is_counted_as_if_it_ended_now() -> None:
    """Rules 7.2: 8 points for each of 2 sizes; 8 and a headdress for 6; two tablets of 3."""
    assert sheet(BUILT, memory=True) == {
        "on the track": (4, 1, 0),
        "moais": (16, 8, 0),
        "headdresses": (0, 6, 0),
        "tablets": (6, 0, 0),
        "in all": (26, 15, 0),
    }


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        pytest.param(BLUE, {"moais": (16, None, None), "in all": (26, None, None)}, id="Blue"),
        pytest.param(2, {"moais": (None, None, 0), "tablets": (6, 0, 0)}, id="Red"),
    ],
)
def test_points_that_hang_on_bases_face_down_are_left_open(
    seat: int, expected: dict[str, Any]
) -> None:
    """Rules 1.5: everybody knows their own."""
    assert expected.items() <= sheet(BUILT, seat).items()


def test_a_peek_can_close_the_last_gap() -> None:
    """Rules 8.1."""
    state = play(BUILT, "blue: peek b2a")

    assert sheet(state)["in all"] == (26, 15, 0)


def test_moais_scored_at_once_stand_on_the_track() -> None:
    """Rules 7.3."""
    state = position(erected={"a3a 2": "green"}, options=Options(immediate_scoring=True))

    assert sheet(state)["moais"] == (0, 0, 0)


def ordered(state: State, seat: int = BLUE) -> GiantsMove | None:
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
    ],
)  # fmt: skip
def test_an_order_passes_until_the_round_ends(state: State, move: str) -> None:
    assert ordered(state) == NOTATION.read(move)


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(position(phase=Bidding(answers=(None,) * 3, quarry=(1,))), id="3.1 a round"),
        pytest.param(position(), id="2.4 a round without an auction"),
    ],
)
def test_an_order_ends_with_the_round(state: State) -> None:
    assert ordered(state) is None
