"""The panels of Maori: what they show, and that they fit."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import Match, OpenView, Over, Panel, Space, Viewer
from parlour_maori.phases import AnyPhase, Exploring, State
from parlour_maori.phases.set_up import Launching
from parlour_maori.text.panels import draw_panels
from parlour_testing import matches, positions
from tests.drawn import DRAWN
from tests.games import drawings
from tests.maori.positions import GAME, board, laying, position, sailing

YOU = Viewer(("You", "Ben", "Cid", "Dan", "Eve"))
SMALL, MIDDLE, LARGE = Space[Any](80, 24), Space[Any](100, 45), Space[Any](160, 50)


def panels(state: State, space: Space[Any] = SMALL, seat: int = 0) -> dict[str, Panel]:
    drawn = draw_panels(OpenView(seat, state), YOU, space)
    return {panel.name: panel for panel in drawn}


def drawn(state: State, name: str, space: Space[Any] = SMALL) -> list[str]:
    return [line.rstrip() for line in drawings.lines(panels(state, space)[name])]


@settings(DRAWN, max_examples=20)
@given(match=st.one_of(positions(GAME, limit=120), matches(GAME)))
def test_every_line_fits_and_what_is_needed_is_in_sight(match: Match) -> None:
    spaces = (SMALL, Space(80, 50), MIDDLE, LARGE)
    for view in map(match.view, drawings.those_who_look(match)):
        for space in spaces:
            assert drawings.too_wide(GAME, view, YOU, space) == []
        if not GAME.rules.awaited(view.state).is_over:
            shown = list(draw_panels(view, YOU, SMALL))
            assert drawings.rows_needed(shown, SMALL.width) <= 18


TILES = "a1 left-p1, b1 right-p2, c1 top-p1-wreath, a2 bottom-p1-hut, b2 water-boat, c2 volcano"


def test_tiles_of_the_display_keep_edges_of_their_own() -> None:
    """Ends that face each other look apart, though on a board they would be joined."""
    shown = drawn(position(tiles=TILES, berth=16), "display")[1:7]

    assert [line[:34].rstrip() for line in shown] == [
        "    ╭───╴a1   ╶───╮b1   ╭───╮c1",
        "[16]│ P  free  PP │-1s  │ P │-2s",
        "    ╰───╴     ╶───╯     ╵╭─╮╵",
        "    ╷   ╷a2   ~ ~ ~b2     ^  c2",
        " 15 │PH │     ~ B ~      /#\\",
        "    ╰───╯     ~ ~ ~     /###\\",
    ]


def test_islands_of_a_board_are_joined_and_marked_while_unfinished() -> None:
    own = board("a1 left-p1-wreath, b1 right-p1-wreath, d1 left-p1, a2 top-p1", pawn="b1")
    shown = drawn(position(own), "board")

    assert shown[:8] == [
        "  5 shells, 2 boats",
        "    a     b     c     d",
        "  ╭─────@────╮      ╭─────",
        "1 │ P  () P  │  c1  │ P",
        "  ╰──────────╯      ?─────",
        "  ╭────╮",
        "2 │ P  │  b2    c2    d2",
        "  ?    │",
    ]


def test_the_border_of_the_atoll_is_seen_under_islands() -> None:
    """Rule 9.4: what lies wholly inside counts double, so the border stays in sight."""
    own = board("a2 left-p1, b2 right-p1, d1 top-p1, d2 bottom-p1")
    shown = drawn(position(own, side="atoll"), "board")

    assert shown[2:] == [
        "                  ╭───╮",
        "1   a1    b1   c1 │ P │   e1",
        "                  │   │",
        "       ╔══════════╪═══╪╗",
        "  ╭────╫────╮     │   │║",
        "2 │ P  ║  P │ c2B │ P │║  e2",
        "  ╰────╫────╯     ╰───╯║",
        "       ║               ║",
        "3   a3 ║  b3   c3   d3 ║  e3",
        "       ║               ║",
        "       ╚═══════════════╝",
        "",
        "4   a4    b4   c4   d4    e4",
        "",
    ]


@pytest.mark.parametrize(
    ("state", "strip"),
    [
        pytest.param(position(), [], id="nothing"),
        pytest.param(
            position(board(storage="top-p2")),
            ["in   ╭───╮", "store│PP │", "     ╵   ╵"],
            id="4.6 stored",
        ),
        pytest.param(
            laying("left-p2"), ["in    ╭───╴", "hand  │PP", "      ╰───╴"], id="4.3 palms: one way"
        ),
        pytest.param(
            laying("left-boat"),
            [
                "in    ╭───╴ ╭───╮      ╶───╮     ╷   ╷",
                "hand  │ B   │ B │right   B │180° │ B │left",
                "      ╰───╴ ╵   ╵      ╶───╯     ╰───╯",
            ],
            id="4.3 four ways",
        ),
        pytest.param(
            laying("left-boat", board(storage="top-p2")),
            [
                "in   ╭───╮ in    ╭───╴ ╭───╮  ╶───╮    ╷   ╷",
                "store│PP │ hand  │ B   │ B │R   B │180 │ B │L",
                "     ╵   ╵       ╰───╴ ╵   ╵  ╶───╯    ╰───╯",
            ],
            id="4.6 both",
        ),
    ],
)
def test_the_tile_in_hand_is_shown_as_it_can_lie(state: State, strip: list[str]) -> None:
    assert drawn(state, "display")[14:] == strip


def test_the_ship_is_in_brackets_among_its_places() -> None:
    """Places 1 to 4 above, 5 to 8 at the right, 9 to 12 below, 13 to 16 at the left."""
    shown = drawn(position(berth=11), "display")

    assert shown[0].split() == ["1", "2", "3", "4"]
    assert [line.split()[-1] for line in shown[2:13:3]] == ["5", "6", "7", "8"]
    assert [line.split()[0] for line in shown[2:13:3]] == ["16", "15", "14", "13"]
    assert shown[13].split() == ["12", "[11]", "10", "9"]


ALL_CELLS = {f"cell={column}{row}" for column in "abcd" for row in "1234"}
ALL_SLOTS = {f"slot={column}{row}" for column in "abcd" for row in "1234"}


def test_every_place_of_the_table_is_part_of_a_move() -> None:
    drawn = panels(sailing(berth=5))
    found = drawings.spots(drawn["display"])

    assert set(drawings.spots(drawn["board"])) == ALL_CELLS
    assert {address for address in found if address.startswith("slot=")} == ALL_SLOTS
    assert found["steps=2"] == {"7"} == found["berth=7"]
    assert found["steps=16"] == {"[5]"} == found["berth=5"]


def test_each_turn_of_the_tile_in_hand_is_part_of_a_move() -> None:
    found = drawings.spots(panels(laying("left-boat"))["display"])

    assert {address for address in found if address.startswith("way=")} == {
        "way=as-printed",
        "way=right",
        "way=180",
        "way=left",
    }


def test_whatever_can_be_chosen_is_an_address_of_a_form() -> None:
    """Every address is the text of a field, as the forms of moves write and read it."""
    state = msgspec.structs.replace(
        laying("left-boat", side="atoll"), phases=(Launching(0),), ship=-1
    )
    found = {a for panel in panels(state).values() for a in drawings.spots(panel)}
    forms = {"slot": "take {}", "cell": "lay {}", "berth": "place ship {}", "steps": "sail {}"}

    for address in found:
        field, _, text = address.partition("=")
        GAME.read_move(forms[field].format(text))
    assert len(found) == 16 + 20 + 16 + 16


def test_changes_since_the_last_decision_are_in_reverse_video() -> None:
    before = position(board("a1 left-p1"), board(), tiles="a1 left-p2", berth=3)
    after = position(
        board("a1 left-p1, b1 right-p2"),
        board("c3 single-p1"),
        tiles="a1 single-p2, b1 water",
        berth=4,
    )
    shown = panels(after, replace(SMALL, earlier=OpenView(0, before)))

    assert drawings.styled(shown["display"], "reverse") == [
        *("[4]", "╭───╮", "~ ~ ~", "│PP │", "~   ~", "╰───╯", "~ ~ ~"),
    ]
    assert drawings.styled(shown["board"], "reverse") == ["─────╮", "PP │", "─────╯"]
    assert drawings.styled(shown["board2"], "reverse") == ["╭────╮", "│ P  │", "╰────╯"]
    assert drawings.styled(panels(after)["board"], "reverse") == []


@pytest.mark.parametrize(
    ("side", "width"),
    [pytest.param("front", 26, id="four columns"), pytest.param("atoll", 29, id="9.2 five")],
)
def test_a_panel_is_as_wide_whatever_it_shows(side: str, width: int) -> None:
    bare = panels(position(side=side, berth=2))
    full = panels(laying("left-boat", board("a1 left-p1, d4 water"), side=side, berth=6))

    assert bare["display"].width == full["display"].width == 47
    assert bare["board"].width == full["board"].width == width


def test_with_room_the_boards_are_framed_and_tiles_larger() -> None:
    small, large = (panels(position(tiles=TILES), space) for space in (SMALL, LARGE))

    assert small["board"].width < large["board"].width == 2 + 4 * 7 + 2
    assert drawings.lines(large["board"])[2] == "  ┌" + "─" * 28 + "┐"
    assert small["display"].height == 14 < large["display"].height == 17


def test_titles_name_the_owners_of_boards() -> None:
    assert [panel.title for panel in panels(position()).values()][:3] == [
        *("Display", "Your board", "Ben's board")
    ]


@pytest.mark.parametrize(
    ("phase", "needed"),
    [
        pytest.param(Exploring(0), {"display", "board"}, id="a tile is chosen"),
        pytest.param(Over((3, 1), (1, 2)), {"board", "board2"}, id="the end"),
    ],
)
def test_needed_is_what_the_decision_takes(phase: AnyPhase, needed: set[str]) -> None:
    drawn = panels(position(phase=phase))

    assert {name for name, panel in drawn.items() if panel.needed} == needed
    assert list(drawn) == ["display", "board", "board2", "supply", "legend"]


def test_the_supply_counts_what_is_left_by_shape() -> None:
    shown = " ".join(drawn(position(tiles="a1 volcano, b1 water"), "supply"))

    assert shown == (
        "95 tiles in the stack, 20 shells In the stack: 10 islands, 14 left ends, 14 right ends, "
        "13 top ends, 13 bottom ends, 7 horizontal middle pieces, 7 vertical middle pieces, "
        "16 water, 1 volcano Played: the basic game, front side"
    )
