"""Somebody who sits at no seat sees backs of all hands, and is told no seat's prices."""

from random import Random

import pytest
from msgspec.structs import replace

from parlour import Space, Viewer
from parlour.rules.picture import Picture
from parlour_rapa_nui.components import SORTS
from parlour_rapa_nui.phases import AnyPhase, Burying, Buying, Laying, Over, State, Yielding
from parlour_rapa_nui.state import Offered
from parlour_rapa_nui.table.panels import draw_panels, draw_picture
from parlour_rapa_nui.view import SPECTATOR, View
from parlour_rapa_nui.words.status import describe_status, score_sheet
from parlour_rapa_nui.words.view import describe_view
from tests.rapa_nui.positions import RULES, match, sorts, tribe

ANN, BEN = "Ann", "Ben"
VIEWER = Viewer((ANN, BEN))
GRAIN = SORTS.index("grain")
PHASES = [
    pytest.param(Buying(0), id="3.1 buying"),
    pytest.param(Buying(1), id="3.1 the other buys"),
    pytest.param(Laying(0), id="4.1 laying"),
    pytest.param(Burying(0), id="5.3 sacrificing"),
    pytest.param(Yielding(0, 2), id="7.5 yielding"),
]


def position(phase: AnyPhase, hands: tuple[str, str], offerings: tuple[str, str]) -> State:
    """Return a position: seat 0 has a discount on fish, and its grain lies covered."""
    first = tribe("fish fish", hands[0], offerings[0], wood=9)
    second = tribe("priest", hands[1], offerings[1], fame=3)
    buried = replace(first, limits=(sorts("grain"),))
    stone = (Offered(GRAIN, 0, face_down=True),)
    return match(buried, second, phases=(phase,), stone=stone)


def here(phase: AnyPhase) -> State:
    return position(phase, ("fish fish moai", "priest"), ("grain grain", "fish"))


def elsewhere(phase: AnyPhase) -> State:
    """Return ``here`` with other cards in both hands, and other offerings: as many of each."""
    return position(phase, ("grain priest potato", "moai"), ("grain mulberry", "potato"))


def looked(state: State) -> View:
    seen = RULES.spectator_view(state)
    assert seen is not None
    return seen


def drawn(state: State) -> Picture:
    return draw_picture(looked(state), VIEWER)


def written(state: State) -> list[str]:
    """Return all that is shown as text, with the score."""
    seen = looked(state)
    panels = draw_panels(seen, VIEWER, Space(100, 60, full=True))
    return [
        *describe_view(seen, VIEWER),
        describe_status(seen, VIEWER),
        *(f"{panel.name}: {panel.body.plain}" for panel in panels),
        *map(str, score_sheet(seen, VIEWER)),
    ]


@pytest.mark.parametrize("phase", PHASES)
def test_what_hands_hold_shows_in_no_drawing_and_no_line(phase: AnyPhase) -> None:
    """Rules 8.1 and 8.3: only how many cards and offerings there are is open."""
    assert drawn(here(phase)) == drawn(elsewhere(phase))
    assert written(here(phase)) == written(elsewhere(phase))


@pytest.mark.parametrize("phase", PHASES)
def test_a_spectator_has_no_hand_and_no_prices(phase: AnyPhase) -> None:
    """Rule 3.2: what an offering costs depends on who buys."""
    shown, lines = drawn(here(phase)), written(here(phase))
    labels = [spot.label for panel in shown.panels for spot in panel.spots]

    assert [panel.name for panel in shown.panels if panel.name in {"hand", "others"}] == []
    assert [label for label in labels if "in hand:" in label] == []
    assert [label for label in labels if "wood each" in label] == []
    assert "20 fish left" in labels
    assert [line for line in lines if "you" in line.lower() or "price" in line] == []
    assert any("Left in piles: 20 fish left, " in line for line in lines)
    assert any(f"others: {ANN}: 3 cards in hand, 1 offering" in line for line in lines)


def test_tribes_stand_in_the_order_of_seats() -> None:
    """Rule 8.1: of each tribe the numbers of cards and of offerings."""
    tribes = drawn(here(Buying(1))).panel("tribes").spots
    told = [spot.label for spot in tribes if "in hand" in spot.label or "offering" in spot.label]

    assert told == ["1 offering", "3 cards in hand", "1 offering", "1 card in hand"]


def test_a_card_face_down_is_a_back() -> None:
    """Rule 8.2: only its owner knows it."""
    seen = looked(here(Buying(0)))

    assert (seen.seat, seen.stone) == (SPECTATOR, (Offered(None, 0, face_down=True),))
    (top,) = drawn(here(Buying(0))).panel("stone").spots
    assert top.label == "top card: a card, face down from Ann"
    assert RULES.determinize(seen, Random(1)) == here(Buying(0))


def test_at_the_end_all_hands_are_shown() -> None:
    """Rule 9.2: everything lies open, also the stone."""
    over = Over(scores=(3, 5), places=(2, 1))
    shown = drawn(here(over)).panel("others")
    hands = [spot.label for spot in shown.spots if "in hand" in spot.label]

    assert hands == ["Ann, in hand: 2 fish, 1 moai", "Ben, in hand: 1 priest"]
    assert any("Stone: 1 card, top: grain; " in line for line in written(here(over)))
