"""Maori as a terminal shows it: the display with the ship round it, and every board."""

from rich.console import Group, RenderableType
from rich.text import Text

from parlour import OpenView, Viewer
from parlour_maori.geometry import CELL_NAMES, COLUMNS, SIDES, Side
from parlour_maori.phases import State
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.turns import Turns
from parlour_maori.player_board import boats
from parlour_maori.tiles import (
    BOATS,
    EAST,
    EDGES,
    FACES_OF,
    HUT,
    LAND,
    NORTH,
    PALMS,
    SHELLS,
    SORT,
    SORTS,
    SOUTH,
    WEST,
    WREATH,
)
from parlour_maori.words import count, final_sheet, place, tile

WIDTH, HEIGHT = 6, 3
"""A tile's size in characters."""

WATER, ISLAND, PALE, SHIP = "blue", "green", "dim", "bold bright_white"
SYMBOLS = {"palm": "bright_green", "hut": "yellow", "boat": "bright_cyan", "shell": "magenta"}

Block = list[Text]
"""Lines of equal width."""


def draw_text(view: OpenView[State], viewer: Viewer) -> RenderableType:
    """Draw the table as ``view.seat`` sees it: its own board first."""
    state, seats = view.state, len(view.state.boards)
    order = [(view.seat + step) % seats for step in range(seats)]
    boards = [_board(state, seat, viewer) for seat in order]
    rows = [beside(boards[at : at + 2]) for at in range(0, len(boards), 2)]
    lines = [*beside([_display(state), _aside(state, viewer)]), Text(), *_stacked(rows)]
    return Group(*lines, *(Text(line) for line in final_sheet(state, viewer)), _legend(state))


def _display(state: State) -> Block:
    """Draw the sixteen slots in their frame, and the ship at its berth."""
    faces = tuple(FACES_OF[sort][0] if sort else 0 for sort in state.display)
    lines = _framed([_tile(face, "--") for face in faces], 4)
    ship = state.ship
    if ship < 0:
        return lines
    side, step = divmod(ship, 4)
    if side == 0:
        return [_ship_row(step, "▼", len(lines[1])), *lines]
    if side == 2:
        return [*lines, _ship_row(3 - step, "▲", len(lines[1]))]
    row = lines[2 + (step if side == 1 else 3 - step) * HEIGHT + HEIGHT // 2]
    if side == 1:
        row.append(" ◀ ship", SHIP)
    else:
        row.stylize(SHIP, 0, 3)
        row.plain = "S▶ " + row.plain[3:]
    return lines


def _ship_row(column: int, arrow: str, width: int) -> Text:
    row = Text(" " * (4 + column * WIDTH))
    row.append(f"{arrow} ship", SHIP).append(" " * (width - len(row)))
    return row


def _aside(state: State, viewer: Viewer) -> Block:
    """List what lies beside the display."""
    lines = [
        Text(f"Stack: {count(sum(state.stack), 'tile')}"),
        Text(f"Supply: {count(state.supply, 'shell')}"),
        Text(
            f"Ship: {state.ship + 1} of 16, {place(state.ship)}"
            if state.ship >= 0
            else "Ship: ashore"
        ),
        Text(f"Game: {state.options.variant}, {state.options.side}"),
    ]
    phase = state.phases[-1]
    if isinstance(phase, Laying):
        lines += [
            Text(),
            Text(f"In the hand of {viewer.inside(phase.seat)}:", "bold"),
            *_tile(FACES_OF[phase.sort][0], ""),
            Text(tile(SORTS[phase.sort])),
        ]
    return lines


def _board(state: State, seat: int, viewer: Viewer) -> Block:
    """Draw one board with its shells, boats and storage."""
    side, board = SIDES[state.options.side], state.boards[seat]
    columns = 1 + max(cell % COLUMNS for cell in side.cells)
    tiles = [_tile(board.cells[cell], _name(cell, side), cell == board.pawn) for cell in side.cells]
    stored = SORTS[board.storage].name if board.storage else "empty"
    turn = state.phases[0]
    acts = isinstance(turn, Turns) and turn.seat == seat
    return [
        Text(("► " if acts else "  ") + viewer.name(seat), "bold"),
        Text(f"  {count(board.shells, 'shell')}, {count(boats(board, side), 'boat')}"),
        Text(f"  storage: {stored}"),
        *_framed(tiles, columns),
    ]


def _name(cell: int, side: Side) -> str:
    """Label an empty cell: its name, with a boat or the atoll where it has them."""
    mark = "B" if cell == side.boat_cell else ":" if cell in side.inside else ""
    return CELL_NAMES[cell] + mark


def _framed(tiles: list[Block], columns: int) -> Block:
    """Set tiles in rows inside a frame, with letters above and numbers before them."""
    edge = "─" * (WIDTH * columns)
    letters = "".join(letter.center(WIDTH) for letter in "abcde"[:columns])
    lines = [Text(f"    {letters} "), Text(f"   ┌{edge}┐", PALE)]
    for row in range(len(tiles) // columns):
        drawn = tiles[row * columns : (row + 1) * columns]
        for height in range(HEIGHT):
            number = str(row + 1) if height == HEIGHT // 2 else " "
            line = Text(f" {number} ").append("│", PALE)
            for block in drawn:
                line.append_text(block[height])
            lines.append(line.append("│", PALE))
    return [*lines, Text(f"   └{edge}┘", PALE)]


def _tile(face: int, label: str, pawn: bool = False) -> Block:  # noqa: FBT001, FBT002  one flag
    """Draw one face in three lines; ``label`` stands where there is none."""
    if not face:
        blank = Text(" " * WIDTH)
        return [blank, Text(label.center(WIDTH), PALE), blank]
    if SORTS[SORT[face]].shape == "volcano":
        return [Text(part, "bold red") for part in ("  /\\  ", " /##\\ ", "/####\\")]
    if not LAND[face]:
        waves = Text("~ ~ ~ ", WATER)
        return [waves, _symbols(face, WIDTH, pawn=pawn), waves]
    return _land(face, pawn=pawn)


def _land(face: int, *, pawn: bool) -> Block:
    """Draw land: a shore round it, open where the land goes on."""
    edges, halves = EDGES[face], WREATH[face]
    west = "*" if halves & WEST else " " if edges & WEST else "│"
    east = "*" if halves & EAST else " " if edges & EAST else "│"
    middle = Text(west, ISLAND) + _symbols(face, WIDTH - 2, pawn=pawn) + Text(east, ISLAND)
    corners = (
        "─" if edges & WEST else "╭",
        "─" if edges & EAST else "╮",
        "─" if edges & WEST else "╰",
        "─" if edges & EAST else "╯",
    )
    open_bank = "│    │"
    top = corners[0] + "────" + corners[1] if not edges & NORTH else open_bank
    bottom = corners[2] + "────" + corners[3] if not edges & SOUTH else open_bank
    return [
        Text("│ ** │" if halves & NORTH else top, ISLAND),
        middle,
        Text("│ ** │" if halves & SOUTH else bottom, ISLAND),
    ]


def _symbols(face: int, width: int, *, pawn: bool) -> Text:
    """Write a face's symbols, centred."""
    line = Text()
    line.append("P" * PALMS[face], SYMBOLS["palm"]).append("H" * HUT[face], SYMBOLS["hut"])
    line.append("B" * BOATS[face], SYMBOLS["boat"]).append("s" * SHELLS[face], SYMBOLS["shell"])
    line.append("@" * pawn, SHIP)
    left = (width - len(line)) // 2
    return Text(" " * left) + line + Text(" " * (width - len(line) - left))


def _legend(state: State) -> Text:
    """Explain the letters that can be seen."""
    parts = ["P palm", "H hut", "B boat", "s shell", "* half a wreath", "~ water"]
    if state.options.variant != "basic":
        parts.append("@ pawn")
    if state.options.side == "atoll":
        parts.append(": in the atoll")
    return Text("   ".join(parts), PALE)


def beside(blocks: list[Block], gap: int = 3) -> Block:
    """Set blocks side by side, their tops level."""
    widths = [max(len(line) for line in block) for block in blocks]
    lines = []
    for at in range(max(map(len, blocks))):
        line = Text()
        for block, width in zip(blocks, widths, strict=True):
            part = block[at] if at < len(block) else Text()
            line.append_text(part).append(" " * (width - len(part) + gap))
        line.rstrip()
        lines.append(line)
    return lines


def _stacked(rows: list[Block]) -> Block:
    return [line for block in rows for line in (*block, Text())]
