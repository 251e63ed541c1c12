"""The texts at the edges of the screen, and the moves in the rows there are."""

import pytest
from rich.text import Text

import parlour
from parlour.table import ShownPlan
from parlour.table.move_list import MoveList

pytest.importorskip("textual", reason="the extra 'screen' is not installed")

from parlour.terminal.screen import console, fold
from parlour_screen.move_text import MoveRows
from parlour_screen.pages import head_line, tab_line
from parlour_screen.widgets import beginning


@pytest.mark.parametrize(
    ("texts", "shared"),
    [
        pytest.param((), "", id="none"),
        pytest.param(("lay a1",), "lay a1", id="one"),
        pytest.param(("lay a1", "lay b1", "launch 5"), "la", id="three"),
        pytest.param(("lay a1", "rest"), "", id="nothing in common"),
        pytest.param(("place ", "place a1"), "place ", id="one begins the other"),
    ],
)
def test_what_all_lines_begin_with(texts: tuple[str, ...], shared: str) -> None:
    assert beginning(texts) == shared


TIC_TAC_TOE = parlour.load("tic_tac_toe")


def shown(width: int, rows: int, number: int = 9) -> list[str]:
    """Return the lines for the first so many moves of a first turn."""
    match = TIC_TAC_TOE.match(seed=1)
    moves = MoveList(TIC_TAC_TOE, match.view(0), match.moves(0), ())
    choices = tuple(moves.every.values())[:number]
    lines = MoveRows(choices, examples=("5", "place a1")).lines(width, rows)
    return [line.plain.rstrip() for line in lines]


ROWS = [
    # width, rows, moves; the lines
    pytest.param(
        80,
        9,
        9,
        [
            f"  {n} place {s}"
            for n, s in enumerate(("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), 1)
        ],
        id="a row each",
    ),
    pytest.param(
        80,
        3,
        4,
        [
            "  1 place a1                              3 place c1",
            "  2 place b1                              4 place a2",
        ],
        id="columns",
    ),
    pytest.param(
        40,
        3,
        9,
        ["  1 place a1", "  2 place b1", "Tab: all 9  or type: 5 · place a1"],
        id="the first of them",
    ),
    pytest.param(40, 1, 9, ["place a1 · place b1 · Tab: all 9"], id="one row"),
]


@pytest.mark.parametrize(("width", "rows", "number", "lines"), ROWS)
def test_moves_fill_the_rows_there_are(
    width: int, rows: int, number: int, lines: list[str]
) -> None:
    assert shown(width, rows, number) == lines


@pytest.mark.parametrize(
    ("width", "line"),
    [
        pytest.param(60, " Anna 12  ▶Benedikta 8+ │ Two left │ Parlour", id="wide"),
        pytest.param(38, " Anna 12  ▶Benedikta 8+ │ Two left", id="without the title"),
        pytest.param(30, " Anna 12  ▶Benedikta 8+ │ Two…", id="the rest is cut"),
        pytest.param(18, " Anna 12  ▶Ben 8+…", id="names are cut, and no points"),
    ],
)
def test_the_line_at_the_top_keeps_the_points_of_all(width: int, line: str) -> None:
    parts = ("Anna", "12"), ("▶Benedikta", "8+")

    assert head_line("Parlour", parts, "Two left", width).plain.rstrip() == line


@pytest.mark.parametrize(
    ("width", "status"),
    [(44, "Round 3, bids: Anna. Two left."), (40, "Round 3, bids: Anna"), (22, "Round 3")],
)
def test_the_line_at_the_top_ends_with_a_part_of_the_status(width: int, status: str) -> None:
    """A dot in a name ends no part."""
    line = head_line("", [("A. Bo", "1")], "Round 3, bids: Anna. Two left.", width)

    assert line.plain.rstrip() == f" A. Bo 1 │ {status}"


@pytest.mark.parametrize(
    ("width", "line"),
    [
        pytest.param(24, "F1 Help F2 Log F3 Moves", id="wide"),
        pytest.param(22, "F1 Help 2 Log 3 Moves", id="numbers for keys"),
        pytest.param(18, "F1 Hel 2 Log 3 Mov", id="titles are cut"),
    ],
)
def test_pages_are_named_with_their_keys(width: int, line: str) -> None:
    tabs = [("help", "Help"), ("log", "Log"), ("moves", "Moves")]

    assert tab_line(tabs, "log", width).plain == line


@pytest.mark.parametrize(
    ("width", "line"),
    [
        pytest.param(58, "F1 Log F2 Easter Island F3 Ann's board F4 Board3 F5 Board4", id="alike"),
        pytest.param(48, "F1 Log 2 Island 3 Ann's board 4 Board3 5 Board4", id="short names"),
        pytest.param(43, "F1 Log 2 Island 3 Ann's b 4 Board3 5 Board4", id="titles are cut"),
    ],
)
def test_a_page_has_its_short_name_if_its_title_does_not_fit(width: int, line: str) -> None:
    titles = {
        "island": "Easter Island",
        "board2": "Ann's board",
        "board3": "Board",
        "board4": "Board",
    }
    tabs = [("log", "Log"), *((f"panel {name}", title) for name, title in titles.items())]

    assert tab_line(tabs, "log", width).plain == line


@pytest.mark.parametrize(("rows", "whole"), [(2, False), (3, True)])
def test_a_plan_is_cut_if_there_is_no_room_for_it_whole(rows: int, whole: bool) -> None:
    plan = ShownPlan("plan 1", "place a1, place b1, place c1, place a2", ())
    (line,) = MoveRows((), plans=(plan,)).lines(20, rows)

    assert line.plain == (f"p1 {plan.text}" if whole else "p1 place a1, place …")


FOLDED = [
    # a line; the lines of 24 columns that it becomes
    pytest.param(
        "  3 sail 1  free to berth 6 now",
        ["  3 sail 1  free to", "            berth 6 now"],
        id="below what follows a key",
    ),
    pytest.param(
        "  1. island with three palms",
        ["  1. island with three", "     palms"],
        id="below what follows a number",
    ),
    pytest.param(
        "p1 island with three palms: 4",
        ["p1 island with three", "   palms: 4"],
        id="below what follows the number of a plan",
    ),
    pytest.param(
        "  sail: chance of 40\u00a0% ± 1\u00a0%",
        ["  sail: chance of", "      40\u00a0% ± 1\u00a0%"],
        id="hanging, and not at a space that does not break",
    ),
]


@pytest.mark.parametrize(("line", "lines"), FOLDED)
def test_the_rest_of_a_line_stands_below_its_beginning(line: str, lines: list[str]) -> None:
    assert [part.plain.rstrip(" ") for part in fold(Text(line), console(), 24)] == lines
