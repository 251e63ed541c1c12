"""A player's board as a terminal shows it: joined islands, the pawn, and the atoll's border."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from parlour import Seat, spot
from parlour_maori.components import CELL_NAMES, COLUMNS, SIDES, Side
from parlour_maori.phases import State
from parlour_maori.scoring import Cells, without_unfinished
from parlour_maori.state import Board, boats
from parlour_maori.text.blocks import (
    HEIGHT,
    ISLAND,
    NEW,
    PALE,
    PAWN,
    UNFINISHED,
    Block,
    beside,
    blank,
    marked,
    tile,
)
from parlour_maori.tiles import EAST, OPEN, SOUTH
from parlour_maori.words.names import count, say

REEF = "bright_cyan"
"""The style of the atoll's border."""

_CORNERS = " ║║║═╝╗╣═╚╔╠═╩╦╬"
"""Borders that meet, by the sides they come from: 1 above, 2 below, 4 left, 8 right."""


@dataclass(frozen=True)
class BoardScale:
    """The size of a board."""

    tile: int
    """Columns of a tile."""
    framed: bool
    """Whether a frame stands round the cells."""

    def width(self, side: Side) -> int:
        """Columns of the whole."""
        return 2 + side.columns * self.tile + 2 * bool(side.inside) + 2 * self.framed


def board(state: State, seat: Seat, earlier: State | None, scale: BoardScale) -> Block:
    """Draw one board, with its shells and boats above it."""
    side, own = SIDES[state.options.side], state.boards[seat]
    before = None if earlier is None else earlier.boards[seat]
    shells, in_boats = count(own.shells, "shell"), count(boats(own, side), "boat")
    held = say("table.held", shells=shells, boats=in_boats)
    letters = "".join(
        " " * _reef_before(side, column) + "abcde"[column].center(scale.tile)
        for column in range(side.columns)
    )
    margin = "   " if scale.framed else "  "
    return [Text(f"  {held}"), Text(f"{margin}{letters}", PALE), *_grid(own, before, side, scale)]


def _grid(own: Board, before: Board | None, side: Side, scale: BoardScale) -> Block:
    """Draw the cells, row by row, with the numbers of the rows."""
    lines: Block = []
    for row in range(side.rows):
        if _border_above(side, row):
            lines.append(Text("  ") + _reef_line(own.cells, side, row, scale))
        numbers = [Text(f"{row + 1 if at == HEIGHT // 2 else ' '} ") for at in range(HEIGHT)]
        lines += beside([numbers, *_row(own, before, side, row, scale)])
    if not scale.framed:
        return lines
    edge = "─" * (lines[0].cell_len - 2)
    for line in lines:
        line.plain, rest = line.plain[:2], line[2:]
        line.append("│", PALE).append_text(rest).append("│", PALE)
    return [Text(f"  ┌{edge}┐", PALE), *lines, Text(f"  └{edge}┘", PALE)]


def _row(
    own: Board, before: Board | None, side: Side, row: int, scale: BoardScale
) -> Iterator[Block]:
    """Yield the blocks of a row: its cells, and the atoll's border between two of them."""
    finished = without_unfinished(own.cells, side)
    for column in range(side.columns):
        cell = row * COLUMNS + column
        if _reef_before(side, column):
            yield _reef_between(own.cells, side, cell)
        block = _cell(own, side, cell, scale, unfinished=finished[cell] != own.cells[cell])
        if before is not None and _changed(own, before, cell):
            marked(block, NEW)
        yield marked(block, spot(f"cell={CELL_NAMES[cell]}"))


def _cell(own: Board, side: Side, cell: int, scale: BoardScale, *, unfinished: bool) -> Block:
    """Draw one cell: the tile on it, or its name."""
    face = own.cells[cell]
    if not face:
        return blank(scale.tile, CELL_NAMES[cell] + "B" * (cell == side.boat_cell))
    style = UNFINISHED if unfinished else ISLAND
    block = tile(face, scale.tile, joined=True, style=style)
    if unfinished:
        block[-1] = _with_corner(block[-1], "?", style)
    if own.pawn == cell:
        block[0] = _with_corner(block[0], "@", PAWN)
    return block


def _with_corner(line: Text, letter: str, style: str) -> Text:
    """Put a letter instead of the first of a line."""
    return Text(letter, style) + line[1:]


def _changed(own: Board, before: Board, cell: int) -> bool:
    """Tell whether another tile lies on a cell, or the pawn has come to it."""
    return own.cells[cell] != before.cells[cell] or (own.pawn == cell != before.pawn)


# The atoll's border


def _reef_before(side: Side, column: int) -> bool:
    """Tell whether the atoll begins or ends left of a column, in any row."""
    here = {cell for cell in side.inside if cell % COLUMNS == column}
    there = {cell + 1 for cell in side.inside if cell % COLUMNS == column - 1}
    return column > 0 and here != there


def _border_above(side: Side, row: int) -> bool:
    """Tell whether the atoll begins or ends above a row, in any column."""
    here = {cell for cell in side.inside if cell // COLUMNS == row}
    there = {cell + COLUMNS for cell in side.inside if cell // COLUMNS == row - 1}
    return row > 0 and here != there


def _parts(side: Side, one: int, other: int) -> bool:
    """Tell whether the atoll's border runs between two cells."""
    return (one in side.inside) != (other in side.inside)


def _reef_between(cells: Cells, side: Side, cell: int) -> Block:
    """Draw the column left of a cell: the border, or land that goes on from its neighbour."""
    through = OPEN[cells[cell - 1]] & EAST
    if _parts(side, cell - 1, cell):
        shore = "╫" if through else "║"
        return [Text(shore, REEF), Text("║", REEF), Text(shore, REEF)]
    shore = "─" if through else " "
    return [Text(shore, ISLAND), Text(" "), Text(shore, ISLAND)]


def _reef_line(cells: Cells, side: Side, row: int, scale: BoardScale) -> Text:
    """Draw the line above a row: the border, or land that goes on from the row above."""
    line = Text()
    for column in range(side.columns):
        below = row * COLUMNS + column
        above = below - COLUMNS
        if _reef_before(side, column):
            line.append(_corner(side, above, below), REEF)
        through = OPEN[cells[above]] & SOUTH
        if _parts(side, above, below):
            end = "╪" if through else "═"
            line.append(end + "═" * (scale.tile - 2) + end, REEF)
        else:
            shore = "│" if through else " "
            line.append(shore + " " * (scale.tile - 2) + shore, ISLAND)
    return line


def _corner(side: Side, above: int, below: int) -> str:
    """Return how the borders round a corner meet; both cells lie right of it."""
    return _CORNERS[
        1 * _parts(side, above - 1, above)
        + 2 * _parts(side, below - 1, below)
        + 4 * _parts(side, above - 1, below - 1)
        + 8 * _parts(side, above, below)
    ]
