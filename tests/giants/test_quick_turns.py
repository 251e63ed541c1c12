"""The quick turn of bots: the rest of a movement, whose best end and way are worked out by hand."""

from random import Random
from typing import Any

import pytest

from parlour import Decision, Move
from parlour.players.included import make_bot
from parlour.players.repetition import RepetitionLimit
from parlour.rules.events import Played
from parlour_giants.heuristic.quick_turns import quick_turn
from parlour_giants.moves import Leave
from parlour_giants.options import Options
from parlour_giants.phases.transport import Transporting
from tests.giants.positions import BLUE, GAME, NOTATION, RED, RULES, play, position

LONG = {"d8": "blue", "d7": "blue red", "c7": "blue green", "b6": "blue green-chief"}
"""A way of four hexes from the quarry: ahus of 3 on c7, of 5 and 4 on b6."""


@pytest.mark.parametrize(
    ("given", "turn"),
    [
        pytest.param(
            {"camps": LONG},
            "to d8 with blue; to d7 with blue; to c7 with blue; to b6 with blue; erect b6a",
            id="the end furthest away brings most",
        ),
        pytest.param(
            {"camps": LONG, "erected": {"b6a 1": "red", "b6b 1": "green"}},
            "to d8 with blue; to d7 with blue; to c7 with blue; erect c7a",
            id="5.7 the other ahus are taken",
        ),
        pytest.param(
            {"camps": LONG | {"c7": "blue green", "b6": "blue"}, "green": {"points": 9}},
            "to d8 with blue; to d7 with blue; to c7 with blue; to b6 with blue; erect b6a",
            id="5.6 nobody is paid where an own figure carries",
        ),
        pytest.param(
            {"camps": LONG | {"d8": "green red"}, "green": {"points": 9}},
            "to d8 with red; to d7 with blue; to c7 with blue; to b6 with blue; erect b6a",
            id="5.6 who is behind is paid",
        ),
        pytest.param(
            {"camps": {"d8": "blue", "d7": "blue"}, "blue": {"markers": 1}},
            "to d8 with blue; to d7 with blue; mark",
            id="5.9 a piece that cannot be raised is marked as far west as it comes",
        ),
        pytest.param(
            {"camps": LONG, "options": Options(round_limit=1), "blue": {"markers": 1}},
            "to d8 with blue; to d7 with blue; to c7 with blue; to b6 with blue; erect b6a",
            id="7.4 in the last transport nothing is marked",
        ),
    ],
)
def test_a_movement_ends_where_it_brings_most(given: Any, turn: str) -> None:
    blue = {"moais": (1,), "markers": 0} | given.get("blue", {})
    state = position(phase=Transporting(seat=BLUE), **given | {"blue": blue})
    lifted = play(state, "move moai1 from d9 screen")

    assert "; ".join(map(NOTATION.write, quick_turn(lifted, BLUE))) == turn


def test_a_marked_piece_is_not_left_where_it_has_lain() -> None:
    """Rule 5.15: it came from d7, the better hex; only e8 is left for it."""
    state = position(
        phase=Transporting(seat=BLUE, passed=0b110),
        camps={"d8": "blue", "d7": "blue", "e8": "blue"},
        pieces=("moai1@d7 blue",),
        blue={"markers": 0},
    )
    state = play(state, "move moai1 from d7 marked; to d8 with blue; leave")
    turn = quick_turn(play(state, "move moai1 from d8 marked"), BLUE)

    assert "; ".join(NOTATION.write(move) for move in turn) == "to e8 with blue; leave"


@pytest.mark.parametrize(
    ("on_e1", "turn"),
    [
        pytest.param("blue", "to f1 with blue; to e1 with blue; crown e1a", id="3 points on e1a"),
        pytest.param("red", "to f1 with blue; crown f1a", id="Red's moai is not crowned"),
    ],
)
def test_a_headdress_crowns_a_moai_of_its_own_seat(on_e1: str, turn: str) -> None:
    """Rule 7.2: f1a brings 2 points for a headdress, e1a brings 3, to the owner of the base."""
    state = position(
        phase=Transporting(seat=BLUE),
        camps={"f1": "blue", "e1": "blue"},
        erected={"f1a 1": "blue", "e1a 1": on_e1},
        blue={"headdresses": 1, "markers": 0},
    )
    lifted = play(state, "move headdress from f2 screen")

    assert "; ".join(map(NOTATION.write, quick_turn(lifted, BLUE))) == turn


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        pytest.param({}, "", id="5.1 no piece is on the move"),
        pytest.param({"bases": 1}, "move moai1 from d9 screen", id="7.1 it would end the match"),
        pytest.param({"bases": 0}, "move moai1 from d9 screen", id="5.7 no base is left"),
    ],
)
def test_no_turn_is_named_where_ends_must_be_compared(given: Any, lines: str) -> None:
    """The last of seven bases: six moais of Blue's stand elsewhere."""
    names = [ahu.name for ahu in position().board.ahus if ahu.name not in {"b6a", "b6b", "c7a"}]
    erected = {f"{name} 1": "blue" for name in names[:6]} if given.get("bases") == 1 else {}
    state = position(
        phase=Transporting(seat=BLUE),
        camps=LONG,
        erected=erected,
        blue={"moais": (1,), "markers": 0} | given,
    )

    assert quick_turn(play(state, *filter(None, [lines])), BLUE) == ()


@pytest.mark.parametrize("seed", range(3))
def test_ahead_sees_a_movement_through(seed: int) -> None:
    """The way over d7 or c8 is free. Sixty ends hold none on b6: a rollout would raise it on c7."""
    camps = {"d8": "blue green red", "d7": "blue green red", "c8": "blue green", "e8": "green"}
    state = position(
        phase=Transporting(seat=BLUE),
        camps=camps | {"c7": "blue green-chief red", "b6": "blue green red-chief blue-chief"},
        erected={"b6a 1": "green"},
        blue={"moais": (1,), "markers": 0},
        green={"moais": (1,), "markers": 0},
    )
    moved = play(state, "move moai1 from d9 screen; to d8 with blue")
    decision = Decision(BLUE, RULES.view(moved, BLUE), RULES.moves(moved, BLUE), seats=3)
    ahead = make_bot("ahead:rollouts=24", GAME, Random(seed))

    assert NOTATION.write(ahead.choose(decision)) in {"to d7 with blue", "to c8 with blue"}


def test_who_leaves_a_piece_waits_for_others() -> None:
    """Rule 5.10: the seat may go on with it later, and others hope so too."""
    state = position(phase=Transporting(seat=BLUE), camps=LONG, blue={"moais": (1,)})
    moved = play(state, "move moai1 from d9 screen; to d8 with blue")
    legal: list[Move] = list(RULES.moves(moved, BLUE))
    told = (Played(BLUE, "to d8 with blue"), Played(RED, "leave"))
    limit = RepetitionLimit(GAME)
    limit.choose(Decision(BLUE, None, legal, events=told), lambda _: Leave())

    assert limit.has_waited
