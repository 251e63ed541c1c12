"""Hex, 11 by 11, with the swap rule."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

import parlour
from parlour import (
    Display,
    Game,
    Move,
    Over,
    Pen,
    Refusal,
    Seat,
    SeatPhase,
    Spelling,
    State,
    Tell,
    Words,
    replaced,
)
from parlour.kit.grids import hex_grid
from parlour.kit.table import Board, Piece, TablePanel

SIZE = 11
BOARD = hex_grid(
    [(row // 2, row // 2 + SIZE - 1) for row in range(SIZE)],
    lambda row, place: f"{'abcdefghijk'[place]}{row + 1}",
)
CELLS = range(SIZE * SIZE)
Cell = Annotated[
    int, Meta(ge=0, lt=SIZE * SIZE), Spelling(BOARD.names.__getitem__, BOARD.index.__getitem__)
]
MIRRORED = tuple(cell % SIZE * SIZE + cell // SIZE for cell in CELLS)
EDGES = (
    (CELLS[:SIZE], CELLS[-SIZE:]),
    (CELLS[::SIZE], CELLS[SIZE - 1 :: SIZE]),
)
"""The two edges that each seat connects: top and bottom, left and right."""
FREE = 2
"""Stands for no seat on a cell."""


class Place(Move, frozen=True):
    """Put a stone on a free cell."""

    form = "place {cell}"
    cell: Cell


class Swap(Move, frozen=True):
    """Take the first stone, mirrored."""

    form = "swap"


class Turn(SeatPhase["Stones", Place | Swap], frozen=True):
    """One seat places a stone."""

    rule: ClassVar[str] = "2"

    def moves(self, state: "Stones", seat: Seat) -> Sequence[Place | Swap]:
        """Return the free cells, and the swap after the first stone."""
        free = [PLACES[cell] for cell in CELLS if state.stones[cell] == FREE]
        return [*free, Swap()] if len(free) == len(CELLS) - 1 else free

    def why_not(self, state: "Stones", seat: Seat, move: Move) -> Refusal:
        """Say that a cell is taken, or that it is too late to swap."""
        if isinstance(move, Place):
            return Refusal.of("2.1", "taken", cell=BOARD.names[move.cell])
        return Refusal.of("2.2", "too_late")

    def play(self, state: "Stones", seat: Seat, move: Place | Swap, tell: Tell) -> "Stones":
        """Place the stone, and end the match if it connects."""
        if isinstance(move, Swap):
            first = state.stones.index(0)
            stones = replaced(replaced(state.stones, first, FREE), MIRRORED[first], 1)
        else:
            stones = replaced(state.stones, move.cell, seat)
        if is_connected(stones, seat):
            return Stones((Over.ranked((1 - seat, seat)),), stones)
        return Stones((Turn(1 - seat),), stones)


class Stones(State, frozen=True):
    """The seat of the stone on each cell."""

    phases: tuple[Turn | Over, ...]
    stones: tuple[int, ...]


def is_connected(stones: Sequence[int], seat: Seat) -> bool:
    """Tell whether the stones of a seat connect its edges."""
    start, goal = EDGES[seat]
    reached = [cell for cell in start if stones[cell] == seat]
    for cell in reached:
        beside = BOARD.neighbours[cell]
        reached += [near for near in beside if stones[near] == seat and near not in reached]
    return not set(goal).isdisjoint(reached)


PLACES = tuple(map(Place, CELLS))


class Rules(parlour.OpenRules[Stones]):
    """Rules of Hex."""

    def start(self, seats: int, options: Struct) -> Stones:
        """Begin with an empty board."""
        return Stones((Turn(0),), (FREE,) * len(CELLS))

    def census(self, state: Stones) -> dict[str, int]:
        """Count the cells."""
        return {"cells": len(state.stones)}


def draw_stone(pen: Pen, ink: str) -> None:
    """Draw a stone."""
    pen.circle(18, 18, 15, fill=ink)


ART = tuple(partial(draw_stone, ink=ink) for ink in ("seat-0", "seat-1"))


def lay_board(view: parlour.OpenView[Stones], viewer: parlour.Viewer) -> Sequence[TablePanel]:
    """Lay the stones of both seats on the board."""
    stones = {
        cell: Piece(name="xo"[seat], label=viewer.name(seat), size=(36, 36), art=ART[seat])
        for cell, seat in enumerate(view.state.stones)
        if seat != FREE
    }
    label = f"{viewer.name(0)}: top to bottom; {viewer.name(1)}: left to right"
    board = Board(grid=BOARD, pieces=stones)
    return [TablePanel(name="board", title="Board", label=label, board=board)]


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Hex."""
    yield Game(
        id="hex",
        title="Hex",
        summary="Connect your two edges, for two",
        seats=range(2, 3),
        rules=Rules(),
        state=Stones,
        view=parlour.OpenView[Stones],
        moves=Place | Swap,
        display=Display(table=lay_board),
        words=Words(
            refusals={"taken": "{cell} is taken", "too_late": "only the first stone can be swapped"}
        ),
    )
