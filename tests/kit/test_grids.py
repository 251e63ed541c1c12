"""Grids of the kit: neighbours and distances against drawings by hand and formulas."""

from collections.abc import Callable
from itertools import product

import pytest

from parlour.kit.grid_picture import chart
from parlour.kit.grid_text import draw_grid, widest
from parlour.kit.grids import Grid, free_grid, hex_grid, square_grid
from parlour.rules.panels import SPOTS

Distance = Callable[[tuple[int, int], tuple[int, int]], int]


def by_sides(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def by_corners(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def by_hexes(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return the steps in a plane of hexes: up and down half a hex aside each, the rest level."""
    down = abs(one[0] - other[0])
    halves = abs(2 * one[1] + one[0] % 2 - 2 * other[1] - other[0] % 2)
    return down + max(0, halves - down) // 2


RHOMBUS = hex_grid(
    [(row // 2, row // 2 + 2) for row in range(3)], lambda row, place: f"{'abc'[place]}{row + 1}"
)
"""The board of Hex, with three rows: each lies half a hex further right than the one above."""

GRIDS = [
    pytest.param(square_grid(5, 4), by_sides, id="squares by sides"),
    pytest.param(square_grid(5, 4, diagonal=True), by_corners, id="squares by corners too"),
    pytest.param(square_grid(1, 7), by_sides, id="one column"),
    pytest.param(hex_grid([(0, 5)] * 6), by_hexes, id="hexes"),
    pytest.param(hex_grid([(2, 4), (1, 4), (1, 5), (1, 4), (2, 4)]), by_hexes, id="hexagon"),
    pytest.param(hex_grid([(3, 9)]), by_hexes, id="one row of hexes"),
    pytest.param(RHOMBUS, by_hexes, id="rhombus"),
]


@pytest.mark.parametrize(("grid", "distance"), GRIDS)
def test_every_distance(grid: Grid, distance: Distance) -> None:
    for cell, here in enumerate(grid.coordinates):
        assert grid.distances(cell) == tuple(distance(here, there) for there in grid.coordinates)


@pytest.mark.parametrize(("grid", "distance"), GRIDS)
def test_neighbours_are_the_cells_one_step_away(grid: Grid, distance: Distance) -> None:
    cells = range(len(grid.names))
    beside: dict[int, list[int]] = {cell: [] for cell in cells}
    for one, other in product(cells, cells):
        if distance(grid.coordinates[one], grid.coordinates[other]) == 1:
            beside[one].append(other)

    assert [list(near) for near in grid.neighbours] == list(beside.values())
    assert grid.around == tuple(sum(2**near for near in beside[cell]) for cell in cells)
    assert [grid.index[name] for name in grid.names] == list(cells)


@pytest.mark.parametrize(
    ("grid", "cell", "expected"),
    [
        pytest.param(square_grid(3, 3), "b2", "b1 a2 c2 b3", id="sides"),
        pytest.param(square_grid(3, 3, diagonal=True), "a1", "b1 a2 b2", id="a corner"),
        pytest.param(hex_grid([(1, 4)] * 3), "b2", "a2 a3 b1 b3 c2 c3", id="a shifted row"),
        pytest.param(hex_grid([(1, 4)] * 3), "c2", "b1 b2 c1 c3", id="a row that is not shifted"),
        pytest.param(hex_grid([(2, 3), (1, 3)]), "a2", "a3 b1 b2", id="rows of unlike spans"),
        pytest.param(RHOMBUS, "b2", "b1 c1 a2 c2 a3 b3", id="names of a rhombus"),
    ],
)
def test_neighbours_by_name(grid: Grid, cell: str, expected: str) -> None:
    near = grid.neighbours[grid.index[cell]]

    assert " ".join(grid.names[number] for number in near) == expected


def test_cells_are_named_and_numbered_row_by_row() -> None:
    squares, hexes = square_grid(3, 2), hex_grid([(2, 3), (1, 3)])

    assert squares.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert squares.coordinates[5] == (1, 2)
    assert hexes.names == ("a2", "a3", "b1", "b2", "b3")
    assert hexes.coordinates[4] == (1, 3)


def test_no_way_leads_to_another_island() -> None:
    assert hex_grid([(1, 2), (4, 5)]).distances(0) == (0, 1, -1, -1)


def test_free_places_adjoin_where_links_lead() -> None:
    isles = free_grid({"Ur": (0, 2), "Ao": (1, 0), "Io": (2, 3)}, [("Ur", "Io"), ("Io", "Ao")])

    assert isles.neighbours == ((2,), (2,), (0, 1))
    assert isles.around == (0b100, 0b100, 0b011)
    assert isles.distances(isles.index["Ur"]) == (0, 2, 1)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        pytest.param(
            lambda: square_grid(27, 1),
            "expected 1 to 26 columns and at least 1 row, got 27 and 1",
            id="columns",
        ),
        pytest.param(
            lambda: square_grid(3, 0),
            "expected 1 to 26 columns and at least 1 row, got 3 and 0",
            id="rows",
        ),
        pytest.param(lambda: hex_grid([]), "expected 1 to 26 rows, got 0", id="no hexes"),
        pytest.param(
            lambda: hex_grid([(1, 2), (5, 4)]),
            "row b: expected a span like 2-8, got 5-4",
            id="span",
        ),
    ],
)
def test_what_is_no_grid_is_refused(make: Callable[[], Grid], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        make()


# Drawings

HEXAGON = hex_grid([(2, 3), (1, 3), (2, 3)])
ISLAND = """\
      ╭a2───┬a3───╮
      │     │     │
   ╭b1┴──┬b2┴──┬b3┴──╮
   │     │ oak │     │
   ╰──┬c2┴──┬c3┴──┬──╯
      │     │     │
      ╰─────┴─────╯"""
SQUARES = """\
╭a2─┬b2─╮
│   │ X │
├a1─┼b1─┤
│   │   │
╰───┴───╯"""
CROWDED = """\
╭a1─╮
│wid│
│ x │
╰───╯"""


def no_move(_cell: int) -> tuple[str, ...]:
    return ()


@pytest.mark.parametrize(
    ("grid", "cell", "lines", "measures", "drawn"),
    [
        pytest.param(HEXAGON, "b2", ["oak"], (6, 2), ISLAND, id="hexes are bricks"),
        pytest.param(square_grid(2, 2, upwards=True), "b2", ["X"], (4, 2), SQUARES, id="squares"),
        pytest.param(
            square_grid(1, 1), "a1", ["wider", "x", "y"], (4, 3), CROWDED, id="what has no room"
        ),
    ],
)
def test_a_grid_is_drawn_in_characters(
    grid: Grid, cell: str, lines: list[str], measures: tuple[int, int], drawn: str
) -> None:
    marks = {grid.index[cell]: [(line, "bold") for line in lines]}

    text = draw_grid(
        grid, lambda cell: marks.get(cell, []), no_move, pitch=measures[0], height=measures[1]
    )

    assert [line.rstrip() for line in text.plain.split("\n")] == drawn.split("\n")


def test_a_whole_cell_of_a_drawing_is_a_place_to_click_on() -> None:
    names = ("a1", "b1")
    text = draw_grid(
        square_grid(2, 1), lambda _cell: [("x", "bold")], lambda cell: (f"square={names[cell]}",)
    )
    of_a1 = [
        (span.start, span.end)
        for span in text.spans
        if not isinstance(span.style, str) and span.style.meta.get(SPOTS) == ("square=a1",)
    ]

    assert text.plain.split("\n")[:2] == ["╭a1─┬b1─╮", "│ x │ x │"]
    assert [place for start, end in of_a1 for place in range(start, end)] == [1, 2, 11, 12, 13]


@pytest.mark.parametrize(
    ("grid", "width", "pitch"),
    [
        pytest.param(square_grid(4, 2), 33, 8, id="squares that just fit"),
        pytest.param(square_grid(4, 2), 32, 7, id="a column too few"),
        pytest.param(hex_grid([(3, 6)] * 2), 33, 7, id="every second row of hexes is set off"),
        pytest.param(hex_grid([(3, 6)]), 33, 8, id="one row of hexes is not"),
        pytest.param(square_grid(4, 2), 5, 6, id="no room at all: the narrowest"),
    ],
)
def test_cells_are_as_wide_as_there_is_room(grid: Grid, width: int, pitch: int) -> None:
    assert widest(grid, width, range(9, 5, -1)) == pitch


@pytest.mark.parametrize(
    ("grid", "size", "margin", "extent", "middles"),
    [
        pytest.param(
            square_grid(2, 2), 10, 3, (26, 26), [(8, 8), (18, 8), (8, 18), (18, 18)], id="squares"
        ),
        pytest.param(
            HEXAGON, 2 / 3**0.5, 0, (6, 10 / 3**0.5),
            [(2, 1), (4, 1), (1, 2.5), (3, 2.5), (5, 2.5), (2, 4), (4, 4)], id="hexes",
        ),
    ],
)  # fmt: skip
def test_where_cells_lie_in_a_picture(
    grid: Grid,
    size: float,
    margin: float,
    extent: tuple[float, float],
    middles: list[tuple[float, float]],
) -> None:
    """Middles of hexes are given across in half widths, and down in sizes."""
    down = size if grid.hexes else 1.0

    on = chart(grid, size, margin)

    assert (on.width, on.height) == pytest.approx(extent)
    assert [x for x, _ in on.middles] == pytest.approx([x for x, _ in middles])
    assert [y for _, y in on.middles] == pytest.approx([y * down for _, y in middles])


@pytest.mark.parametrize("grid", [square_grid(3, 2), HEXAGON], ids=["squares", "hexes"])
def test_cells_side_by_side_share_two_corners(grid: Grid) -> None:
    on = chart(grid, 10)
    cells = range(len(on.middles))
    corners = [{(round(x, 6), round(y, 6)) for x, y in on.corners(cell)} for cell in cells]
    for one, other in product(cells, repeat=2):
        if one != other:
            beside = other in grid.neighbours[one]
            assert (len(corners[one] & corners[other]) == 2) == beside
