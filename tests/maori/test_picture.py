"""The picture of Maori: its places, what they say, and that every move can be clicked on."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import Match, OpenView, Viewer
from parlour.rules.picture import Picture, Spot
from parlour.words import speaking
from parlour_maori.moves import MAX_STEPS
from parlour_maori.phases import State
from parlour_maori.phases.pawn import MovingPawn
from parlour_maori.phases.set_up import Launching
from parlour_maori.picture.board import WIDTH
from parlour_maori.picture.supply import SHELLS, STACK
from parlour_maori.table import lay_table
from parlour_testing import matches, positions
from parlour_web.drawing import picture_of
from tests.drawn import DRAWN
from tests.games import clicks, drawings
from tests.maori.positions import GAME, board, laying, position, sailing

YOU = Viewer(("You", "Ben", "Cid", "Dan", "Eve"))


def picture(state: State, seat: int = 0) -> Picture:
    return picture_of(lay_table, OpenView(seat, state), YOU)


def spots(state: State, panel: str, start: str = "") -> list[Spot]:
    """Return the places of a panel whose labels begin with ``start``."""
    return [spot for spot in picture(state).panel(panel).spots if spot.label.startswith(start)]


def label(state: State, panel: str, start: str) -> str:
    [spot] = spots(state, panel, start)
    return spot.label.removeprefix(start)


def labels(state: State, start: str) -> list[str]:
    """Return what the places of the display say, each after its ``start``."""
    return [spot.label.removeprefix(start) for spot in spots(state, "display", start)]


def addresses(state: State, panel: str, start: str = "") -> list[tuple[str, ...]]:
    return [spot.addresses for spot in spots(state, panel, start) if spot.addresses]


FAR = {f"sail {steps}" for steps in range(17, MAX_STEPS + 1)}


@settings(DRAWN, max_examples=25)
@given(match=st.one_of(positions(GAME, limit=120), matches(GAME)))
def test_every_move_is_reached_by_clicks(match: Match) -> None:
    """A ship that sails more than once round the display is sailed by typing."""
    for seat in drawings.those_who_look(match):
        assert set(clicks.out_of_reach(match, seat)) <= FAR
        assert clicks.repeated_keys(match, seat) == []
    assert match.picture(0).panels[-1].name == "supply"


def test_the_first_places_alive_are_those_of_the_ship() -> None:
    """Rules 1.6 and 3.4: all of them for the launch, then as many as boats and shells allow."""
    match = GAME.match(seats=2, seed=1)
    launcher = match.awaited.seats[0]
    assert len(clicks.alive(match, launcher)) == 16

    match.play("place ship 1")
    [sailor] = match.awaited.seats
    assert clicks.alive(match, sailor) == {
        "place 2, above column b, 1 step",
        "place 3, above column c, 2 steps",
        "place 4, above column d, 3 steps, costs 1 shell",
        "place 5, right of row 1, 4 steps, costs 2 shells",
        "place 6, right of row 2, 5 steps, costs 3 shells",
        "place 7, right of row 3, 6 steps, costs 4 shells",
        "place 8, right of row 4, 7 steps, costs 5 shells",
    }
    assert clicks.alive(match, launcher) == set()


def test_rule_1_6_the_ship_may_be_placed_at_each_of_sixteen_places() -> None:
    state = position(berth=0, phase=Launching(0))

    found = addresses(state, "display", "place ")
    assert sorted(found) == sorted((f"berth={number}",) for number in range(1, 17))


STEPS = [
    pytest.param("place 2, ", "above column b, 1 step", id="3.1 one step"),
    pytest.param("place 3, ", "above column c, 2 steps", id="3.2 two boats"),
    pytest.param("place 4, ", "above column d, 3 steps, costs 1 shell", id="3.4 a shell a step"),
    pytest.param("place 5, ", "right of row 1", id="3.4 no more shells"),
]


@pytest.mark.parametrize(("start", "words"), STEPS)
def test_places_say_how_far_the_ship_sails(start: str, words: str) -> None:
    state = sailing(board(shells=1), berth=1)

    assert label(state, "display", start) == words


TILES = "a1 left-p1, b1 right-p2, c1 volcano, d1 water, a2 single-boat"

PRICES = [
    pytest.param("a1, ", "a left end with 1 palm, free", id="4.2 the nearest"),
    pytest.param("b1, ", "a right end with 2 palms, costs 1 shell", id="4.2 one skipped"),
    pytest.param("c1, ", "a volcano", id="4.10 never taken"),
    pytest.param("d1, ", "water", id="4.10 behind a volcano"),
    pytest.param("a2, ", "an island with a boat", id="4.1 another row"),
]


@pytest.mark.parametrize(("start", "words"), PRICES)
def test_tiles_say_what_they_cost(start: str, words: str) -> None:
    state = position(board(shells=1), tiles=TILES, berth=16)

    assert labels(state, start)[-1] == words
    slot = (f"slot={start[:2]}",) if words.endswith(("free", "shell")) else ()
    assert spots(state, "display", start)[-1].addresses == slot


def test_rule_4_2_a_price_above_the_shells_is_told() -> None:
    state = position(board(shells=0), tiles=TILES, berth=16)

    assert labels(state, "b1, ")[-1].endswith("costs 1 shell, more than there are")


def test_a_tile_looks_the_same_whatever_it_costs() -> None:
    """Else a page would show each tile in the ship's row as changed."""
    drawn = [
        {spot.key: spot.node for spot in spots(state, "display") if spot.key[1:2].isdigit()}
        for state in (position(tiles=TILES, berth=16), sailing(tiles=TILES, berth=16))
    ]

    assert drawn[0] == drawn[1]


CELLS = [
    pytest.param("a1 left-p1, b1 right-p2", "a1, ", "left end with 1 palm", id="7.2 both ends"),
    pytest.param("a1 left-p1", "a1, ", "left end with 1 palm, unfinished", id="7.2 one end"),
    pytest.param("c3 water-boat", "c3, ", "water with a boat", id="7.1 water stays"),
    pytest.param(
        "a1 left-boat/1",
        "a1, ",
        "left end with a boat, rotated 90° right, unfinished",
        id="4.3 rotated",
    ),
    pytest.param("", "b2, ", "free, inside the atoll", id="9.2 inside"),
    pytest.param(
        "", "c2, ", "free, inside the atoll, a boat is printed on it", id="9.3 the printed boat"
    ),
    pytest.param("", "a1, ", "free", id="9.2 outside"),
]


@pytest.mark.parametrize(("laid", "start", "words"), CELLS)
def test_cells_say_what_lies_on_them(laid: str, start: str, words: str) -> None:
    state = position(board(laid), side="front" if laid else "atoll")

    assert label(state, "board", start) == words


def test_only_the_own_board_has_places_to_click() -> None:
    state = position(board("a1 left-p1"), board("b1 water"), board("c1 right-p1"))

    names = [panel.name for panel in picture(state).panels]
    assert names == ["display", "board", "board2", "board3", "supply"]
    assert ("cell=a1",) in addresses(state, "board")
    assert [addresses(state, name) for name in ("board2", "board3", "supply")] == [[], [], []]


WAYS = [
    pytest.param("left-p1", ["way=as-printed"], id="4.3 palms face their owner"),
    pytest.param(
        "vertical-boat", ["way=as-printed", "way=right"], id="4.3 half a turn looks the same"
    ),
    pytest.param(
        "left-boat", ["way=as-printed", "way=right", "way=180", "way=left"], id="4.3 no palms"
    ),
]


@pytest.mark.parametrize(("tile", "ways"), WAYS)
def test_the_hand_shows_each_way_a_tile_can_lie(tile: str, ways: list[str]) -> None:
    found = addresses(laying(tile), "board", "in hand")

    assert found == [(way,) for way in ways]


def test_rules_4_6_and_4_7_a_click_on_the_storage_stores_and_fetches() -> None:
    assert addresses(laying("left-p1"), "board", "storage") == [("form=fetch", "form=store")]
    stored = position(board(storage="left-p1"))
    assert label(stored, "board", "storage: ") == "a left end with 1 palm"


def test_rule_8_4_a_click_on_the_pawn_lets_it_stay() -> None:
    own = board("a1 single-p1, c3 water", pawn="a1")
    state = position(own, variant="advanced", phase=MovingPawn(0))

    assert addresses(state, "board", "the pawn, on a1") == [("form=stay",)]
    assert addresses(state, "board", "a1, ") == [("form=stay",)]
    assert addresses(state, "board", "c3, ") == [("cell=c3",)]


def test_a_piece_keeps_its_key_where_it_goes() -> None:
    one = board("a1 single-p1, c3 water", pawn="a1")
    other = board("a1 single-p1, c3 water", pawn="c3")

    keys = [
        {spot.key for spot in spots(position(mine, berth=berth, variant="expert"), panel)}
        for mine, berth in ((one, 1), (other, 9))
        for panel in ("display", "board")
    ]
    assert "ship" in keys[0] & keys[2]
    assert {"pawn 0", "0 a1 single-p1 0", "0 c3 water 0"} <= keys[1] & keys[3]


def test_tiles_that_differ_are_drawn_differently() -> None:
    """Each face on a board of its own; some sorts differ in nothing but their number."""
    faces = ["left-p1", "left-p2", "left-p3", "left-hut", "left-boat", "left-boat/1", "left-shell2"]
    faces += ["right-p1", "top-p1", "horizontal-p1", "vertical-p1", "single-p1", "left-p1-wreath"]
    faces += ["water", "water-boat", "water-shell2", "left-p1-hut"]
    drawn = {picture(position(board(f"b2 {face}"))).panel("board").svg() for face in faces}

    assert len(drawn) == len(faces)


@pytest.mark.parametrize("language", ["de", "en", "it"])
@pytest.mark.parametrize(("panel", "at", "room"), [("board", 46, 36), ("display", 15, 34)])
def test_words_stay_clear_of_what_stands_beside_them(
    panel: str, at: int, room: int, language: str
) -> None:
    """The number of boats ends before the shell, and a price within its disc."""
    state = position(board(shells=1), tiles=TILES, berth=16)
    with speaking(language):
        drawn = picture(state).panel(panel).svg()
    words = re.findall(rf'x="{at}" y="\S+" font-size="(\S+)"[^>]*font-weight[^>]*>([^<]+)<', drawn)

    assert words
    assert [text for size, text in words if 0.6 * float(size) * len(text) > room] == []


@pytest.mark.parametrize("language", ["de", "en", "it"])
def test_what_is_in_the_supply_stays_clear_of_the_shell_and_the_edge(language: str) -> None:
    """The words beside the stack and beside the shell stay within what is drawn for each."""
    with speaking(language):
        drawn = picture(GAME.match(seats=2, seed="1").state).panel("supply").svg()
    bold = r'x="(\d+)" y="25" font-size="(\S+)"[^>]*>([^<]+)<'
    ends = [int(x) + 0.6 * float(size) * len(text) for x, size, text in re.findall(bold, drawn)]

    assert len(ends) == 2
    assert ends[0] <= STACK[0] < WIDTH - SHELLS[0]
    assert ends[1] <= SHELLS[0]


def test_the_picture_comes_in_the_order_of_need() -> None:
    assert picture(sailing()).panels[0].name == "display"
    assert picture(laying("left-p1")).panels[0].name == "board"
