"""The picture of Rapa Nui: its places, what stays covered, and clicks that reach every move."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour import Match, Viewer
from parlour.rules.picture import Picture, Spot
from parlour_rapa_nui.components import SORTS
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Burying,
    Buying,
    Drawing,
    Laying,
    Offering,
    OtherPile,
    Over,
    State,
    Yielding,
)
from parlour_rapa_nui.state import Offered
from parlour_rapa_nui.table.panels import draw_picture
from parlour_testing import matches, positions
from tests.drawn import DRAWN
from tests.games import clicks, drawings
from tests.rapa_nui.positions import GAME, RULES, match, on_stone, sorts, tribe

NAMES = ("You", "Ben", "Cid", "Dan")
GRAIN = SORTS.index("grain")


def picture(state: State, seat: int = 0, *, memory: bool = False) -> Picture:
    return draw_picture(RULES.view(state, seat), Viewer(NAMES, memory))


def spots(state: State, panel: str, start: str = "") -> list[Spot]:
    """Return the places of a panel whose labels begin with ``start``."""
    return [spot for spot in picture(state).panel(panel).spots if spot.label.startswith(start)]


def labels(state: State, panel: str, start: str = "") -> list[str]:
    return [spot.label.removeprefix(start) for spot in spots(state, panel, start)]


def addresses(state: State) -> dict[str, list[str]]:
    """Return the addresses of each panel that has any."""
    found = {
        panel.name: [address for spot in panel.spots for address in spot.addresses]
        for panel in picture(state).panels
    }
    return {name: listed for name, listed in found.items() if listed}


@settings(DRAWN, max_examples=40)
@given(played=st.one_of(positions(GAME), matches(GAME)))
def test_every_move_is_reached_by_clicks(played: Match) -> None:
    for seat in drawings.those_who_look(played):
        assert clicks.out_of_reach(played, seat) == []
        assert clicks.repeated_keys(played, seat) == []
    assert not played.is_over or "others" in {panel.name for panel in played.picture(0).panels}


def at(phase: AnyPhase) -> State:
    """Return a position that asks seat 0, for a sacrifice after another seat's moai."""
    return match(
        tribe("woodcutter fish fish", "fish fish moai", "grain grain", wood=9),
        tribe("woodcutter woodcutter", "priest priest moai", "fish fish", fame=3),
        phases=(phase,),
        columns="moai priest fish/grain woodcutter/mulberry/potato fish priest moai",
        piles=(0, 20, 18, 20),
    )


COLUMNS = [f"column={number}" for number in range(1, 5)]
HAND = ["card=fish", "card=fish", "card=moai", "form=discard moai"]
SORT = [f"sort={sort}" for sort in SORTS]

PLACES = [
    pytest.param(Buying(0), {"piles": SORT}, id="3.1 piles are bought from"),
    pytest.param(Laying(0), {"hand": [*HAND[:1], "number=1", "number=2"]}, id="4.4 hunters"),
    pytest.param(Offering(1, 0), {"hand": SORT}, id="5.2 own offerings are sacrificed"),
    pytest.param(Burying(0), {"hand": SORT}, id="5.3 own offerings are sacrificed face down"),
    pytest.param(Adding(0), {"piles": SORT}, id="5.4 piles are added from"),
    pytest.param(Drawing(0), {"display": COLUMNS}, id="6.2 columns are drawn from"),
    pytest.param(Yielding(0, 2), {"tribes": ["form=take wood", "form=take fame"]}, id="7.5 tokens"),
    pytest.param(OtherPile(0, 0, 1), {"piles": SORT}, id="7.7 another pile"),
]


@pytest.mark.parametrize(("phase", "asked"), PLACES)
def test_each_question_is_answered_in_its_panel(
    phase: AnyPhase, asked: dict[str, list[str]]
) -> None:
    """Columns and cards in hand are places always, their moves make them live; others are not."""
    state = at(phase)
    [name] = asked
    found = addresses(state)

    assert (picture(state).panels[0].name, picture(state).panels[0].needed) == (name, True)
    assert set(asked[name]) <= set(found[name])
    assert found["display"] == COLUMNS
    numbers = ["number=1", "number=2"] if name == "hand" and isinstance(phase, Laying) else []
    rest = {n: listed for n, listed in found.items() if n not in {name, "display", "hand"}}
    assert rest == {}
    assert [a for a in found["hand"] if a.startswith("number")] == numbers


def test_rule_6_2_only_the_front_card_of_a_column_can_be_clicked_on() -> None:
    columns = spots(at(Drawing(0)), "display", "column 4")

    assert [(spot.label, spot.addresses) for spot in columns] == [
        ("column 4: potato, covered", ()),
        ("column 4: fish, covered", ()),
        ("column 4: priest, covered", ()),
        ("column 4: moai; under it priest, fish, potato", ("column=4",)),
    ]


def test_rules_3_2_and_3_3_piles_say_what_they_cost() -> None:
    assert labels(at(Buying(0)), "piles") == [
        "no fish is left",
        "20 mulberry left at 5 wood each",
        "18 potato left at 5 wood each",
        "20 grain left at 5 wood each",
    ]


def test_rule_4_4_several_hunters_say_what_they_cost() -> None:
    assert labels(at(Laying(0)), "hand", "lay ") == [
        "1 fish hunter, free",
        "2 fish hunters, costs 1 wood",
    ]
    poor = replace(at(Laying(0)).tribes[0], wood=0)
    state = replace(at(Laying(0)), tribes=(poor, at(Laying(0)).tribes[1]))
    assert labels(state, "hand", "lay 2 ") == ["fish hunters, costs 1 wood, more than you have"]


def test_rule_7_2_a_sole_majority_is_told() -> None:
    found = labels(at(Buying(0)), "tribes")

    assert "2 fish (alone the most)" in found
    assert "2 woodcutters (alone the most)" in found
    assert "1 woodcutter" in found


def test_rule_7_5_another_seat_s_tokens_are_no_places() -> None:
    assert "tribes" not in addresses(at(Yielding(1, 2)))


# What lies covered


def covered(hand: str, offerings: str, below: str, *, face_down: int | None = None) -> State:
    """Return a position that differs in what no seat sees on the table."""
    stone = (*on_stone(below), Offered(face_down, 1, face_down=True))
    held = replace(tribe("woodcutter", hand, offerings), limits=(sorts(offerings),))
    return match(tribe("woodcutter", "fish"), held, phases=(Buying(0),), stone=stone)


ONE = ("fish grain moai", "fish fish grain", "grain")
OTHER = ("priest potato fish", "potato grain mulberry", "fish")


def test_rules_8_1_to_8_3_without_memory_nothing_covered_shows() -> None:
    """Hands and offerings of others, cards lower down on the stone, the sort of its top card."""
    one, other = covered(*ONE, face_down=GRAIN), covered(*OTHER, face_down=0)

    assert picture(one) == picture(other)
    assert picture(one, memory=True) != picture(other, memory=True)
    assert labels(one, "stone") == ["top card: a card, face down from Ben"]


def test_rule_5_3_not_even_memory_turns_up_a_card_that_lies_face_down() -> None:
    one, other = covered(*ONE, face_down=GRAIN), covered(*ONE, face_down=0)

    assert picture(one, memory=True) == picture(other, memory=True)
    assert picture(one, 1) != picture(other, 1), "its owner knows it"


def test_memory_counts_the_stone() -> None:
    shown = picture(covered(*ONE, face_down=GRAIN), memory=True).panel("stone")

    assert [spot.label for spot in shown.spots][1:] == [
        "0 fish, worth 2 each",
        "0 mulberry, worth 2 each",
        "0 potato, worth 2 each",
        "1 grain, worth 3 each",
    ]


def test_at_the_end_everything_is_turned_up() -> None:
    ended = replace(covered(*ONE, face_down=GRAIN), phases=(Over.ranked([5, 7], [0, 0], [0, 0]),))

    assert labels(ended, "others") == [
        "Ben, in hand: 1 fish, 1 grain, 1 moai",
        "Ben, offerings: 2 fish",
    ]


def test_pieces_are_named_by_where_they_lie_and_what_they_are() -> None:
    keys = {spot.key for panel in picture(at(Buying(0))).panels for spot in panel.spots}

    assert {"column 4 3 moai", "hand fish 2", "0 wood 9", "1 fame 3"} <= keys


def test_a_hand_is_named_by_its_owner_where_several_people_play() -> None:
    drawn = draw_picture(RULES.view(at(Buying(0)), 0), Viewer(("Ann", "Ben")))

    assert drawn.panel("hand").title == "Ann's hand"
    assert picture(at(Buying(0))).panel("hand").title == "Your hand"
