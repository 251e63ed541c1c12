"""Plans: each tile that the seat can have in this turn, with the best cell for it."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from parlour import Move, OpenView, Seat, TurnPlan
from parlour_maori.bots.heuristic import turns_to_come, worth
from parlour_maori.components import CELL_NAMES
from parlour_maori.moves import Fetch, Lay, Take
from parlour_maori.phases import Exploring, Laying, Sailing, State
from parlour_maori.state import BaseState
from parlour_maori.tiles import SORTS
from parlour_maori.words.names import quarters, say, tile

Moves: TypeAlias = tuple[Move, ...]

MAX_PLANS = 6
"""Maximum number of plans."""


class _Turn(NamedTuple):
    """A way to lay a tile."""

    moves: Moves
    lay: Lay
    """The last of the moves."""
    after: BaseState
    """The state after the moves, before a tile is drawn."""
    worth: float
    """The worth of the board then, to bots."""


def plans(view: OpenView[State]) -> list[TurnPlan]:
    """Return the plans of the seat of a view, the best first."""
    state, seat = view.state, view.seat
    turns = turns_to_come(state)
    # What a tile brings where it is laid does not depend on the way to it, so that the way with the
    # best board before it is laid is the best.
    ways: dict[int, tuple[float, Moves, BaseState]] = {}
    for moves, held in _tiles(state, seat, ()):
        sort, kept = held.phases[-1].sort, worth(held.boards[seat], state.options, turns)
        if sort not in ways or kept > ways[sort][0]:
            ways[sort] = kept, moves, held
    best: dict[tuple[int, int], _Turn] = {}
    for sort, (_, moves, held) in ways.items():
        for turn in _laid(held, seat, moves, turns):
            # With the tile in hand the cells are compared, before that the tiles.
            key = sort, 0 if moves else turn.lay.cell
            if key not in best or turn.worth > best[key].worth:
                best[key] = turn
    ordered = sorted(best.items(), key=lambda one: -one[1].worth)[:MAX_PLANS]
    return [_plan(sort, turn) for (sort, _), turn in ordered]


def _tiles(state: BaseState, seat: Seat, moves: Moves) -> Iterator[tuple[Moves, BaseState]]:
    """Yield the moves that bring a tile into the hand, with the state after them."""
    phase = state.phases[-1]
    if isinstance(phase, Laying):
        yield moves, state
    elif isinstance(phase, Sailing):
        for sail in phase.moves(state, seat):
            yield from _tiles(phase.play(state, seat, sail, None), seat, (*moves, sail))
    elif isinstance(phase, Exploring):
        for take in phase.moves(state, seat):
            if isinstance(take, Take | Fetch):
                yield (*moves, take), phase.play(state, seat, take, None)


def _laid(state: BaseState, seat: Seat, moves: Moves, turns: int) -> Iterator[_Turn]:
    """Yield each way to lay the tile in hand."""
    phase = state.phases[-1]
    for lay in phase.moves(state, seat):
        if isinstance(lay, Lay):
            after = phase.play(state, seat, lay, None)
            own = worth(after.boards[seat], state.options, turns)
            yield _Turn((*moves, lay), lay, after, own)


def _plan(sort: int, turn: _Turn) -> TurnPlan:
    """Return the plan of a tile."""
    words = {"tile": tile(SORTS[sort]), "cell": CELL_NAMES[turn.lay.cell]}
    way = quarters(turn.lay.way)
    code = "plan.lay_turned" if way else "plan.lay"
    return TurnPlan(turn.moves, say(code, **words, quarter=way))
