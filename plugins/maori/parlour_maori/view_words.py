"""A view in words: plain lines, one line of status, and the score sheet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from parlour import OpenView, Over, ScoreLine, Seat, SeatPhase, Viewer
from parlour_maori.geometry import CELL_NAMES, ROW_FROM, SIDES, SLOT_NAMES, Side
from parlour_maori.phases import AnyPhase, State
from parlour_maori.phases.exploring import Exploring, prices
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.pawn import MovingPawn
from parlour_maori.phases.sailing import Sailing, free_steps
from parlour_maori.phases.set_up import Launching
from parlour_maori.player_board import NO_PAWN, Board, boats, free_cells
from parlour_maori.scoring import sheets, without_unfinished
from parlour_maori.tile_words import count, laid, named, place, tile
from parlour_maori.tiles import SORTS

NEARLY_FULL = 2
"""The status names boards with so many empty cells or fewer."""

LINES: Mapping[str, str] = {
    "palms": "palms on islands without a hut",
    "hut_palms": "palms on islands with a hut",
    "wreaths": "whole wreaths",
    "boats": "most boats",
    "shells": "most shells",
    "empty": "empty cells",
}
"""The lines of a score sheet, in the order of the rules."""


# The score


def score_sheet(view: OpenView[State], _viewer: Viewer) -> Sequence[ScoreLine]:
    """Count the match as if it ended now (chapter 7)."""
    counted = sheets(view.state)
    lines = [
        ScoreLine(label, tuple(getattr(sheet, field) for sheet in counted))
        for field, label in LINES.items()
    ]
    return [*lines, ScoreLine("points", tuple(sheet.total for sheet in counted), total=True)]


# The status


def describe_status(view: OpenView[State], viewer: Viewer) -> str:
    """Tell in one line how near the end is, what whoever is awaited has to do, and what is left.

    The nearer the end the earlier it stands, since a line may be cut.
    """
    state = view.state
    if isinstance(state.phases[-1], Over):
        return "The match is over"
    left = count(sum(state.stack), "tile") + " left"
    status = "; ".join([*_near_the_end(state, viewer), asked(state), left])
    return status[:1].upper() + status[1:]


def asked(state: State) -> str:
    """Say what has to be done: ``lay a left end with 2 palms``."""
    phase = state.phases[-1]
    if isinstance(phase, Sailing):
        return f"sail {_reach(state, phase.seat)}"
    if isinstance(phase, Laying):
        return f"lay {named(phase.sort)}"
    return _ASKED.get(type(phase), "the display is laid out")


def _reach(state: State, seat: Seat) -> str:
    """Say how far a seat can sail: ``1-2 free, 3-7 for shells``."""
    free, most = free_steps(state, seat), free_steps(state, seat) + state.boards[seat].shells
    paid = f", {_span(free + 1, most)} for shells" if most > free else ""
    return f"{_span(1, free)} free{paid}"


def _span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least}-{most}"


_ASKED: Mapping[type[AnyPhase], str] = {
    Launching: "place the ship",
    Exploring: "take a tile, fetch, remove or rest",
    MovingPawn: "move the pawn, or let it stay",
}


def _near_the_end(state: State, viewer: Viewer) -> Iterator[str]:
    """Yield what is to be known of the end before it comes (rules 6.1 and 6.3)."""
    if state.turns_left > 0:
        more = state.turns_left - 1
        yield f"last turn, {more} more after it" if more else "last turn of the match"
        return
    seats = len(state.boards)
    idle = 2 * seats - state.unchanged
    if state.unchanged and idle <= seats:
        yield f"{count(idle, 'more rest')} end{'s' * (idle == 1)} the match"
    for seat, own in enumerate(state.boards):
        empty = len(free_cells(own, SIDES[state.options.side]))
        if 0 < empty <= NEARLY_FULL:
            yield f"{viewer.does(seat, 'has', 'have')} {count(empty, 'empty cell')} left"


# A view in plain lines


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
        price = f", {_price(cost[slot])}" if slot in cost else ""
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


def _price(shells: int) -> str:
    return f"costs {count(shells, 'shell')}" if shells else "free"


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
