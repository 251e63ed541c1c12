"""Drawings of Giants, read back from their characters."""

import re
from collections.abc import Iterator, Sequence

from parlour import Viewer
from parlour.rules.panels import Panel, Space
from parlour_giants.components import COLOURS
from parlour_giants.phases import State
from parlour_giants.state import NOBODY
from tests.giants.positions import GAME, RULES

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve")
WALL = "│┬┴├┤┼╭╮╰╯"


def panels(
    state: State, seat: int = 0, space: Space | None = None, *, memory: bool = False
) -> dict[str, Panel]:
    """Return the panels that a seat sees, by name."""
    viewer = Viewer(NAMES[: state.seats], memory=memory)
    drawn: Sequence[Panel] = GAME.display.panels(RULES.view(state, seat), viewer, space or Space())
    return {panel.name: panel for panel in drawn}


def plain(state: State, seat: int = 0, *, memory: bool = False) -> str:
    """Return the plain lines that a seat reads."""
    return "\n".join(GAME.display.describe(RULES.view(state, seat), Viewer(NAMES, memory=memory)))


def drawn(state: State, seat: int = 0, *, memory: bool = False) -> str:
    """Return everything that is drawn for a seat, spelt out."""
    shown = panels(state, seat, Space(100, 60, full=True), memory=memory).values()
    return "\n".join(f"{panel.title}\n{panel.body.plain}" for panel in shown)


def in_hex(island: str, name: str) -> str:
    """Return what a drawn island says of a hex: inside its walls, or where it is spelt out."""
    lines = island.split("\n")
    for number, line in enumerate(lines):
        if spelt := re.search(rf"(?<![a-z\d]){name}: (.*?)(  |$)", line):
            return " ".join([spelt[1], *([] if spelt[2] else _flowing(lines[number + 1 :]))])
    row, start = next(
        (number, found.end())
        for number, line in enumerate(lines)
        if (found := re.search(rf"[{WALL}]{name}(?!\d)", line))
    )
    right = next(at for at in range(start, len(lines[row + 1])) if lines[row + 1][at] in WALL)
    left = start - len(name)
    said = [lines[row][start:right]]
    for line in lines[row + 1 :]:
        if line[left - 1 : left] != "│":
            break
        said.append(line[left:right])
    return " ".join(re.sub(r"[─┴┬]", " ", part).strip() for part in said)


def _flowing(lines: Sequence[str]) -> Iterator[str]:
    """Yield the rest of a note on the lines below it, up to the next note."""
    for line in lines:
        beside = re.split(f"[{WALL}]", line)[-1].strip()
        said, more = re.split(r"  |(?<![a-z\d])(?=[a-z]\d+:)|$", beside, maxsplit=1)
        yield said
        if more or not said:
            return


def standing(state: State, here: int) -> Iterator[str]:
    """Yield what stands on a hex, in the letters of the legend."""
    camp = state.camps[here]
    for seat, colour in enumerate(COLOURS):
        workers = camp.workers[seat]
        signs = "*" * (camp.sorcerers >> seat & 1) + "#" * (camp.chiefs >> seat & 1)
        if workers or signs:
            yield f"{workers or ''}{colour[0]}{signs}"
    if camp.logs:
        yield f"={camp.logs}"
    alike = [piece for piece in state.pieces if piece.hex == here]
    for piece in dict.fromkeys(alike):
        mark = "H" if piece.size == 0 else f"M{piece.size}"
        if piece.owner != NOBODY:
            mark += ("" if piece.marked else "~") + COLOURS[piece.owner][0]
        yield mark if alike.count(piece) == 1 else f"{mark}x{alike.count(piece)}"
