"""The words beside legal moves, and the questions before moves that cannot be made good."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from parlour import OpenView, Seat, Viewer
from parlour_maori.components import ROUTE
from parlour_maori.moves import Fetch, Launch, Lay, MaoriMove, Remove, Rest, Sail, StepPawn, Take
from parlour_maori.phases import Exploring, Refilling, State
from parlour_maori.phases.exploring import prices, rests_to_the_end
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.sailing import free_steps
from parlour_maori.state import BaseState
from parlour_maori.tiles import EDGES, FACE_TURNED, FACES, LAND_EDGES, SORTS
from parlour_maori.words.names import costs, count, laid, place, points_gained, say, tile

ENDS = ("left", "right", "top", "bottom")
MIDDLES = ("horizontal", "vertical")


def explain_move(view: OpenView[State], move: MaoriMove) -> str:
    """Say in a few words what a legal move costs and brings."""
    explain = _MOVES.get(type(move))
    return explain(view.state, view.seat, move) if explain else ""


def explain_line(
    view: OpenView[State],
    moves: Sequence[MaoriMove],
    after: OpenView[State],
    _viewer: Viewer,
) -> Iterator[str]:
    """Say what a line leads to, its price or gain in shells, and what chance decides."""
    state, then, seat = view.state, after.state, view.seat
    last = moves[-1]
    if isinstance(last, Sail):
        yield _there(then, then.ship)
    elif isinstance(last, Take | Fetch | Launch | Rest | Remove):
        yield explain_move(view, last) if len(moves) == 1 else ""
    shells = then.boards[seat].shells - state.boards[seat].shells
    if shells:
        yield say("wins", shells=count(shells, "shell")) if shells > 0 else costs(-shells)
    if isinstance(then.phases[-1], Refilling):
        yield say("plan.drawn")


def _launch(_state: State, _seat: Seat, move: Launch) -> str:
    return place(move.berth)


def _sail(state: State, seat: Seat, move: Sail) -> str:
    """Say where the ship comes to, what that costs, and which tile is free there."""
    berth = ROUTE.moved(state.ship, move.steps)
    shells = move.steps - free_steps(state, seat)
    if shells > 0:
        paid = count(shells, "shell")
        return say("note.sail_paid", **_berthed(state, berth), shells=paid)
    return _there(state, berth)


def _there(state: BaseState, berth: int) -> str:
    """Say which tile is free at a place of the ship, and where it is."""
    return say("note.sail", **_berthed(state, berth))


def _berthed(state: BaseState, berth: int) -> dict[str, object]:
    seen = prices(state.display, berth)
    first = tile(SORTS[state.display[seen[0][0]]]) if seen else say("note.no_tile")
    return {"tile": first, "n": berth + 1, "where": place(berth)}


def _take(state: State, _seat: Seat, move: Take) -> str:
    price = dict(prices(state.display, state.ship))[move.slot]
    return say("note.take", tile=tile(SORTS[state.display[move.slot]]), cost=costs(price))


def _fetch(state: State, seat: Seat, _move: Fetch) -> str:
    return tile(SORTS[state.boards[seat].storage])


def _remove(state: State, seat: Seat, move: Remove) -> str:
    phase = state.phases[-1]
    after = phase.play(state, seat, move, None) if isinstance(phase, Exploring) else state
    gain = points_gained(state, after, seat)
    gone = laid(state.boards[seat].cells[move.cell])
    return "; ".join(filter(None, (gone, gain, say("note.gone"))))


def _rest(state: State, _seat: Seat, _move: Rest) -> str:
    rests = rests_to_the_end(state)
    if rests == 1:
        return say("note.ends")
    near = state.turns_left < 0 and rests <= len(state.boards)
    return say("note.near", number=rests - 1) if near else ""


def _lay(state: State, seat: Seat, move: Lay) -> str:
    """Say how the tile lies, and its points if the match is counted after it."""
    phase = state.phases[-1]
    if not isinstance(phase, Laying):
        return ""
    face = FACE_TURNED[phase.sort][move.way]
    after = phase.play(state, seat, move, None)
    won = after.boards[seat].shells - state.boards[seat].shells
    gain = points_gained(state, after, seat)
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
