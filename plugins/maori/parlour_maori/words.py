"""The sentences a player of Maori reads: events, moves, refusals, and a view in plain lines."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from parlour import OpenView, Over, Seat, Viewer, Wording
from parlour_maori.events import BoardFull, MaoriEvent, NobodyFills, ShellsPaid, ShellsWon
from parlour_maori.geometry import BERTHS, CELL_NAMES, ROW_FROM, SIDES, SLOT_NAMES
from parlour_maori.moves import Fetch, Launch, MaoriMove, Sail, Take
from parlour_maori.phases import State
from parlour_maori.phases.exploring import prices
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.sailing import free_steps
from parlour_maori.player_board import NO_PAWN, Board, boats
from parlour_maori.scoring import sheets
from parlour_maori.tiles import EAST, FACES, NORTH, SORTS, SOUTH, WEST, Sort

SHAPES = {
    "single": "island",
    "left": "left end",
    "right": "right end",
    "top": "top end",
    "bottom": "bottom end",
    "horizontal": "middle piece, across",
    "vertical": "middle piece, upright",
    "water": "water",
    "volcano": "volcano",
}
"""The name of each shape of tile."""

QUARTERS = ("", "turned right", "turned about", "turned left")
"""The words for a tile's quarter turns clockwise."""


# Events


def describe_event(event: MaoriEvent, viewer: Viewer) -> str:
    """Tell an event in a sentence."""
    return _EVENTS[type(event)](event, viewer)


def _shells_paid(event: ShellsPaid, viewer: Viewer) -> str:
    return f"{viewer.name(event.seat)}: {count(event.shells, 'shell')} paid"


def _shells_won(event: ShellsWon, viewer: Viewer) -> str:
    return f"{viewer.name(event.seat)}: {count(event.shells, 'shell')} won"


def _board_full(event: BoardFull, viewer: Viewer) -> str:
    return f"{viewer.name(event.seat)}: the board is full; one last turn for everybody else"


def _nobody_fills(_event: NobodyFills, _viewer: Viewer) -> str:
    return "two rounds without a change: the match ends"


_EVENTS: Mapping[type[MaoriEvent], Callable[[Any, Viewer], str]] = {
    ShellsPaid: _shells_paid,
    ShellsWon: _shells_won,
    BoardFull: _board_full,
    NobodyFills: _nobody_fills,
}


# Moves


def explain_move(view: OpenView[State], move: MaoriMove) -> str:
    """Say in a few words what a legal move would do; nothing where the move says it itself."""
    explain = _MOVES.get(type(move))
    return explain(view.state, view.seat, move) if explain else ""


def _launch(_state: State, _seat: Seat, move: Launch) -> str:
    return place(move.berth)


def _sail(state: State, seat: Seat, move: Sail) -> str:
    berth = (state.ship + move.steps) % len(BERTHS)
    return place(berth) + _cost(move.steps - free_steps(state, seat))


def _take(state: State, _seat: Seat, move: Take) -> str:
    price = dict(prices(state.display, state.ship))[move.slot]
    return tile(SORTS[state.display[move.slot]]) + _cost(price)


def _fetch(state: State, seat: Seat, _move: Fetch) -> str:
    return tile(SORTS[state.boards[seat].storage])


def _cost(shells: int) -> str:
    return f", {count(shells, 'shell')}" if shells > 0 else ""


_MOVES: Mapping[type[MaoriMove], Callable[[State, Seat, Any], str]] = {
    Launch: _launch,
    Sail: _sail,
    Take: _take,
    Fetch: _fetch,
}


# Refusals


def _too_far(steps: int, free: int, shells: int) -> str:
    return (
        f"{steps} steps are too far: {free} for boats and {shells} for shells make {free + shells}"
    )


REFUSALS: Mapping[str, Wording] = {
    "launch_first": "the ship must be launched before the first turn",
    "sail_first": "a turn begins with the ship: sail first",
    "has_sailed": "the ship has sailed this turn",
    "no_step": "the ship must sail at least one step",
    "too_far": _too_far,
    "action_first": "first take a tile, fetch the stored one, remove one or rest",
    "not_in_row": "{slot} is not in the row of the ship",
    "empty_slot": "there is no tile on {slot}",
    "volcano": "a volcano cannot be taken",
    "behind_volcano": "a volcano lies between the ship and {slot}",
    "too_dear": "{slot} costs {price} shells, and there are {shells}",
    "taken_without_room": ("the tile on {slot} could neither be laid nor stored: no cell is free"),
    "taken_out_of_reach": (
        "the tile on {slot} could neither be laid nor stored: no free cell is in reach of the pawn"
    ),
    "nothing_stored": "the stored tile is not there",
    "fetched_without_room": "the stored tile cannot be laid: no cell is free",
    "fetched_out_of_reach": (
        "the stored tile cannot be laid: no free cell is in reach of the pawn"
    ),
    "no_own_tile": "there is no own tile on that cell",
    "under_pawn": "the tile under the pawn cannot be removed",
    "tile_in_hand": "a tile is in hand: lay it or store it",
    "not_turned": "a tile with palms is not turned; one without looks the same so",
    "no_such_cell": "this side of the board has no cell {cell}",
    "covered": "{cell} is covered",
    "storage_taken": "the storage holds a tile already",
    "from_storage": "a tile leaves the storage only for the board",
    "no_pawns": "there are no pawns in the basic game",
    "no_pawn_yet": "the pawn comes with the first tile",
    "not_beside_pawn": "{cell} does not adjoin the pawn",
    "pawn_now": "the action is over: move the pawn or let it stay",
    "pawn_is_there": "the pawn is there: let it stay",
    "pawn_on_water": "the pawn stands on own tiles only, never on water",
    "step_too_far": "the pawn steps only to an own tile beside it",
    "step_unpaid": "a step costs a shell, and there is none",
    "step_in_vain": "from there the tile in hand could not be laid",
    "stepped_for_it": "the pawn has stepped for this tile: lay it",
}
"""Why a move is refused, by the code of the refusal, in the order of the rules."""


# Tiles and places


def tile(sort: Sort) -> str:
    """Describe a sort of tile: ``left end with 2 palms and a hut``."""
    symbols = [
        count(sort.palms, "palm") if sort.palms else "",
        "a hut" if sort.hut else "",
        ("a boat" if sort.boats == 1 else f"{sort.boats} boats") if sort.boats else "",
        count(sort.shells, "shell") if sort.shells else "",
        "half a wreath" + _wreath_side(sort) if sort.wreath else "",
    ]
    shown = [symbol for symbol in symbols if symbol]
    if not shown:
        return SHAPES[sort.shape]
    *rest, last = shown
    return f"{SHAPES[sort.shape]} with {', '.join(rest) + ' and ' if rest else ''}{last}"


def _wreath_side(sort: Sort) -> str:
    """Name the edges where half a wreath stands, where the shape alone does not say it."""
    if sort.shape not in {"horizontal", "vertical"}:
        return ""
    names = {NORTH: "top", EAST: "right", SOUTH: "bottom", WEST: "left"}
    where = [f"at the {name}" for edge, name in names.items() if sort.wreath & edge]
    return " " + " and ".join(where)


def place(berth: int) -> str:
    """Say where a berth is: ``above c``, ``right of 2``."""
    side, step = divmod(berth, 4)
    return (
        f"above {'abcd'[step]}",
        f"right of {step + 1}",
        f"below {'dcba'[step]}",
        f"left of {4 - step}",
    )[side]


def count(number: int, noun: str) -> str:
    """Count things: ``1 shell``, ``2 shells``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# A view in plain lines


def describe_view(view: OpenView[State], viewer: Viewer) -> Iterable[str]:
    """Tell the whole table in plain lines."""
    state = view.state
    yield (
        f"Stack: {count(sum(state.stack), 'tile')}. Supply: {count(state.supply, 'shell')}. "
        f"{_ship(state)}"
    )
    for row in range(4):
        for column in range(4):
            slot = row * 4 + column
            sort = state.display[slot]
            yield f"Display {SLOT_NAMES[slot]}: {tile(SORTS[sort]) if sort else 'empty'}."
    for seat, board in enumerate(state.boards):
        yield from _describe_board(state, seat, board, viewer)
    phase = state.phases[-1]
    if isinstance(phase, Laying):
        yield f"In the hand of {viewer.inside(phase.seat)}: {tile(SORTS[phase.sort])}."
    yield from final_sheet(state, viewer)


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
    for cell in side.cells:
        if board.cells[cell]:
            face = FACES[board.cells[cell]]
            how = f", {QUARTERS[face.turned]}" if face.turned else ""
            yield f"  {CELL_NAMES[cell]}: {tile(SORTS[face.sort])}{how}."
    empty = [CELL_NAMES[cell] for cell in side.cells if not board.cells[cell]]
    yield f"  Empty: {', '.join(empty) or 'nothing'}."
    if board.pawn != NO_PAWN:
        yield f"  The pawn is on {CELL_NAMES[board.pawn]}."


def _ship(state: State) -> str:
    if state.ship < 0:
        return "The ship is not yet launched."
    row = ", ".join(SLOT_NAMES[slot] for slot in ROW_FROM[state.ship])
    return f"The ship is at {state.ship + 1} of 16, {place(state.ship)}, before {row}."
