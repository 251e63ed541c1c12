"""The table as data: pieces as text and as plain lines."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from parlour.kit.grids import square_grid
from parlour.kit.table import Board, Group, Piece, Row, TablePanel, row
from parlour.kit.table.lines import describe_panel
from parlour.kit.table.text import write_panels
from tests.games import drawings
from tests.kit import tables

panel = partial(TablePanel, needed=False)


def test_lines_leave_empty_slots_out() -> None:
    slots = (Piece(shape="tile", name="wood", number=0), Piece(shape="tile", name="fish", number=2))

    assert list(describe_panel(panel(name="t", title="T", rows=[row("Ann", *slots)]))) == [
        "Ann: 2 fish."
    ]


def test_lines_say_the_front_card_of_a_fan() -> None:
    cards = [Piece(shape="card", name=name) for name in ("moai", "priest")]
    fan = row("1", *cards, fan=True)

    assert list(describe_panel(panel(name="m", title="Market", rows=[fan]))) == ["Priest."]


def test_lines_say_whose_board_it_is_and_gather_equal_cells() -> None:
    stones = {0: Piece(label="a stone"), 3: Piece(label="a stone"), 1: Piece(label="free")}
    on = Board(grid=square_grid(2, 2), pieces=stones)

    assert list(describe_panel(panel(name="b", title="Board", label="Ann's board", board=on))) == [
        "Ann's board.",
        "A stone: a1, b2.",
        "Free: b1.",
    ]


def test_a_row_of_words_is_broken_to_fit() -> None:
    pieces = [Piece(label=f"{number} fish") for number in range(9)]
    row = Row(title="Bartholomew the Great", groups=[Group(pieces=pieces, title="in hand")])
    (shown,) = write_panels([panel(name="held", title="Held", rows=[row])], width=40)

    assert drawings.lines(shown) == [
        "Bartholomew t, in hand: 0 fish, 1",
        "fish, 2 fish, 3 fish, 4 fish, 5 fish,",
        "6 fish, 7 fish, 8 fish",
    ]


def test_words_side_by_side_have_commas_and_groups_a_space_more() -> None:
    def words(*labels: str) -> list[Piece]:
        return [Piece(shape="words", label=label) for label in labels]

    held = Group(title="hidden", pieces=words("2 logs", "chief"))
    spent = Group(title="spent", pieces=[*words("worker"), Piece(shape="tile", name="3")])
    (shown,) = write_panels([panel(name="t", title="T", rows=[Row(groups=[held, spent])])])

    assert [line.strip() for line in drawings.lines(shown)] == [
        "hidden: 2 logs, chief  spent: worker [3]"
    ]


WIDTHS = st.integers(48, 100)
"""Columns of a terminal; the widest thing of the strategies, a track of 30 with a title, has 46."""


@settings(deadline=None)
@given(tables.panels, WIDTHS)
def test_every_address_can_be_chosen_in_a_terminal_of_any_width(
    panel: TablePanel, width: int
) -> None:
    (shown,) = write_panels([panel], width=width)

    assert drawings.spots(shown).keys() == tables.named(panel)
    assert max(map(cell_len, drawings.lines(shown))) <= width


@settings(deadline=None)
@given(tables.panels)
def test_plain_lines_tell_every_thing(panel: TablePanel) -> None:
    told = "\n".join(describe_panel(panel)).casefold()

    assert all(piece.said.casefold() in told for piece in tables.things(panel))


@settings(deadline=None)
@given(tables.panels)
def test_nothing_is_new_where_nothing_has_changed(panel: TablePanel) -> None:
    (shown,) = write_panels([panel], [panel])

    assert drawings.styled(shown, "reverse") == []


@pytest.mark.parametrize(
    ("piece", "text", "words"),
    [
        pytest.param(Piece(shape="card", name="7"), "[7]", "7", id="a card"),
        pytest.param(Piece(shape="card", name="7", number=3), "[7]x3", "3 7", id="equal cards"),
        pytest.param(Piece(shape="back", number=3), "[?]x3", "3 cards face down", id="a pile"),
        pytest.param(Piece(shape="die", name="5"), "(5)", "5", id="a die"),
        pytest.param(
            Piece(shape="chip", name="wood", number=0), "wood 0", "wood 0", id="a counter"
        ),
        pytest.param(
            Piece(shape="chip", name="lit", number=2, of=3), "lit ●●○", "lit 2 of 3", id="a track"
        ),
        pytest.param(Piece(shape="words", name="by night"), "by night", "by night", id="words"),
    ],
)
def test_a_thing_in_a_few_letters_and_in_words(piece: Piece, text: str, words: str) -> None:
    (shown,) = write_panels([TablePanel(name="t", title="T", rows=[row("Ann", piece)])])

    assert drawings.lines(shown) == [f"Ann {text}"]
    assert list(describe_panel(TablePanel(name="t", title="T", rows=[row("Ann", piece)]))) == [
        f"Ann: {words}."
    ]
