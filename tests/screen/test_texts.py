"""The texts at the edges of the screen, and the moves in the rows there are."""

import pytest

import parlour
from parlour.table.move_list import MoveList
from parlour.table.selection import Selection

pytest.importorskip("textual", reason="the extra 'screen' is not installed")

from parlour.terminal.full_screen.command_line import beginning
from parlour.terminal.full_screen.move_text import matching, move_lines
from parlour.terminal.full_screen.pages import status_line, tab_line


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
GIANTS = parlour.load("giants")


def shown(game: parlour.Game, width: int, rows: int, typed: str = "", *steps: str) -> list[str]:
    """Return the lines for the moves of a first turn."""
    match = game.match(seed=1)
    seat = match.awaited.seats[0]
    moves = MoveList(game, match.view(seat), match.moves(seat), ())
    selection = Selection.among(game.move_notation, match.moves(seat))
    for step in steps:
        selection = selection.add([step])
    lines = move_lines(matching(moves, selection, typed), selection, width, rows)
    return [line.plain.rstrip() for line in lines]


ROWS = [
    # width, rows, typed, chosen; the lines
    pytest.param(
        80,
        9,
        "",
        (),
        [
            f"  {n} place {s}"
            for n, s in enumerate(("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), 1)
        ],
        id="a row each",
    ),
    pytest.param(
        80,
        2,
        "place c",
        (),
        ["  3 place c1                              9 place c3", "  6 place c2"],
        id="columns",
    ),
    pytest.param(80, 1, "", (), ["    1-9 place SQUARE: a1 b1 c1 a2 b2 c2 a3 b3 c3"], id="folded"),
    pytest.param(80, 3, "7", (), ["  7 place a3"], id="by number"),
    pytest.param(
        80, 3, "PLACE  a", (), ["  1 place a1", "  4 place a2", "  7 place a3"], id="typed"
    ),
    pytest.param(80, 3, "x", (), [], id="nothing begins so"),
    pytest.param(80, 3, "", ("square=b2",), ["  5 place b2"], id="chosen"),
]


@pytest.mark.parametrize(("width", "rows", "typed", "chosen", "lines"), ROWS)
def test_moves_fill_the_rows_there_are(
    width: int, rows: int, typed: str, chosen: tuple[str, ...], lines: list[str]
) -> None:
    assert shown(TIC_TAC_TOE, width, rows, typed, *chosen) == lines


def test_a_large_kind_is_shown_by_its_fields() -> None:
    lines = shown(GIANTS, 70, 8)

    assert lines[0].endswith(": 24 moves")
    assert [line.split()[0] for line in lines[1:]] == ["markers", "workers", "sorcerer", "chief"]


@pytest.mark.parametrize(
    ("width", "line"),
    [
        pytest.param(60, f" Giants │ Greedy is thinking{' ' * 33}", id="wide"),
        pytest.param(24, " Greedy is thinking     ", id="without the title"),
        pytest.param(10, " Greedy…", id="cut"),
    ],
)
def test_the_line_at_the_top_keeps_who_is_awaited(width: int, line: str) -> None:
    assert status_line("Giants", None, "Greedy is thinking", width).plain.rstrip() == line.rstrip()


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
