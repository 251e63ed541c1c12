"""A player's board as a picture: joined islands, the atoll's reef, the pawn.

Beside the cells lie the storage and each way that a tile in hand can lie.
"""

from parlour import Pen, Seat
from parlour.kit import table as kit
from parlour.kit.grid_picture import chart
from parlour.rules.picture import drawn_once
from parlour_maori.components import BOARD, CELL_NAMES, COLUMNS, SIDES, Side
from parlour_maori.moves import TURNS
from parlour_maori.phases import State
from parlour_maori.phases.laying import Laying
from parlour_maori.picture import symbols
from parlour_maori.picture.tiles import HALF, TILE, draw_pieces, tile
from parlour_maori.state import NO_PAWN, Board, boats
from parlour_maori.tiles import EAST, FACES, FACES_OF, NORTH, OPEN, SORTS, SOUTH, WEST
from parlour_maori.words.names import count, laid, named, say

WIDTH = 372.0
LEFT, HEAD, GRID, FOOT = 18.0, 40.0, 290.0, 16.0
"""Space left of the cells and above them, the width of all cells, and the space below."""
BESIDE = 341.0
"""The middle of the column with the storage and the tile in hand."""
CELL_EDGES = ((NORTH, -COLUMNS, SOUTH), (EAST, 1, WEST), (SOUTH, COLUMNS, NORTH), (WEST, -1, EAST))
"""For each edge of a cell the step to the cell beyond it, and the edge of that one it meets."""
END = 5 / TILE
"""The part of an edge at each of its ends where the border stays if land goes on between them."""
CELLS = chart(BOARD, TILE)
"""The places of the cells, in units of tiles."""


def size_of(side: Side) -> kit.Point:
    """Return the width and the height of a board."""
    return WIDTH, HEAD + GRID * side.rows / side.columns + FOOT


def draw_board(pen: Pen, state: State, seat: Seat, cells: kit.Board, *, own: bool) -> None:
    """Draw a board; only one's own has places that are part of moves."""
    side, lying = SIDES[state.options.side], state.boards[seat]
    scale = GRID / side.columns / TILE
    depth = side.rows * scale * TILE
    pen.rect(
        1, 1, WIDTH - 2, HEAD + depth + FOOT - 2, fill="ground", stroke="grain", line=2, corner=9
    )
    _head(pen, seat, lying, side)
    _names(pen, side, scale)
    pen.rect(LEFT - 3, HEAD - 3, GRID + 6, depth + 6, fill="grain", corner=3)
    with pen.group(move=(LEFT, HEAD), scale=scale):
        draw_pieces(pen, cells, CELLS.middles)
        if lying.pawn != NO_PAWN:
            _pawn(pen, seat, lying.pawn, own=own)
        _reef(pen, lying, side)
    _storage(pen, seat, lying.storage, own=own)
    phase = state.phases[-1]
    if isinstance(phase, Laying) and phase.seat == seat:
        _hand(pen, phase, own=own)


def _head(pen: Pen, seat: Seat, lying: Board, side: Side) -> None:
    """Draw the boats that count, the shells, and the boats that are printed beside the cells."""
    held = count(boats(lying, side), "boat"), count(lying.shells, "shell")
    with pen.spot(key=f"{seat} boats {boats(lying, side)}", label=held[0]):
        symbols.boat(pen, 30, 16, scale=0.8)
        pen.text(46, 20, str(boats(lying, side)), size=19, anchor="start", bold=True)
    with pen.spot(key=f"{seat} shells {lying.shells}", label=held[1]):
        symbols.shells(pen, [(92, 18)])
        pen.text(105, 20, str(lying.shells), size=19, anchor="start", bold=True)
    beside = side.boats_beside
    printed = say("picture.printed_boats", boats=count(beside, "boat"))
    with pen.spot(key=f"{seat} boats printed", label=printed):
        words = say("picture.printed")
        pen.text(LEFT + GRID - 6 - 22 * beside, 20, words, size=15, anchor="end", within=100)
        for at in range(beside):
            symbols.boat(pen, LEFT + GRID - 16 - 22 * at, 16, sail="ground", scale=0.8)


def _names(pen: Pen, side: Side, scale: float) -> None:
    """Write the names of columns and rows on the frame."""
    for column in range(side.columns):
        middle = LEFT + (column + 0.5) * scale * TILE
        pen.text(middle, HEAD - 6, "abcde"[column], size=15)
    for row in range(side.rows):
        pen.text(9, HEAD + (row + 0.5) * scale * TILE + 5, str(row + 1), size=15)


# The cells


@drawn_once
def draw_water(pen: Pen, name: str, *, inside: bool, has_boat: bool) -> None:
    """Draw a cell of open water, with its name and a boat that is printed on it (rule 9.3)."""
    pen.rect(-HALF, -HALF, TILE, TILE, fill="lagoon" if inside else "deep", stroke="wave")
    if has_boat:
        symbols.boat(pen, 0, 2, sail="lagoon")
    pen.text(0, 27 if has_boat else 5, name, size=17.5, fill="sounding")


def _pawn(pen: Pen, seat: Seat, cell: int, *, own: bool) -> None:
    """Draw the pawn in a corner of its cell, and a frame round the cell."""
    words = say("picture.pawn", cell=CELL_NAMES[cell])
    with (
        pen.group(move=CELLS.middles[cell]),
        pen.spot(*["form=stay"] * own, key=f"pawn {seat}", label=words),
    ):
        pen.rect(-31, -31, 62, 62, stroke="badge", line=6, corner=6)
        pen.rect(-31, -31, 62, 62, stroke=f"seat-{seat}", line=3.5, corner=6)
        with pen.group(move=(13, 12), scale=0.85):
            symbols.pawn(pen, seat)


def _reef(pen: Pen, lying: Board, side: Side) -> None:
    """Draw the atoll's border, open where land goes on through it."""
    border = "".join(
        _reef_line(cell, at, through=bool(OPEN[lying.cells[cell]] & edge or beyond & back))
        for cell in sorted(side.inside)
        for at, (edge, step, back) in enumerate(CELL_EDGES)
        if cell + step not in side.inside
        for beyond in [OPEN[lying.cells[cell + step]]]
    )
    if border:
        pen.path(border, stroke="badge", line=6)
        pen.path(border, stroke="reef", line=3.5, dash=True)


def _reef_line(cell: int, at: int, *, through: bool) -> str:
    """Return the border along an edge of a cell, whole or in two ends."""
    corners = CELLS.corners(cell)
    (x1, y1), (x2, y2) = corners[at - 1], corners[at]
    if not through:
        return f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
    x, y = (x2 - x1) * END, (y2 - y1) * END
    return f"M{x1:g} {y1:g}l{x:g} {y:g}M{x2:g} {y2:g}l{-x:g} {-y:g}"


# What lies beside the cells


def _storage(pen: Pen, seat: Seat, stored: int, *, own: bool) -> None:
    """Draw the storage: a tile is fetched from it, or the tile in hand is stored."""
    words = say("picture.storage_empty")
    if stored:
        words = say("picture.stored", tile=named(stored))
    key = f"{seat} storage {SORTS[stored].name}" if stored else ""
    pen.text(BESIDE, 19, say("picture.storage"), size=15, within=63)
    addresses = ("form=fetch", "form=store") if own else ()
    with pen.group(move=(BESIDE, 47)), pen.spot(*addresses, key=key, label=words):
        pen.rect(-25, -25, 50, 50, fill="badge", stroke="grain", line=2, corner=5, dash=True)
        if stored:
            _small(pen, FACES_OF[stored][0])


def _hand(pen: Pen, phase: Laying, *, own: bool) -> None:
    """Draw each face of the tile in hand, with the word for its turn."""
    faces = FACES_OF[phase.sort]
    pen.text(BESIDE, 86, say("picture.hand"), size=15, bold=True, within=63)
    for at, face in enumerate(faces):
        quarters = FACES[face].turned
        is_plain = len(faces) > 1 and not quarters
        words = say("picture.in_hand_plain" if is_plain else "picture.in_hand", tile=laid(face))
        address = [f"way={TURNS[quarters]}"] * own
        with (
            pen.group(move=(BESIDE, 114 + 48 * at)),
            pen.spot(*address, key=f"hand {quarters}", label=words),
        ):
            _small(pen, face)
            if len(faces) > 1:
                pen.rect(-19, 10, 38, 12, fill="badge", corner=6)
                turn = TURNS[quarters] if quarters else "as_is"
                pen.text(0, 19.5, say(f"turn.{turn}"), size=11)


def _small(pen: Pen, face: int) -> None:
    """Draw a tile that lies by itself, 48 units wide."""
    with pen.group(scale=48 / TILE):
        tile(pen, face)
        pen.rect(-HALF, -HALF, TILE, TILE, stroke="badge", line=3, corner=5)
