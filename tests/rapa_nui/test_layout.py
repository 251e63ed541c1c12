"""Pieces in a table of text, in fans, and at the places that the game gives them in a picture."""

from functools import partial

from parlour import Pen
from parlour.kit.table import Group, Piece, Row
from parlour.kit.table.lines import describe_panel
from parlour_rapa_nui.picture.layout import LaidGroup, LaidPanel, LaidRow, PieceLayout, draw_panel
from parlour_rapa_nui.table.text import write_panels
from tests.games import drawings

LOOK = PieceLayout(number=(10, 30), slot=(0, 0, 20, 20))
panel = partial(LaidPanel, size=(100, 50))


def dot(pen: Pen) -> None:
    pen.circle(0, 0, 5, fill="ink")


def fish(number: int | None, mark: str = "") -> Piece:
    return Piece(
        name="fi\u00adsh", number=number, label=f"{number} fish", mark=mark, key="fish", art=dot
    )


def market(*names: str) -> LaidPanel:
    cards = [Piece(name=name, label=f"row 1: {name}", at=("row=1",), art=dot) for name in names]
    fan = Row(title="1", fan=True, groups=[LaidGroup(pieces=cards, look=LOOK, step=(0, 9))])
    return panel(name="market", title="Market", rows=[fan])


def tribes(number: int) -> list[LaidPanel]:
    """Return the tribes, whose table also has a row of the supply."""
    two = Piece(number=2, label="2 fish", art=dot)
    held = LaidGroup(pieces=[two], look=PieceLayout(), spread=True, joined=True, title="in hand")
    wood = Group(pieces=[Piece(name="wood", number=0, label="0 wood", at=("take=wood",))])
    front = LaidGroup(pieces=[fish(number, "+" * (number > 1))], look=LOOK)
    rows = [LaidRow(title="Ann", table="tribes", mark="▶ ", groups=[front, wood, held])]
    supply = LaidRow(title="left", table="tribes", groups=[Group(pieces=[fish(None)])])
    return [
        panel(name="supply", title="Supply", rows=[supply]),
        panel(name="tribes", title="Tribes", rows=rows, needed=True),
    ]


def test_a_table_of_text_has_the_columns_of_its_first_row() -> None:
    (shown,) = write_panels(tribes(3), tribes(2), width=15)

    assert drawings.lines(shown) == [
        "      fi-",
        "       sh wood",
        "▶ Ann   3+   0",
        "left    -",
    ]
    assert drawings.styled(shown, "reverse") == ["3+"]
    assert drawings.spots(shown) == {"take=wood": {"0"}}


def test_what_lay_there_at_the_last_decision_is_not_marked() -> None:
    (shown,) = write_panels([market("moai", "priest")], [market("moai", "priest")])
    (changed,) = write_panels([market("moai", "priest")], [market("moai")])

    assert drawings.lines(shown) == [
        "╭─1────────╮",
        "│  priest  │",
        "╰──────────╯",
        "    moai    ",
    ]
    assert drawings.styled(shown, "reverse") == []
    assert len(drawings.styled(changed, "reverse")) == 4


def test_cards_are_as_wide_as_the_longest_name() -> None:
    (shown,) = write_panels([market("taglia\u00adlegna", "moai")])
    (empty,) = write_panels([market()])

    assert drawings.lines(shown) == [
        "╭─1─────────╮",
        "│    moai   │",
        "╰───────────╯",
        " taglialegna ",
    ]
    assert {len(line) for line in drawings.lines(empty)} == {12}


def test_lines_say_each_row_and_leave_empty_slots_out() -> None:
    assert list(describe_panel(market("moai", "priest"))) == ["Row 1: priest."]
    assert list(describe_panel(tribes(0)[1])) == ["Ann: nothing; 0 wood; in hand: 2 fish."]


def test_a_picture_has_a_place_for_each_piece_or_for_a_whole_group() -> None:
    supply, front = map(draw_panel, tribes(2))
    fan = draw_panel(market("moai", "priest"))

    assert supply.spots == ()
    assert [(spot.label, spot.key) for spot in front.spots] == [
        ("2 fish", "fish"),
        ("Ann, in hand: 2 fish", ""),
    ]
    assert [spot.addresses for spot in fan.spots] == [("row=1",), ("row=1",)]


def test_a_missing_piece_is_a_dashed_slot() -> None:
    missing, there = (draw_panel(tribes(number)[1]).svg() for number in (0, 1))

    assert ("stroke-dasharray" in missing, "stroke-dasharray" in there) == (True, False)
    assert missing.count("<circle") == there.count("<circle") - 1 == 2


def test_a_long_note_is_written_smaller_so_that_it_stays_in_its_box() -> None:
    look = PieceLayout(box=(86, 74), note=(64, 32))
    pieces = [Piece(note="left"), Piece(note="restano")]
    drawn = draw_panel(
        panel(name="piles", title="Piles", rows=[Row(groups=[LaidGroup(pieces=pieces, look=look)])])
    )
    sizes = [node.attributes.get("font-size") for one in drawn.nodes for node in one.walk()]

    assert [size for size in sizes if size] == ["11", "10"]
