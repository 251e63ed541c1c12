"""Somebody who sits at no seat sees the table from its side: no screen from behind."""

import pytest

from parlour import Viewer
from parlour.rules.panels import Space
from parlour_giants.phases import Bidding, State, Stowing
from tests.giants.drawings import NAMES
from tests.giants.positions import GAME, RULES, play, position, transporting


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(
            position(phase=Bidding(answers=(None,) * 3, quarry=(1, 2))), id="3.1 the auction"
        ),
        pytest.param(position(), id="4.1 placing"),
        pytest.param(transporting(blue={"moais": (1,)}), id="5.1 transport"),
        pytest.param(position(phase=Stowing(seat=0), blue={"moais": (1,)}), id="5.13 unmoved"),
    ],
)
def test_an_onlooker_sees_behind_no_screen(state: State) -> None:
    """Rule 1.5: in no drawing, and not in words."""
    seen = RULES.spectator_view(state)
    viewer = Viewer(NAMES[:3])
    shown = GAME.display.picture(seen, viewer)
    panels = GAME.display.panels(seen, viewer, Space(100, 60, full=True))
    written = [*GAME.display.describe(seen, viewer), *(panel.body.plain for panel in panels)]
    told = [spot.label for panel in shown.panels for spot in panel.spots]

    names = {panel.name for panel in shown.panels} | {panel.name for panel in panels}
    assert not names & {"you", "pieces", "markers"}
    assert [label for label in told if "behind" in label] == []
    assert [line for line in written if "hidden" in line.lower()] == []
    assert all(name in "".join(written) for name in NAMES[:3])


def test_an_onlooker_knows_of_no_base_face_down() -> None:
    """Rules 1.5 and 8.1: neither of the seat that laid it nor of the one that peeked."""
    state = position(erected={"a3a 2": "red", "b2a 1": "blue"}, red={"halves": 1})
    seen = RULES.spectator_view(play(state, "red: peek b2a"))
    island = GAME.display.picture(seen, Viewer(NAMES[:3])).panel("island")

    assert [spot.label for spot in island.spots if "base" in spot.label] == [
        "a3: ahu a3a 8/7, size-2 moai, base face down",
        "b2: ahu b2a 8/6, size-1 moai, base face down",
    ]
