"""The panels of Rapa Nui: what they show, that they fit, and that they give nothing away."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import Match, Panel, Space, Viewer
from parlour.words import speaking
from parlour_rapa_nui.components import SORTS
from parlour_rapa_nui.phases import Buying, Drawing, Laying, Over, State
from parlour_rapa_nui.table.panels import draw_panels
from parlour_rapa_nui.words.status import describe_status, score_sheet
from parlour_testing import matches, positions
from tests.drawn import DRAWN
from tests.games import drawings
from tests.rapa_nui.positions import GAME, RULES, match, on_stone, tribe
from tests.rapa_nui.test_knowledge import sacrificing

SMALL, MIDDLE, LARGE = Space[Any](80, 24), Space[Any](100, 45), Space[Any](160, 50)
LANGUAGES = ("en", "de", "it")
NAMES = ("You", "Ben", "Cid", "Dan")


def panels(
    state: State, space: Space[Any] = SMALL, seat: int = 0, *, memory: bool = False
) -> dict[str, Panel]:
    drawn = draw_panels(RULES.view(state, seat), Viewer(NAMES, memory), space)
    return {panel.name: panel for panel in drawn}


def lines(state: State, name: str, seat: int = 0, *, memory: bool = False) -> list[str]:
    return drawings.lines(panels(state, seat=seat, memory=memory)[name])


@pytest.mark.parametrize("memory", [False, True])
@settings(DRAWN, max_examples=15)
@given(played=st.one_of(positions(GAME), matches(GAME)))
def test_every_line_fits_and_what_is_needed_is_in_sight(played: Match, memory: bool) -> None:
    viewer = Viewer(("Bartholomew the Great", *NAMES[1:]), memory)
    for view in map(played.view, drawings.those_who_look(played)):
        for space, language in product((SMALL, MIDDLE, LARGE), LANGUAGES):
            with speaking(language):
                assert drawings.too_wide(GAME, view, viewer, space) == []
        if not isinstance(view.phases[-1], Over):
            shown = list(draw_panels(view, viewer, SMALL))
            assert drawings.rows_needed(shown, SMALL.width) <= 18


ALL = match(
    tribe("woodcutter fish fish", "fish fish moai", "grain", wood=9),
    tribe("woodcutter woodcutter fish", "priest priest moai", "fish fish", fame=3),
    phases=(Buying(0),),
    columns="moai priest fish/grain woodcutter/mulberry/potato fish priest moai",
    piles=(0, 20, 18, 20),
)


def test_the_display_shows_fronts_in_frames_and_what_lies_under_them() -> None:
    assert [line.rstrip() for line in lines(ALL, "display")] == [
        "╭─1────────╮ ╭─2────────╮ ╭─3────────╮ ╭─4────────╮",
        "│   fish   │ │woodcutter│ │ mulberry │ │   moai   │",
        "╰──────────╯ ╰──────────╯ ╰──────────╯ ╰──────────╯",
        "   priest       grain                     priest",
        "    moai                                   fish",
        "                                          potato",
    ]


def test_all_seats_prices_and_own_offerings_stand_in_one_table() -> None:
    """Rules 3.2, 3.3 and 7.2: hunters make cheaper, an empty pile has no price, + is a bonus."""
    assert lines(ALL, "tribes") == [
        "                wood-                   mul-                        offer-",
        "               cutter priest moai fish berry potato grain wood fame   ings",
        "▶ You               1      ·    ·    2+    ·      ·     ·    9    0      1",
        "  Ben               2+     ·    ·    1     ·      ·     ·    0    3      2",
        "left in piles                        0    20     18    20",
        "price in wood                        -     5      5     5",
        "you hold                             0     0      0     1",
    ]


def test_with_room_the_names_of_kinds_are_whole() -> None:
    head = drawings.lines(panels(ALL, MIDDLE)["tribes"])[0].split()

    assert head == [
        *("woodcutter", "priest", "moai", "fish", "mulberry", "potato", "grain"),
        *("wood", "fame", "offerings"),
    ]


def test_the_own_hand_is_listed_by_kind() -> None:
    assert [line.rstrip() for line in lines(ALL, "hand")] == ["2 fish", "1 moai"]


@pytest.mark.parametrize(
    ("seat", "memory", "shown"),
    [
        pytest.param(
            1,
            False,
            ["4 cards, top: grain", "added from its pile"],
            id="8.2 the top card",
        ),
        pytest.param(
            1,
            True,
            [
                *("4 cards, top: grain", "added from its pile"),
                *("2 fish, worth 3 each", "0 mulberry, worth 1 each"),
                *("0 potato, worth 1 each", "1 grain, worth 2 each", "1 unknown"),
            ],
            id="8.3 what is remembered",
        ),
        pytest.param(
            0,
            True,
            [
                *("4 cards, top: grain", "added from its pile"),
                *("2 fish, worth 3 each", "0 mulberry, worth 1 each"),
                *("1 potato, worth 2 each", "1 grain, worth 2 each"),
            ],
            id="8.2 the owner knows",
        ),
    ],
)
def test_the_stone_shows_what_may_be_known(seat: int, memory: bool, shown: list[str]) -> None:
    assert lines(sacrificing("potato"), "stone", seat, memory=memory) == shown


@pytest.mark.parametrize(
    ("memory", "shown"),
    [
        pytest.param(
            False,
            ["You: 2 cards in hand, 3 offerings", "Cid: 3 cards in hand, 3 offerings"],
            id="8.3 backs of cards",
        ),
        pytest.param(
            True,
            [
                "You, in hand: 2 fish",
                "You, offerings (1 face down): 1 fish, 1 mulberry, 1 potato, 1 grain",
                "Cid, in hand: 2 fish, 1 moai",
                "Cid, offerings: 1 mulberry, 1 potato, 1 grain",
            ],
            id="8.3 remembered",
        ),
    ],
)
def test_others_hold_what_the_table_shows_or_memory_knows(memory: bool, shown: list[str]) -> None:
    assert lines(sacrificing("fish"), "others", 1, memory=memory) == shown


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("memory", [False, True])
def test_a_card_face_down_shows_in_nothing_that_others_see(seat: int, memory: bool) -> None:
    """Rule 8.2: panels, status and score are the same whatever went face down."""
    viewer = Viewer(NAMES, memory)
    views = [RULES.view(sacrificing(down), seat) for down in SORTS]
    spaces = (SMALL, MIDDLE, replace(SMALL, full=True))

    for space in spaces:
        drawn = [[(p.title, p.body.markup) for p in draw_panels(v, viewer, space)] for v in views]
        assert drawn.count(drawn[0]) == len(SORTS)
    assert len({describe_status(view, viewer) for view in views}) == 1
    assert len({str(score_sheet(view, viewer)) for view in views}) == 1


def test_what_can_be_chosen_is_part_of_a_move() -> None:
    drawn = panels(ALL)

    assert set(drawings.spots(drawn["display"])) == {f"column={n}" for n in range(1, 5)}
    assert set(drawings.spots(drawn["hand"])) == {"card=fish", "card=moai", "form=discard moai"}
    assert drawings.spots(drawn["tribes"]) == {
        "sort=fish": {"-", "0"},
        "sort=mulberry": {"5", "20"},
        "sort=potato": {"5", "18"},
        "sort=grain": {"5", "20"},
    }
    for text in ("draw 4", "lay moai", "buy grain", "offer grain", "add fish"):
        GAME.read_move(text)


def test_changes_since_the_last_decision_are_in_reverse_video() -> None:
    before = match(
        tribe("woodcutter", "fish", wood=9),
        tribe("woodcutter"),
        phases=(Laying(0),),
        columns="moai/grain grain/mulberry/potato",
    )
    after = match(
        tribe("woodcutter", "fish grain", wood=9),
        tribe("woodcutter priest", fame=1),
        phases=(Laying(0),),
        columns="moai/grain/mulberry/potato",
        stone=on_stone("fish"),
    )
    shown = panels(after, replace(SMALL, earlier=RULES.view(before, 0)))

    assert drawings.styled(shown["display"], "reverse") == [
        *("╭─2────────╮", "│  grain   │", "╰──────────╯")
    ]
    assert drawings.styled(shown["hand"], "reverse") == ["1 grain"]
    assert drawings.styled(shown["tribes"], "reverse") == ["1", "1"]
    assert drawings.styled(shown["stone"], "reverse") == ["1 card, top: fish"]
    assert drawings.styled(panels(after)["tribes"], "reverse") == []


def test_the_end_shows_places_and_all_hands() -> None:
    """Rule 8.2: until the end, and no longer."""
    over = match(
        tribe("woodcutter", "fish fish", "fish"),
        tribe("moai", "priest", "grain"),
        phases=(Over((9, 31), (2, 1)),),
    )
    drawn = panels(over)

    assert [line[:8].strip() for line in drawings.lines(drawn["tribes"])[2:4]] == [
        "2. You",
        "1. Ben",
    ]
    assert drawn["others"].needed
    assert drawings.lines(drawn["others"]) == ["Ben, in hand: 1 priest", "Ben, offerings: 1 grain"]


@pytest.mark.parametrize(
    ("phase", "stack", "status"),
    [
        pytest.param(
            Drawing(0), 50, "Draw 3 cards; 50 cards left in the stack", id="9.1 far from the end"
        ),
        pytest.param(Laying(1), 13, "Lay cards; 13 cards left in the stack", id="9.1 four"),
        pytest.param(
            Laying(1), 12, "3 more columns emptied end the match; lay cards", id="9.1 three"
        ),
        pytest.param(
            Drawing(0), 4, "The next column emptied ends the match; draw 3 cards", id="9.1 last"
        ),
        pytest.param(Over((9, 31), (2, 1)), 0, "Ben won with 31 points", id="9.5 over"),
    ],
)
def test_the_status_says_how_near_the_end_is(phase: Any, stack: int, status: str) -> None:
    state = match(tribe(), tribe(), phases=(phase,), stack="fish " * stack)

    assert describe_status(RULES.view(state, 0), Viewer(NAMES)) == status


SCORED = match(
    tribe("moai moai", "", "fish grain", wood=11, fame=5),
    tribe("moai", "", "grain grain", wood=4, fame=7),
    phases=(Laying(0),),
    stone=on_stone("fish grain grain"),
)


@pytest.mark.parametrize(
    ("memory", "offerings", "total"),
    [
        pytest.param(False, (None, None), (15, 11), id="8.2 not without memory"),
        pytest.param(True, (5, 6), (20, 17), id="8.3 remembered: fish 2, grain 3"),
    ],
)
def test_the_sheet_counts_what_the_viewer_knows(
    memory: bool, offerings: tuple[int | None, ...], total: tuple[int, ...]
) -> None:
    """Rule 9.2: fame, 4 for each moai, 1 for 5 wood, and the offerings by the stone."""
    sheet = score_sheet(RULES.view(SCORED, 0), Viewer(NAMES, memory))

    assert [(line.label, line.points) for line in sheet] == [
        ("fame", (5, 7)),
        ("moais, 4 each", (8, 4)),
        ("wood, 1 for each 5", (2, 0)),
        ("offerings", offerings),
        ("points", total),
    ]


@pytest.mark.parametrize(
    ("seat", "offerings"),
    [
        pytest.param(0, (True, True, True), id="8.2 the owner knows the stone"),
        pytest.param(1, (False, False, False), id="8.2 others do not"),
    ],
)
def test_a_card_face_down_leaves_the_worth_of_offerings_open(
    seat: int, offerings: tuple[bool, ...]
) -> None:
    sheet = score_sheet(RULES.view(sacrificing("fish"), seat), Viewer(NAMES, memory=True))

    assert tuple(points is not None for points in sheet[3].points) == offerings
