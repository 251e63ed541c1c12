"""Blocks: lines of text of one width, set side by side or in rows, and a single tile drawn."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from parlour_maori.tiles import (
    BOATS,
    EAST,
    EDGES,
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

HEIGHT = 3
"""Lines of a tile."""

ISLAND, UNFINISHED, WATER, VOLCANO = "green", "yellow", "blue", "bold red"
PALE, STRONG, PRICE, NEW = "dim", "bold", "bold magenta", "reverse"
SYMBOLS = {"palm": "bright_green", "hut": "bright_yellow", "boat": "bright_cyan"}
SHELL, HALF_WREATH, PAWN = "magenta", "bold bright_magenta", "bold reverse"

Block = list[Text]
"""Lines of equal width."""


def blank(width: int, label: str = "") -> Block:
    """Draw an empty place with a label in its middle."""
    empty = Text(" " * width)
    return [empty.copy(), Text(label.center(width), PALE), empty]


def tile(face: int, width: int, *, joined: bool, style: str = ISLAND) -> Block:
    """Draw one face in three lines of ``width`` columns, 5 at least.

    Where its land goes on, the shore runs over the edge of a tile that is ``joined`` with its
    neighbours; on one that is not it stops before the edge, so that each tile has its own.
    """
    if SORTS[SORT[face]].shape == "volcano":
        return [Text(part.center(width), VOLCANO) for part in _mountain(width)]
    if LAND[face]:
        return _land(face, width, style, joined=joined)
    waves = Text(("~ " * width)[:width], WATER)
    middle = Text("~", WATER) + _symbols(face, width - 2) + Text("~", WATER)
    return [waves, middle, waves.copy()]


def marked(block: Block, style: Style | str) -> Block:
    """Put a style over a whole block."""
    for line in block:
        line.stylize(style)
    return block


def beside(blocks: Sequence[Block], gap: int = 0) -> Block:
    """Set blocks side by side, their tops level."""
    widths = [max(line.cell_len for line in block) for block in blocks]
    lines = []
    for at in range(max(map(len, blocks))):
        line = Text()
        for number, (block, width) in enumerate(zip(blocks, widths, strict=True)):
            part = block[at] if at < len(block) else Text()
            line.append(" " * gap * bool(number)).append_text(part)
            line.append(" " * (width - part.cell_len))
        lines.append(line)
    return lines


def joined(block: Block, width: int) -> Text:
    """Join lines to one text without spaces at their ends, but the first ``width`` columns wide.

    So the text always has the same width, and the text beside it keeps its place.
    """
    lines = [line.copy() for line in block]
    for line in lines:
        line.rstrip()
    lines[0].append(" " * (width - lines[0].cell_len))
    return Text("\n").join(lines)


def _mountain(width: int) -> tuple[str, str, str]:
    """Return a volcano from its top to its foot."""
    return ("/\\", "/##\\", "/####\\") if width % 2 == 0 else ("^", "/#\\", "/###\\")


def _land(face: int, width: int, style: str, *, joined: bool) -> Block:
    """Draw land: a shore round it, open where the land goes on."""
    edges, halves = EDGES[face], WREATH[face]
    west = Text(")", HALF_WREATH) if halves & WEST else Text(" " if edges & WEST else "│", style)
    east = Text("(", HALF_WREATH) if halves & EAST else Text(" " if edges & EAST else "│", style)
    return [
        _shore(face, width, style, NORTH, joined=joined),
        west + _symbols(face, width - 2) + east,
        _shore(face, width, style, SOUTH, joined=joined),
    ]


def _shore(face: int, width: int, style: str, edge: int, *, joined: bool) -> Text:
    """Draw the upper or the lower line of land."""
    edges, inner = EDGES[face], width - 2
    corners = "╭╮" if edge == NORTH else "╰╯"
    across, down = "──" if joined else "╶╴", "││" if joined else "╷╷" if edge == NORTH else "╵╵"
    left, right = (
        ends[0] if edges & edge else ends[1] if edges & side else ends[2]
        for side, ends in zip((WEST, EAST), zip(down, across, corners, strict=True), strict=True)
    )
    line = Text(left, style)
    if WREATH[face] & edge:
        ends = ("╰", "╯") if edge == NORTH else ("╭", "╮")
        line.append(ends[0] + "─" * (inner - 2) + ends[1], HALF_WREATH)
    else:
        line.append((" " if edges & edge else "─") * inner)
    return line.append(right, style)


def _symbols(face: int, width: int) -> Text:
    """Write a face's symbols, centred."""
    line = Text()
    line.append("P" * PALMS[face], SYMBOLS["palm"]).append("H" * HUT[face], SYMBOLS["hut"])
    line.append("B" * BOATS[face], SYMBOLS["boat"]).append("s" * SHELLS[face], SHELL)
    left = (width - len(line)) // 2
    return Text(" " * left) + line + Text(" " * (width - len(line) - left))
