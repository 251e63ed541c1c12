"""The sentences a player of Maori reads."""

from collections.abc import Iterable

from parlour import OpenView, Result, Viewer
from parlour_maori.board import BERTHS, CELL_NAMES, ROW_FROM, SIDES, SLOT_NAMES
from parlour_maori.boards import NO_PAWN, Board, boats
from parlour_maori.events import BoardFull, MaoriEvent, NobodyFills, ShellsPaid, ShellsWon
from parlour_maori.moves import Fetch, Launch, MaoriMove, Sail, Take
from parlour_maori.phases import State
from parlour_maori.phases.exploring import prices
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.sailing import free_steps
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

QUARTERS = ("", "turned right", "turned about", "turned left")


def tell(event: MaoriEvent, viewer: Viewer) -> str:
    """Tell an event in a sentence."""
    match event:
        case ShellsPaid(seat, shells):
            return f"{viewer.names[seat]}: {count(shells, 'shell')} paid"
        case ShellsWon(seat, shells):
            return f"{viewer.names[seat]}: {count(shells, 'shell')} won"
        case BoardFull(seat):
            return f"{viewer.names[seat]}: the board is full; one last turn for everybody else"
        case NobodyFills():
            return "two rounds without a change: the match ends"


def explain_move(view: OpenView[State], move: MaoriMove) -> str:
    """Say in a few words what a legal move would do."""
    state = view.state
    board = state.boards[view.seat]
    match move:
        case Launch(berth):
            return place(berth)
        case Sail(steps):
            paid = max(0, steps - free_steps(state, view.seat))
            berth = (state.ship + steps) % len(BERTHS)
            return place(berth) + (f", {count(paid, 'shell')}" if paid else "")
        case Take(slot):
            price = dict(prices(state.display, state.ship))[slot]
            return tile(SORTS[state.display[slot]]) + (
                f", {count(price, 'shell')}" if price else ""
            )
        case Fetch():
            return tile(SORTS[board.storage])
        case _:
            return ""


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


def place(berth: int) -> str:
    """Say where a berth is: ``above c``, ``right of 2``."""
    side, step = divmod(berth, 4)
    return (
        f"above {'abcd'[step]}",
        f"right of {step + 1}",
        f"below {'dcba'[step]}",
        f"left of {4 - step}",
    )[side]


def describe(view: OpenView[State], viewer: Viewer) -> Iterable[str]:
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
        yield f"In the hand of {viewer.names[phase.seat]}: {tile(SORTS[phase.sort])}."
    yield from final_sheet(state, viewer)


def final_sheet(state: State, viewer: Viewer) -> Iterable[str]:
    """Tell everybody's score, line by line, when the match is over."""
    awaited = state.phases[-1].awaited(state)
    if not isinstance(awaited, Result):
        return
    for seat, sheet in enumerate(sheets(state)):
        yield (
            f"{viewer.names[seat]}: {sheet.total} points = palms {sheet.palms} + palms with hut "
            f"{sheet.hut_palms} + wreaths {sheet.wreaths} + boats {sheet.boats} + shells "
            f"{sheet.shells} - empty cells {-sheet.empty}"
        )


def _describe_board(state: State, seat: int, board: Board, viewer: Viewer) -> Iterable[str]:
    side = SIDES[state.options.side]
    stored = f"{tile(SORTS[board.storage])} in storage" if board.storage else "storage empty"
    yield (
        f"Board of {viewer.names[seat]}: {count(board.shells, 'shell')}, "
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


def _wreath_side(sort: Sort) -> str:
    """Name the edges where half a wreath stands, where the shape alone does not say it."""
    if sort.shape not in {"horizontal", "vertical"}:
        return ""
    names = {NORTH: "top", EAST: "right", SOUTH: "bottom", WEST: "left"}
    where = [f"at the {name}" for edge, name in names.items() if sort.wreath & edge]
    return " " + " and ".join(where)


def count(number: int, noun: str) -> str:
    """Count things: ``1 shell``, ``2 shells``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
