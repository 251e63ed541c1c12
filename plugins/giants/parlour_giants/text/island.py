"""The island as it is drawn: a wall of hexes with marks, and the marks without room."""

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise, starmap, takewhile

from rich.text import Text

from parlour import Viewer
from parlour.kit.grid_text import Canvas, GridMeasures, draw_walls, grid_measures, widest
from parlour.kit.grids import Grid
from parlour_giants.board import Board
from parlour_giants.text.flow import flow, joined
from parlour_giants.text.marks import Mark, Marks, legend, marks_of
from parlour_giants.view import View

MAX_COLUMNS, MIN_COLUMNS = 14, 4
"""Maximum and minimum number of columns from wall to wall."""
MAX_LINES, MIN_LINES = 4, 2
"""Maximum and minimum number of lines of a hex with the wall above it."""
MARGIN = 2
"""Columns between the island and the text beside it."""
BESIDE = 24
"""Minimum number of columns beside the island to write there."""

Line = list[Mark]


def draw_island(
    view: View, on: Board, viewer: Viewer, size: tuple[int, int], earlier: View | None
) -> Text:
    """Draw the island in at most ``size`` columns and lines, if it can be so small."""
    width, height = size
    measures = _measures(on.grid, width, height)
    canvas = Canvas()
    draw_walls(canvas, on.grid, measures)
    crowded = []
    every = [marks_of(view, on, here, viewer, earlier) for here in range(len(on.hexes))]
    for place, marks in zip(on.grid.coordinates, every, strict=True):
        line, column = measures.corner(place)
        lines = fitted(marks, measures.room, measures.height)
        if lines is None:
            crowded.append(marks)
            lines = shortened(marks, measures.room, measures.height)
        for step, said in enumerate(lines):
            _write(canvas, line + step, column + 1, said)
    notes = [spelt(marks) for marks in crowded]
    return joined(_beside(canvas, width, notes, legend(every)))


def _measures(grid: Grid, width: int, height: int) -> GridMeasures:
    """Choose the largest hexes that fit."""
    rows = 1 + grid.coordinates[-1][0]
    pitch = widest(grid, width, range(MAX_COLUMNS, MIN_COLUMNS - 1, -1))
    return grid_measures(grid, pitch, min(max((height - 1) // rows, MIN_LINES), MAX_LINES))


# The marks in a hex


def fitted(marks: Marks, room: int, height: int) -> list[Line] | None:
    """Set the marks of a hex into its lines, or return None if they do not fit.

    The first line is the wall above the hex, with its name.
    """
    groups = [group for group in marks[2:] if group]
    head: Line = [marks.name, *marks.land]
    if len(groups) < height and all(width_of(line) <= room for line in (head, *groups)):
        return [head, *map(list, groups)]
    return _packed(chain(head, *groups), room, height)


def shortened(marks: Marks, room: int, height: int) -> list[Line]:
    """Leave marks out until the rest fits with their number, ``+2``: ahus first."""
    land, ahus, standing, pieces = map(list, marks[1:])
    for group in (ahus, land, standing, pieces):
        while group:
            group.pop()
            left = len(land) + len(ahus) + len(standing) + len(pieces)
            more = Mark(f"+{marks.number - left}", "bold", marks.name.at)
            kept = (marks.name, *land, *pieces, *standing, *ahus, more)
            lines = _packed(kept, room, height)
            if lines is not None:
                return lines
    return [[marks.name]]


def _packed(marks: Iterable[Mark], room: int, height: int) -> list[Line] | None:
    """Set marks into lines one after another, each line filled before the next."""
    lines: list[Line] = [[]]
    for mark in marks:
        if lines[-1] and width_of([*lines[-1], mark]) > room:
            lines.append([])
        lines[-1].append(mark)
    return lines if len(lines) <= height and width_of(lines[-1]) <= room else None


def width_of(line: Sequence[Mark]) -> int:
    """Return the columns of a line of marks; only figures stand side by side."""
    return sum(len(mark.text) for mark in line) + sum(starmap(_gap, pairwise(line)))


def _gap(mark: Mark, other: Mark) -> int:
    """Return the columns between two marks."""
    return 0 if mark.tight and other.tight else 1


def _write(canvas: Canvas, line: int, column: int, marks: Sequence[Mark]) -> None:
    for number, mark in enumerate(marks):
        canvas.put(line, column, mark.text, mark.drawn)
        column += len(mark.text) + sum(starmap(_gap, pairwise(marks[number : number + 2])))


# What stands beside and below


def spelt(marks: Marks) -> Text:
    """Write all marks of a hex in one line: ``d10: 2/9 2/9 3/9 1b M3``."""
    text = Text.assemble((f"{marks.name.text}:", marks.name.drawn))
    for group in marks[1:]:
        for mark in group:
            text.append(" ").append(mark.text, mark.drawn)
    return text


def _beside(canvas: Canvas, width: int, notes: Sequence[Text], signs: Sequence[Text]) -> list[Text]:
    """Write crowded hexes and the legend where the island leaves room; other notes go below."""
    lines = list(canvas.lines())
    left = _written(lines, width, notes, range(len(lines) - 1, -1, -1))
    if left:
        left = _written(lines, width, left, range(len(lines)))
    else:
        _written(lines, width, signs, range(len(lines)))
    return [*lines, *flow(left, width)]


def _written(
    lines: list[Text], width: int, parts: Sequence[Text], places: Iterable[int]
) -> Sequence[Text]:
    """Write parts beside those first lines at ``places`` that have room.

    Return the parts that found no room.
    """
    free = sorted(takewhile(lambda place: _room(lines[place], width) >= BESIDE, places))
    room = min((_room(lines[place], width) for place in free), default=0)
    for number in range(len(parts), 0, -1):
        written = flow(parts[:number], room) if room else lines
        if len(written) <= len(free):
            spare = len(free) > len(written)  # the lowest line is out of sight first
            below = free[-len(written) - spare : len(free) - spare] if free[0] else free
            for place, said in zip(below, written, strict=False):
                gap = width - room - len(lines[place])
                lines[place] = lines[place].append(" " * gap).append_text(said)
            return parts[number:]
    return parts


def _room(line: Text, width: int) -> int:
    """Return the columns beside a line of the island."""
    return width - len(line) - MARGIN
