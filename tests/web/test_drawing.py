"""The picture of a table that a game gives as data."""

from collections import Counter

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from parlour import Picture, Viewer
from parlour.catalog.catalog import Catalog
from parlour.kit.grids import Grid, free_grid, hex_grid, square_grid
from parlour.kit.table import Board, Piece, TablePanel, row
from parlour.rules.picture import Pen, PicturePanel
from parlour_testing.laws.bounds import bounds_of
from parlour_web.drawing import picture_of
from parlour_web.front import cover_of
from tests.kit.tables import named, panels

VIEWER = Viewer(("Ann", "Bob"))


def picture(*some: TablePanel) -> Picture:
    return picture_of(lambda *_: some, None, VIEWER)


def drawn(panel: TablePanel) -> PicturePanel:
    return picture(panel).panels[0]


@settings(deadline=None)
@given(panels)
def test_every_address_is_a_place_of_the_picture(panel: TablePanel) -> None:
    shown = drawn(panel)

    assert {one for spot in shown.spots for one in spot.addresses} == named(panel)


@settings(deadline=None)
@given(panels)
def test_a_panel_with_a_drawing_of_the_whole_is_drawn_by_that_alone(panel: TablePanel) -> None:
    whole = Piece(size=(80.0, 60.0), art=lambda pen: pen.circle(40, 30, 20, fill="ink"))
    shown = drawn(replace(panel, whole=whole))

    assert (shown.width, shown.height, len(shown.nodes), shown.spots) == (80, 60, 1, ())


@settings(deadline=None)
@given(panels)
def test_nothing_is_drawn_over_the_edge_of_its_panel(panel: TablePanel) -> None:
    shown = drawn(panel)
    left, top, right, bottom = bounds_of(shown)

    assert left >= -0.5
    assert top >= -0.5
    assert right <= shown.width + 0.5
    assert bottom <= shown.height + 0.5


@settings(deadline=None)
@given(panels)
def test_no_two_things_have_one_name(panel: TablePanel) -> None:
    keys = Counter(spot.key for spot in drawn(panel).spots if spot.key)

    assert not keys or max(keys.values()) == 1


@settings(deadline=None)
@given(panels)
def test_a_finger_can_hit_whatever_can_be_chosen(panel: TablePanel) -> None:
    """Cells of a large board are smaller; a page enlarges them."""
    rows_alone = TablePanel(name="rows", title="Rows", rows=panel.rows)
    for spot in drawn(rows_alone).spots:
        if spot.addresses:
            left, top, right, bottom = bounds_of(
                PicturePanel("one", "One", "One", 999, 999, (spot.node,))
            )
            assert min(right - left, bottom - top) >= 40


def test_a_card_keeps_its_name_on_its_way_from_hand_to_table() -> None:
    def keys(hand: tuple[str, ...], trick: tuple[str, ...]) -> list[str]:
        own, common = ([Piece(shape="card", name=card) for card in some] for some in (hand, trick))
        table = TablePanel(name="table", title="Table", rows=[row("Trick", *common)])
        held = TablePanel(name="hand", title="Hand", rows=[row("", *own)])
        return sorted(spot.key for panel in picture(table, held).panels for spot in panel.spots)

    assert keys(("Ah", "7c"), ()) == keys(("7c",), ("Ah",))


def test_a_card_face_down_has_no_name() -> None:
    covered = Piece(shape="back", name="Ah")
    (spot,) = drawn(TablePanel(name="t", title="T", rows=[row("", covered)])).spots

    assert (spot.key, spot.label) == ("", "a card face down")
    assert "Ah" not in drawn(TablePanel(name="t", title="T", rows=[row("", covered)])).svg()


def test_a_seat_has_the_sign_that_the_table_gives_it() -> None:
    """Ann has the letter of her colour, and without letters her number."""
    seats = [row("Ann", Piece(shape="chip", name="fish"), seat=0)]
    lettered = TablePanel(name="t", title="T", rows=seats, signs="BG")

    assert ">B<" in drawn(lettered).svg()
    assert picture(lettered).signs == "BG"
    assert ">1<" in drawn(TablePanel(name="t", title="T", rows=seats)).svg()


def test_words_are_a_place_if_they_are_drawn_and_none_if_they_are_only_said() -> None:
    def log(pen: Pen) -> None:
        pen.rect(0, 0, 20, 20, fill="ground")

    carried = Piece(shape="words", label="2 logs", key="logs", art=log, size=(20.0, 20.0))
    said = Piece(shape="words", number=None, label="blue")
    wide = TablePanel(name="t", title="T", rows=[row("", said, carried)], width=500)

    assert [(spot.key, spot.label) for spot in drawn(wide).spots] == [("logs", "2 logs")]
    assert "blue" not in drawn(wide).svg()
    assert drawn(wide).width == 500


def test_a_piece_and_its_cell_are_one_place() -> None:
    stone = Piece(shape="chip", label="Ann", at=("stone=Ann",))
    board = Board(grid=square_grid(2, 1), pieces={1: stone}, field="square")
    spots = drawn(TablePanel(name="board", title="Board", board=board)).spots

    assert [(spot.label, spot.addresses) for spot in spots] == [
        ("a1, free", ("square=a1",)),
        ("b1, Ann", ("square=b1", "stone=Ann")),
    ]


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        pytest.param(square_grid(3, 2), "1 2 a b c", id="beside squares"),
        pytest.param(square_grid(2, 2, upwards=True), "1 2 a b", id="row 1 below"),
        pytest.param(hex_grid([(1, 2), (1, 1)]), "a1 a2 b1", id="in hexes"),
        pytest.param(free_grid({"Ao": (0, 0), "Ur": (2, 1)}), "Ao Ur", id="in free places"),
    ],
)
def test_the_names_of_cells_stand_in_a_picture(grid: Grid, words: str) -> None:
    shown = drawn(TablePanel(name="board", title="Board", board=Board(grid=grid, pieces={})))
    texts = [inner for node in shown.nodes for inner in node.walk() if inner.tag == "text"]

    assert sorted(filter(None, (str(node.children[0]) for node in texts))) == words.split()


def test_the_name_of_a_hex_is_a_part_of_its_place() -> None:
    """A name beside the place would take the clicks on it."""
    board = Board(grid=hex_grid([(1, 2)]), pieces={})
    shown = drawn(TablePanel(name="board", title="Board", board=board))
    inside = [node for spot in shown.spots for node in spot.node.walk() if node.tag == "text"]

    assert [node.children for node in inside] == [("a1",), ("a2",)]
    assert all(float(node.attributes["font-size"]) >= 10 for node in inside)


def test_the_cover_of_a_game_without_lessons_shows_a_match_that_has_begun() -> None:
    cover = cover_of(Catalog().game("tic_tac_toe"))

    assert cover.count(", Player 1") == 3
    assert cover.count(", Player 2") == 2
    assert cover == cover_of(Catalog().game("tic_tac_toe"))
