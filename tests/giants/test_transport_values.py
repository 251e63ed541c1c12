"""What a transport is worth to bots, in points, worked out by hand: no promise falls in it."""

from random import Random

import pytest

from parlour import Decision
from parlour.players.greedy import Greedy
from parlour_giants.components import BOX
from parlour_giants.heuristic.state_values import heuristic
from parlour_giants.options import Options
from parlour_giants.phases import State
from parlour_giants.phases.transport import Transporting
from tests.giants.positions import BLUE, GAME, GREEN, NOTATION, RULES, play, position, transporting


def chosen(state: State) -> str:
    """Return what greedy does in Blue's place."""
    decision = Decision(BLUE, RULES.view(state, BLUE), RULES.moves(state, BLUE), seats=3)
    text: str = NOTATION.write(Greedy(GAME, Random(1)).choose(decision))
    return text


@pytest.mark.parametrize(
    ("before", "decided"),
    [
        pytest.param(12, 100, id="a win by a point"),
        pytest.param(13, 50, id="a tie, and Red is beaten"),
        pytest.param(14, 0, id="a defeat, and Red is beaten"),
    ],
)
def test_in_the_last_transport_a_piece_in_hand_is_worth_what_it_brings(
    before: int, decided: int
) -> None:
    """Rule 7.4: a moai of size 2 on an ahu of 7 brings 14 points. Green carries, and earns one.

    A step to be made costs 0.01, and not to have passed 0.1; bases and steps bring nothing.
    """
    state = position(
        phase=Transporting(seat=BLUE, passed=0b010),
        options=Options(round_limit=1),
        camps={"g5": "blue green"},
        pieces=("moai2@g4 ~blue",),
        green={"points": before},
        red={"moais": (1,)},
    )
    lifted = play(state, "move moai2 from g4 left")
    hauled = play(lifted, "to g5 with blue+green")
    erected = play(hauled, "erect g5b")
    lead = 14 - (before + 1)

    assert heuristic(lifted, BLUE) == pytest.approx(lead + decided - 0.1 - 0.01)
    assert heuristic(hauled, BLUE) == pytest.approx(lead + decided - 0.1)
    assert heuristic(erected, BLUE) == pytest.approx(lead + decided - 0.1)


@pytest.mark.parametrize(
    ("green", "brings"),
    [
        pytest.param(0, "erect g5b", id="7.1 Blue wins at once"),
        pytest.param(200, "leave", id="7.1 Blue would lose at once"),
    ],
)
def test_a_moai_on_the_last_base_is_worth_the_end_that_it_brings(green: int, brings: str) -> None:
    """A marked moai elsewhere is a hope, but not at the end of the match: no promise falls."""
    names = [ahu.name for ahu in position().board.ahus[: BOX.seats.bases[3] - 1]]
    state = position(
        phase=Transporting(seat=BLUE),
        camps={"g5": "blue log"},
        pieces=("moai2@g4 ~blue", "moai3@d9 blue"),
        erected={f"{name} 1": "blue" for name in names},
        blue={"bases": 1, "markers": 0},
        green={"points": green},
        red={"moais": (1,)},
    )
    hauled = play(state, "move moai2 from g4 left; to g5 with blue+log")

    assert "g5b" not in names
    assert heuristic(hauled, BLUE) == pytest.approx(heuristic(play(hauled, brings), BLUE))


@pytest.mark.parametrize(
    ("pieces", "moais"),
    [
        pytest.param((), (2,), id="5.10 a piece from the screen would be anybody's"),
        pytest.param(("moai2@d8 ~blue",), (), id="5.10 so would a piece that was left"),
        pytest.param(("moai1@d7 blue",), (2,), id="5.13 with a piece lost whatever it does"),
    ],
)
def test_without_a_marker_nothing_is_carried_on_for_others(
    pieces: tuple[str, ...], moais: tuple[int, ...]
) -> None:
    """The others have passed, and no ahu is in reach: to pass costs nothing that is not lost."""
    state = position(
        phase=Transporting(seat=BLUE, passed=0b110),
        camps=dict.fromkeys(("d8", "d7"), "blue blue"),
        pieces=pieces,
        blue={"bases": 3, "markers": 0, "moais": moais},
    )

    assert chosen(state) == "pass"


@pytest.mark.parametrize(
    ("markers", "kept"), [(0, ()), (1, (3,)), (2, (3, 2))], ids=["none", "one", "two"]
)
def test_what_no_marker_keeps_before_the_screen_is_worth_nothing(
    markers: int, kept: tuple[int, ...]
) -> None:
    """Rule 5.13: once figures stand, each moai needs a marker, the largest first."""
    both, only = (
        heuristic(transporting(blue={"moais": moais, "markers": markers}), BLUE)
        for moais in ((2, 3), kept)
    )

    assert both == only
    assert (both > heuristic(transporting(blue={"markers": markers}), BLUE)) == bool(kept)


NO_FIGURES = {"workers": 0, "sorcerer": False, "chief": False}


@pytest.mark.parametrize(
    ("start", "limit", "spent"),
    [
        pytest.param(BLUE, 0, True, id="5.7 it is raised in this round"),
        pytest.param(GREEN, 0, False, id="5.7 Green raises its own there before"),
        pytest.param(GREEN, 1, True, id="7.4 no round follows"),
    ],
)
def test_the_last_marker_is_kept_for_a_moai_that_may_not_be_raised(
    start: int, limit: int, spent: bool
) -> None:
    """Rule 4.11: a half that makes a tablet brings 3 points, 0.6 more for half of the next one.

    Only c7a is near, and h1a far away; a moai of size 3 for a later round is worth 5.4.
    """
    names = {ahu.name for ahu in position().board.ahus}
    state = position(
        start=start,
        options=Options(round_limit=limit),
        camps={"d8": "blue-chief green-chief", "c8": "blue-chief", "c7": "blue green blue blue"},
        reserved=dict.fromkeys(names - {"c7a", "h1a"}, "red"),
        blue={"moais": (3,), "markers": 1, "halves": 1} | NO_FIGURES,
        green={"moais": (3,)},
    )

    assert (chosen(state) == "buy half a tablet") == spent


def test_a_moai_that_was_not_moved_is_marked_and_keeps_its_marker() -> None:
    """Rules 5.13 and 6.3: else anybody may take it. Only h1a is free, far away."""
    names = {ahu.name for ahu in position().board.ahus}
    state = position(
        phase=Transporting(seat=BLUE, passed=0b110),
        reserved=dict.fromkeys(names - {"h1a"}, "red"),
        blue={"moais": (3,), "markers": 1},
    )

    left, marked = play(state, "pass; leave"), play(state, "pass; mark moai3")

    assert heuristic(marked, BLUE) > heuristic(left, BLUE)
    assert chosen(marked) == "take back nothing"
