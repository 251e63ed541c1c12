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
from parlour_maori.words.names import costs, count, laid, phrase, place, say, tile
from parlour_maori.words.status import LINES, asked, describe_status


def describe_view(view: OpenView[State], viewer: Viewer) -> Iterable[str]:
    """Tell the whole table in plain lines."""
    state = view.state
    phase = state.phases[-1]
    if isinstance(phase, SeatPhase):
        yield say("line.to_do", viewer, seat=phase.seat, asked=asked(state))
    yield f"{describe_status(view, viewer)}."
    yield say("line.supply", shells=count(state.supply, "shell"), ship=_ship(state))
    yield from _atoll(SIDES[state.options.side])
    cost = dict(prices(state.display, state.ship)) if isinstance(phase, Exploring) else {}
    for slot, sort in enumerate(state.display):
        words = {
            "slot": SLOT_NAMES[slot],
            "tile": tile(SORTS[sort]) if sort else say("line.empty"),
        }
        if slot in cost:
            yield say("line.slot_price", **words, cost=costs(cost[slot]))
        else:
            yield say("line.slot", **words)
    for seat, board in enumerate(state.boards):
        yield from _describe_board(state, seat, board, viewer)
    if isinstance(phase, Laying):
        yield say("line.in_hand", viewer, seat=phase.seat, tile=tile(SORTS[phase.sort]))
    yield from final_sheet(state, viewer)


def _atoll(side: Side) -> Iterator[str]:
    """Say which cells are the atoll and which has the printed boat (rules 9.2 and 9.3)."""
    if side.inside:
        cells = ", ".join(CELL_NAMES[cell] for cell in sorted(side.inside))
        yield say("line.atoll", cells=cells, cell=CELL_NAMES[side.boat_cell])


def final_sheet(state: State, viewer: Viewer) -> Iterable[str]:
    """Tell everybody's score, line by line, when the match is over."""
    if not isinstance(state.phases[-1], Over):
        return
    for seat, sheet in enumerate(sheets(state)):
        parts = {line: getattr(sheet, line) for line in LINES} | {"empty": -sheet.empty}
        yield say("line.final", viewer, seat=seat, total=sheet.total, **parts)


def _describe_board(state: State, seat: Seat, board: Board, viewer: Viewer) -> Iterable[str]:
    side = SIDES[state.options.side]
    stored = phrase("line.storage_empty")
    if board.storage:
        stored = phrase("line.stored", tile=tile(SORTS[board.storage]))
    held = {"shells": count(board.shells, "shell"), "boats": count(boats(board, side), "boat")}
    yield say("line.board", viewer, seat=seat, stored=stored, **held)
    finished = without_unfinished(board.cells, side)
    for cell in side.cells:
        if board.cells[cell]:
            code = "line.cell" if finished[cell] else "line.cell_unfinished"
            yield "  " + say(code, cell=CELL_NAMES[cell], tile=laid(board.cells[cell]))
    empty = [CELL_NAMES[cell] for cell in side.cells if not board.cells[cell]]
    yield "  " + say("line.empty_cells", cells=", ".join(empty) or say("line.nothing"))
    if board.pawn != NO_PAWN:
        yield "  " + say("line.pawn", cell=CELL_NAMES[board.pawn])


def _ship(state: State) -> str:
    if state.ship < 0:
        return say("line.no_ship")
    row = ", ".join(SLOT_NAMES[slot] for slot in ROW_FROM[state.ship])
    return say("line.ship", n=state.ship + 1, where=place(state.ship), row=row)
