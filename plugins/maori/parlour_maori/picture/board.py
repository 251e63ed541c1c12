"""A player's board as a picture: joined islands, the atoll's reef, the pawn.

Beside the cells lie the storage and each way that a tile in hand can lie.
"""

from collections.abc import Iterator

from parlour import Pen, Seat, Viewer
from parlour.kit.grid_picture import chart
from parlour.rules.picture import PicturePanel
from parlour_maori.components import BOARD, CELL_NAMES, COLUMNS, SIDES, Side
from parlour_maori.moves import TURNS
from parlour_maori.phases import State
from parlour_maori.phases.laying import Laying
from parlour_maori.picture import symbols
from parlour_maori.picture.tiles import HALF, TILE, tile
from parlour_maori.scoring import without_unfinished
from parlour_maori.state import NO_PAWN, Board, boats
from parlour_maori.tiles import EAST, EDGES, FACES, FACES_OF, LAND, NORTH, SORT, SORTS, SOUTH, WEST
from parlour_maori.words.names import board_title, count, laid, named, say

WIDTH = 372.0
LEFT, HEAD, GRID, FOOT = 18.0, 40.0, 290.0, 16.0
"""Space left of the cells and above them, the width of all cells, and the space below."""
BESIDE = 341.0
"""The middle of the column with the storage and the tile in hand."""
CELL_EDGES = ((NORTH, -COLUMNS, SOUTH), (EAST, 1, WEST), (SOUTH, COLUMNS, NORTH), (WEST, -1, EAST))
"""For each edge of a cell the step to the cell beyond it, and the edge of that one it meets."""
CELLS = chart(BOARD, TILE)
"""The places of the cells, in units of tiles."""


def board(state: State, seat: Seat, viewer: Viewer, name: str, *, own: bool) -> PicturePanel:
    """Draw a board; only one's own has places that are part of moves."""
    side, lying = SIDES[state.options.side], state.boards[seat]
    columns = 1 + max(cell % COLUMNS for cell in side.cells)
    rows, scale = len(side.cells) // columns, GRID / columns / TILE
    depth = rows * scale * TILE
    pen = Pen(WIDTH, HEAD + depth + FOOT)
    pen.rect(
        1, 1, WIDTH - 2, HEAD + depth + FOOT - 2, fill="wood", stroke="grain", line=2, corner=9
    )
    _head(pen, seat, lying, side)
    _names(pen, columns, rows, scale)
    pen.rect(LEFT - 3, HEAD - 3, GRID + 6, depth + 6, fill="grain", corner=3)
    with pen.group(move=(LEFT, HEAD), scale=scale):
        _cells(pen, state, seat, own=own)
        _reef(pen, lying, side)
    _storage(pen, seat, lying.storage, own=own)
    phase = state.phases[-1]
    if isinstance(phase, Laying) and phase.seat == seat:
        _hand(pen, phase, own=own)
    title = board_title(seat, viewer)
    return pen.panel(
        name,
        title,
        label=_label(lying, side, title),
        needed=own,
        role="mine" if own else "other",
        seat=seat,
    )


def _label(lying: Board, side: Side, title: str) -> str:
    """Sum a board up in one sentence."""
    covered = sum(bool(lying.cells[cell]) for cell in side.cells)
    words = {
        "board": title,
        "tiles": count(covered, "tile"),
        "cells": len(side.cells),
        "boats": count(boats(lying, side), "boat"),
        "shells": count(lying.shells, "shell"),
    }
    if lying.storage:
        return say("picture.board_stored", **words, stored=named(lying.storage))
    return say("picture.board", **words)


def _head(pen: Pen, seat: Seat, lying: Board, side: Side) -> None:
    """Draw the boats that count, the shells, and the boats that are printed beside the cells."""
    held = count(boats(lying, side), "boat"), count(lying.shells, "shell")
    with pen.spot(key=f"{seat} boats {boats(lying, side)}", label=held[0]):
        symbols.boat(pen, 30, 19, scale=0.8)
        pen.text(44, 21, held[0], size=14, anchor="start", bold=True, within=60)
    with pen.spot(key=f"{seat} shells {lying.shells}", label=held[1]):
        symbols.shells(pen, [(118, 23)])
        pen.text(129, 21, held[1], size=14, anchor="start", bold=True, within=76)
    beside = side.boats_beside
    printed = say("picture.printed_boats", boats=count(beside, "boat"))
    with pen.spot(key=f"{seat} boats printed", label=printed):
        pen.text(LEFT + GRID - 22 * beside, 21, say("picture.printed"), size=11, anchor="end")
        for at in range(beside):
            symbols.boat(pen, LEFT + GRID - 10 - 22 * at, 19, sail="wood", scale=0.8)


def _names(pen: Pen, columns: int, rows: int, scale: float) -> None:
    """Write the names of columns and rows on the frame."""
    for column in range(columns):
        middle = LEFT + (column + 0.5) * scale * TILE
        pen.text(middle, HEAD - 6, "abcde"[column], size=11)
    for row in range(rows):
        pen.text(9, HEAD + (row + 0.5) * scale * TILE + 4, str(row + 1), size=11)


# The cells


def _cells(pen: Pen, state: State, seat: Seat, *, own: bool) -> None:
    """Draw every cell: water with its name, or the tile on it; and the pawn."""
    side, lying = SIDES[state.options.side], state.boards[seat]
    finished = without_unfinished(lying.cells, side)
    for cell in side.cells:
        with pen.group(move=CELLS.middles[cell]):
            if lying.cells[cell]:
                _covered(pen, lying, seat, cell, finished=bool(finished[cell]), own=own)
            else:
                _free(pen, side, cell, own=own)
    if lying.pawn != NO_PAWN:
        with pen.group(move=CELLS.middles[lying.pawn]):
            _pawn(pen, seat, CELL_NAMES[lying.pawn], own=own)


def _covered(pen: Pen, lying: Board, seat: Seat, cell: int, *, finished: bool, own: bool) -> None:
    """Draw a cell with a tile; that under the pawn is chosen to let the pawn stay (rule 8.4)."""
    face, name = lying.cells[cell], CELL_NAMES[cell]
    address = "form=stay" if cell == lying.pawn else f"cell={name}"
    code = "picture.cell" if finished else "picture.cell_unfinished"
    words = say(code, cell=name, tile=laid(face))
    key = f"{seat} {name} {SORTS[SORT[face]].name} {FACES[face].turned}"
    with pen.spot(*[address] * own, key=key, label=words):
        tile(pen, face, finished=finished)


def _free(pen: Pen, side: Side, cell: int, *, own: bool) -> None:
    """Draw a cell of open water, with its name and a boat that is printed on it (rule 9.3)."""
    name, inside, printed = CELL_NAMES[cell], cell in side.inside, cell == side.boat_cell
    words = say("picture.free", cell=name)
    words = say("picture.inside", words=words) if inside else words
    words = say("picture.boat_on", words=words) if printed else words
    with pen.spot(*[f"cell={name}"] * own, label=words):
        pen.rect(-HALF, -HALF, TILE, TILE, fill="lagoon" if inside else "deep", stroke="wave")
        if printed:
            symbols.boat(pen, 0, 2, sail="lagoon")
        pen.text(0, 27 if printed else 5, name, size=14, fill="sounding")


def _pawn(pen: Pen, seat: Seat, where: str, *, own: bool) -> None:
    """Draw the pawn in a corner of its cell, and a frame round the cell."""
    with pen.spot(*["form=stay"] * own, key=f"pawn {seat}", label=say("picture.pawn", cell=where)):
        pen.rect(-31, -31, 62, 62, stroke="badge", line=6, corner=6)
        pen.rect(-31, -31, 62, 62, stroke=f"seat-{seat}", line=3.5, corner=6)
        with pen.group(move=(13, 12), scale=0.85):
            symbols.pawn(pen, seat)


def _reef(pen: Pen, lying: Board, side: Side) -> None:
    """Draw the atoll's border, open where land goes on through it."""
    border = "".join(_reef_lines(lying, side))
    if border:
        pen.path(border, stroke="badge", line=6)
        pen.path(border, stroke="reef", line=3.5, dash=True)


def _reef_lines(lying: Board, side: Side) -> Iterator[str]:
    """Yield the border along each edge between a cell of the atoll and one outside."""
    for cell in sorted(side.inside):
        for edge, step, back in CELL_EDGES:
            beyond = cell + step
            if beyond not in side.inside:
                one, other = lying.cells[cell], lying.cells[beyond]
                here, there = LAND[one] and EDGES[one] & edge, LAND[other] and EDGES[other] & back
                yield _reef_line(*CELLS.middles[cell], edge, through=bool(here or there))


def _reef_line(x: float, y: float, edge: int, *, through: bool) -> str:
    """Return the border along one edge of a cell, whole or in two ends."""
    spans = ((-HALF, -HALF + 5), (HALF - 5, HALF)) if through else ((-HALF, HALF),)
    if edge in (NORTH, SOUTH):
        at = y + (HALF if edge == SOUTH else -HALF)
        return "".join(f"M{x + one:g} {at:g}H{x + other:g}" for one, other in spans)
    at = x + (HALF if edge == EAST else -HALF)
    return "".join(f"M{at:g} {y + one:g}V{y + other:g}" for one, other in spans)


# What lies beside the cells


def _storage(pen: Pen, seat: Seat, stored: int, *, own: bool) -> None:
    """Draw the storage: a tile is fetched from it, or the tile in hand is stored."""
    words = say("picture.storage_empty")
    if stored:
        words = say("picture.stored", tile=named(stored))
    key = f"{seat} storage {SORTS[stored].name}" if stored else ""
    pen.text(BESIDE, 19, say("picture.storage"), size=12)
    addresses = ("form=fetch", "form=store") if own else ()
    with pen.group(move=(BESIDE, 47)), pen.spot(*addresses, key=key, label=words):
        pen.rect(-25, -25, 50, 50, fill="badge", stroke="grain", line=2, corner=5, dash=True)
        if stored:
            _small(pen, FACES_OF[stored][0])


def _hand(pen: Pen, phase: Laying, *, own: bool) -> None:
    """Draw each face of the tile in hand, with the word for its turn."""
    faces = FACES_OF[phase.sort]
    pen.text(BESIDE, 86, say("picture.hand"), size=12, bold=True)
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
