"""The words beside legal moves, and the questions before moves that cannot be made good."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from parlour import OpenView, Seat, Viewer, replaced
from parlour_maori.components import CELL_NAMES, ROUTE
from parlour_maori.moves import Fetch, Launch, Lay, MaoriMove, Remove, Rest, Sail, StepPawn, Take
from parlour_maori.phases import State
from parlour_maori.phases.exploring import prices
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.sailing import free_steps
from parlour_maori.state import BaseState, with_board
from parlour_maori.tiles import EDGES, FACE_TURNED, FACES, LAND_EDGES, SHELLS, SORT, SORTS
from parlour_maori.words.names import costs, count, laid, named, place, points_gained, say, tile

ENDS = ("left", "right", "top", "bottom")
MIDDLES = ("horizontal", "vertical")


def explain_move(view: OpenView[State], move: MaoriMove) -> str:
    """Say in a few words what a legal move costs and brings."""
    explain = _MOVES.get(type(move))
    return explain(view.state, view.seat, move) if explain else ""


def ask_before(view: OpenView[State], move: MaoriMove, _viewer: Viewer) -> str | None:
    """Ask before a tile goes for good, and before a rest that ends the match."""
    state = view.state
    if isinstance(move, Remove):
        gone = named(SORT[state.boards[view.seat].cells[move.cell]])
        where = CELL_NAMES[move.cell]
        return say("ask.remove", cell=where, tile=gone)
    if isinstance(move, Rest) and _rests_to_the_end(state) == 1:
        return say("ask.rest")
    return None


def _launch(_state: State, _seat: Seat, move: Launch) -> str:
    return place(move.berth)


def _sail(state: State, seat: Seat, move: Sail) -> str:
    """Say where the ship comes to, what that costs, and which tile is free there."""
    berth = ROUTE.moved(state.ship, move.steps)
    shells = move.steps - free_steps(state, seat)
    seen = prices(state.display, berth)
    first = tile(SORTS[state.display[seen[0][0]]]) if seen else say("note.no_tile")
    there = {"tile": first, "n": berth + 1, "where": place(berth)}
    if shells > 0:
        return say("note.sail_paid", **there, shells=count(shells, "shell"))
    return say("note.sail", **there)


def _take(state: State, _seat: Seat, move: Take) -> str:
    price = dict(prices(state.display, state.ship))[move.slot]
    return say("note.take", tile=tile(SORTS[state.display[move.slot]]), cost=costs(price))


def _fetch(state: State, seat: Seat, _move: Fetch) -> str:
    return tile(SORTS[state.boards[seat].storage])


def _remove(state: State, seat: Seat, move: Remove) -> str:
    bare = _with_cell(state, seat, move.cell, 0)
    gain = points_gained(state, bare, seat)
    gone = laid(state.boards[seat].cells[move.cell])
    return "; ".join(filter(None, (gone, gain, say("note.gone"))))


def _rest(state: State, _seat: Seat, _move: Rest) -> str:
    rests = _rests_to_the_end(state)
    if rests == 1:
        return say("note.ends")
    near = state.turns_left < 0 and rests <= len(state.boards)
    return say("note.near", number=rests - 1) if near else ""


def _rests_to_the_end(state: State) -> int:
    """Return how many rests in a row end the match, the next one included (rule 6.3)."""
    return 2 * len(state.boards) - state.unchanged


def _lay(state: State, seat: Seat, move: Lay) -> str:
    """Say how the tile lies, and its points if the match is counted after it."""
    phase = state.phases[-1]
    if not isinstance(phase, Laying):
        return ""
    face = FACE_TURNED[phase.sort][move.way]
    after = _with_cell(state, seat, move.cell, face)
    won = min(SHELLS[face], state.supply)
    richer = replace(after.boards[seat], shells=after.boards[seat].shells + won)
    gain = points_gained(state, with_board(after, seat, richer), seat)
    shells = say("wins", shells=count(won, "shell")) if won else ""
    return ", ".join(filter(None, (_becomes(face) if move.way else "", shells, gain)))


def _becomes(face: int) -> str:
    """Name the shape that a rotated tile has: ``as a top end``."""
    sort = SORTS[FACES[face].sort]
    shapes = ENDS if sort.shape in ENDS else MIDDLES if sort.shape in MIDDLES else ()
    found = [shape for shape in shapes if LAND_EDGES[shape] == EDGES[face]]
    return say("note.becomes", shape=found[0]) if found else ""


def _step(_state: State, _seat: Seat, _move: StepPawn) -> str:
    return say("note.step")


def _with_cell(state: State, seat: Seat, cell: int, face: int) -> BaseState:
    board = state.boards[seat]
    return with_board(state, seat, replace(board, cells=replaced(board.cells, cell, face)))


_MOVES: Mapping[type[MaoriMove], Callable[[State, Seat, Any], str]] = {
    Launch: _launch,
    Sail: _sail,
    Take: _take,
    Fetch: _fetch,
    Remove: _remove,
    Rest: _rest,
    Lay: _lay,
    StepPawn: _step,
}
