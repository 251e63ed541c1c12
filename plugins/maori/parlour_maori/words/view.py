"""A view in plain lines."""

from collections.abc import Iterable, Iterator

from parlour import OpenView, Over, Seat, SeatPhase, Viewer
from parlour_maori.components import CELL_NAMES, ROW_FROM, SIDES, SLOT_NAMES, Side
from parlour_maori.phases import State
from parlour_maori.phases.exploring import Exploring, prices
from parlour_maori.phases.laying import Laying
from parlour_maori.scoring import sheets, without_unfinished
from parlour_maori.state import NO_PAWN, Board, boats
from parlour_maori.tiles import SORTS
from parlour_maori.words.names import costs, count, laid, place, tile
from parlour_maori.words.status import asked, describe_status


def describe_view(view: OpenView[State], viewer: Viewer) -> Iterable[str]:
    """Tell the whole table in plain lines."""
    state = view.state
    phase = state.phases[-1]
    if isinstance(phase, SeatPhase):
        yield f"{viewer.name(phase.seat)} to {asked(state)}."
    yield f"{describe_status(view, viewer)}."
    yield f"Supply: {count(state.supply, 'shell')}. {_ship(state)}"
    yield from _atoll(SIDES[state.options.side])
    cost = dict(prices(state.display, state.ship)) if isinstance(phase, Exploring) else {}
    for slot, sort in enumerate(state.display):
        price = f", {costs(cost[slot])}" if slot in cost else ""
        yield f"Display {SLOT_NAMES[slot]}: {tile(SORTS[sort]) if sort else 'empty'}{price}."
    for seat, board in enumerate(state.boards):
        yield from _describe_board(state, seat, board, viewer)
    if isinstance(phase, Laying):
        yield f"In the hand of {viewer.inside(phase.seat)}: {tile(SORTS[phase.sort])}."
    yield from final_sheet(state, viewer)


def _atoll(side: Side) -> Iterator[str]:
    """Say which cells are the atoll and which has the printed boat (rules 9.2 and 9.3)."""
    if side.inside:
        cells = ", ".join(CELL_NAMES[cell] for cell in sorted(side.inside))
        yield f"Inside the atoll: {cells}; a boat is printed on {CELL_NAMES[side.boat_cell]}."


def final_sheet(state: State, viewer: Viewer) -> Iterable[str]:
    """Tell everybody's score, line by line, when the match is over."""
    if not isinstance(state.phases[-1], Over):
        return
    for seat, sheet in enumerate(sheets(state)):
        yield (
            f"{viewer.name(seat)}: {sheet.total} points = palms {sheet.palms} + palms with hut "
            f"{sheet.hut_palms} + wreaths {sheet.wreaths} + boats {sheet.boats} + shells "
            f"{sheet.shells} - empty cells {-sheet.empty}"
        )


def _describe_board(state: State, seat: Seat, board: Board, viewer: Viewer) -> Iterable[str]:
    side = SIDES[state.options.side]
    stored = f"{tile(SORTS[board.storage])} in storage" if board.storage else "storage empty"
    yield (
        f"Board of {viewer.inside(seat)}: {count(board.shells, 'shell')}, "
        f"{count(boats(board, side), 'boat')}, {stored}."
    )
    finished = without_unfinished(board.cells, side)
    for cell in side.cells:
        if board.cells[cell]:
            land = "" if finished[cell] else ", unfinished"
            yield f"  {CELL_NAMES[cell]}: {laid(board.cells[cell])}{land}."
    empty = [CELL_NAMES[cell] for cell in side.cells if not board.cells[cell]]
    yield f"  Empty: {', '.join(empty) or 'nothing'}."
    if board.pawn != NO_PAWN:
        yield f"  The pawn is on {CELL_NAMES[board.pawn]}."


def _ship(state: State) -> str:
    if state.ship < 0:
        return "The ship is not yet placed."
    row = ", ".join(SLOT_NAMES[slot] for slot in ROW_FROM[state.ship])
    return f"The ship is at place {state.ship + 1} of 16, {place(state.ship)}, before {row}."
