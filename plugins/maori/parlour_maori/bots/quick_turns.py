"""A good turn, found quickly: the best place of every tile in reach, from tables of lines.

A tile changes one row and one column of a board, and few lines differ in their figures.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf
from operator import mul
from typing import NamedTuple

from msgspec.structs import replace

from parlour import Seat, replaced
from parlour_maori.bots.features import of_line
from parlour_maori.bots.heuristic import SEEN, room, seen_lines, turns_to_come
from parlour_maori.components import ROUTE, SIDES, Line, Side
from parlour_maori.moves import (
    FETCH,
    LAY,
    MOVE_PAWN,
    REMOVE,
    REST,
    SAIL,
    STAY,
    STORE,
    TAKE,
    MaoriMove,
    StepPawn,
)
from parlour_maori.options import Options
from parlour_maori.phases import Exploring, Laying, MovingPawn, Sailing, State
from parlour_maori.phases.exploring import prices
from parlour_maori.phases.laying import FROM_STORAGE
from parlour_maori.phases.pawn import other_tiles
from parlour_maori.phases.sailing import free_steps
from parlour_maori.scoring import Cells
from parlour_maori.state import Board, boats, cells_in_reach
from parlour_maori.tiles import (
    BOATS,
    FACE_TURNED,
    FACES_OF,
    NUMBER,
    SHELLS,
)


class Worths(NamedTuple):
    """Points that each part of a board is worth."""

    line: tuple[float, ...]
    """For each figure of a line, in the order of ``of_line``."""
    boat: float
    shell: float
    covered: float
    stored: float


HOPING = Worths((0.77, 7.39, 0.53, -0.17, 1.56, -0.28, 0.08, -1.87), 1.08, 0.49, 1.28, 0.69)
"""Worths while the match goes on: the worths of the learned evaluation half way."""
LAST = Worths((1, 10, 0, 0, 0, -1, 0, -1), 0.7, 0.5, 1, 0)
"""Worths in the last turns: points, with an open tile that comes off at the end."""

WATER = FACES_OF[NUMBER["water"]][0]

Place = tuple[int, Sequence[float], Sequence[float], float]
"""A cell, the gain of its row and of its column by each face, and what else the cell brings."""
Laid = tuple[float, MaoriMove | None]
"""The gain of laying a tile where it fits best, and the move; None if it cannot be laid."""


def quick_turn(state: State, seat: Seat) -> Sequence[MaoriMove]:
    """Return the moves of a good turn from here on, or of its part before chance."""
    board, phase = state.boards[seat], state.phases[-1]
    tiles = _tiles_for(state, board)
    if isinstance(phase, Laying):
        storable = phase.slot != FROM_STORAGE and not board.storage and not phase.stepped
        _, placed = tiles.put(phase.sort, storable=storable)
        return (placed or tiles.step(phase.moves(state, seat)),)
    if isinstance(phase, MovingPawn):
        return (tiles.moved_pawn(board),)
    if not isinstance(phase, Sailing | Exploring):
        return ()
    highest, best = -inf, tuple[MaoriMove, ...]()
    sails = (SAIL[1],) if isinstance(phase, Sailing) else ()
    if board.storage:
        gain, placed = tiles.put(board.storage, storable=False)
        if placed:
            highest, best = gain - tiles.worths.stored, (*sails, FETCH, placed)
    for way, slot, price in _in_sight(state, seat):
        gain, placed = tiles.put(state.display[slot], storable=not board.storage)
        gain -= price * tiles.worths.shell
        if gain > highest and placed:
            highest, best = gain, (*way, TAKE[slot], placed)
    return best or (*sails, *tiles.without_place())


def _in_sight(state: State, seat: Seat) -> Iterator[tuple[tuple[MaoriMove, ...], int, int]]:
    """Yield the tiles that a seat can pay for: how it sails there, the slot, all that it costs."""
    shells, display = state.boards[seat].shells, state.display
    if isinstance(state.phases[-1], Exploring):
        for slot, price in prices(display, state.ship):
            if price <= shells:
                yield (), slot, price
        return
    free = free_steps(state, seat)
    for steps in range(1, min(free + shells, ROUTE.spaces) + 1):
        paid = max(0, steps - free)
        for slot, price in prices(display, ROUTE.moved(state.ship, steps)):
            if paid + price <= shells:
                yield (SAIL[steps],), slot, paid + price


class Tiles:
    """Gains of each tile on one board, laid where it fits best."""

    def __init__(self, board: Board, options: Options, turns: int) -> None:
        self.worths = HOPING if turns else LAST
        self._board, self._options, self._turns = board, options, turns
        self._places = list(self._tried())
        self._found: dict[int, Laid] = {}

    def room(self, board: Board) -> float:
        """Return what the cells in reach of the pawn of a board are worth in the turns to come."""
        return room(board, self._options, self._turns)

    def put(self, sort: int, *, storable: bool) -> Laid:
        """Return the gain of a tile that is laid or stored, and the move."""
        found = self._found.get(sort)
        if found is None:
            found = self._found[sort] = self._laid(sort)
        return (self.worths.stored, STORE) if storable and self.worths.stored > found[0] else found

    def _laid(self, sort: int) -> Laid:
        highest, best, worths = -inf, None, self.worths
        for turned, face in FACE_TURNED[sort].items():
            fixed = BOATS[face] * worths.boat + SHELLS[face] * worths.shell
            for cell, row, column, extra in self._places:
                gain = row[face] + column[face] + extra + fixed
                if gain > highest:
                    highest, best = gain, LAY[turned][cell]
        return highest, best

    def without_place(self) -> Sequence[MaoriMove]:
        """Return a rest if only points count, else the removal that leaves most.

        Without a place the pawn is stuck, or the board is full. With one return nothing.
        """
        board = self._board
        if self._places or self.worths is LAST:
            return () if self._places else (REST,)
        left = [
            (self._worth_of(replace(board, cells=replaced(board.cells, cell, 0))), cell)
            for cell in other_tiles(board)
        ]
        return (REMOVE[max(left)[1]],)

    def step(self, moves: Sequence[MaoriMove]) -> MaoriMove:
        """Return the paid step that leaves the pawn most room."""
        steps = [move for move in moves if isinstance(move, StepPawn)]
        return max(steps, key=lambda step: self.room(replace(self._board, pawn=step.cell)))

    def moved_pawn(self, board: Board) -> MaoriMove:
        """Return the move of the pawn to the tile with the most room."""
        cells = (board.pawn, *other_tiles(board))
        best = max(cells, key=lambda cell: self.room(replace(board, pawn=cell)))
        return STAY if best == board.pawn else MOVE_PAWN[best]

    def _tried(self) -> Iterator[Place]:
        """Yield the places for the next tile."""
        board, worths, side = self._board, self.worths, SIDES[self._options.side]
        cells, here = board.cells, self.room(board)
        by_line = [
            dict(zip(line.cells, _gains(faces, like, side, worths), strict=True))
            for line, (faces, like) in zip(side.lines, seen_lines(cells, side), strict=True)
        ]
        for cell in sorted(cells_in_reach(board, side, 0)):
            row, column = (gains[cell] for gains in by_line if cell in gains)
            extra = worths.covered - worths.boat * (cell == side.boat_cell)
            if _pawn_comes(self._options):
                there = replace(board, cells=replaced(cells, cell, WATER), pawn=cell)
                extra += self.room(there) - here
            yield cell, row, column, extra

    def _worth_of(self, board: Board) -> float:
        """Return what the lines, the boats and the room for the pawn of a board are worth."""
        side, worths = SIDES[self._options.side], self.worths
        lines = sum(
            _worth(faces, line, side, worths) for faces, line in seen_lines(board.cells, side)
        )
        return lines + worths.boat * boats(board, side) + self.room(board)


def _tiles_for(state: State, board: Board) -> Tiles:
    """Return what each tile gains on a board in a state."""
    # What the gains do not depend on is no part of the key.
    key = replace(board, storage=0, shells=board.shells if _pawn_comes(state.options) else 0)
    return _tiles_on(key, state.options, turns_to_come(state))


_tiles_on = lru_cache(maxsize=1 << 10)(Tiles)


def _pawn_comes(options: Options) -> bool:
    """Return whether the pawn comes along to every tile that is laid (rule 8.7)."""
    return options.variant == "expert"


@lru_cache(maxsize=1 << 11)
def _gains(faces: Cells, line: Line, side: Side, worths: Worths) -> Sequence[Sequence[float]]:
    """Return for each cell of a line what each face gains there; nothing for a covered cell."""
    before, seen = _worth(faces, line, side, worths), SEEN[line.is_row]
    gains = list[Sequence[float]]()
    for place, covered in enumerate(faces):
        by_look = {
            look: _worth(replaced(faces, place, look), line, side, worths) - before
            for look in ([] if covered else set(seen))
        }
        gains.append([] if covered else [by_look[look] for look in seen])
    return gains


@lru_cache(maxsize=1 << 14)
def _worth(faces: Cells, line: Line, side: Side, worths: Worths) -> float:
    # Not from the cache of boards that are valued: these lines would drive theirs out.
    worth: float = sum(map(mul, worths.line, of_line.__wrapped__(faces, line, side)))
    return worth
