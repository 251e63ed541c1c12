"""Layout: where the panels of a game stand on a screen, beside the news and the moves.

All sizes are columns and rows of characters. The panels that are needed are always in sight; the
others are where room is left. What fits nowhere is one key away.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

HEAD_ROWS = 2
"""Number of rows for the points of all, and for the sentence that says what to do."""
EDGE_ROWS = HEAD_ROWS + 2
"""Number of rows for these, the names of the panels, and the line to type in."""
GAP_COLUMNS = 2
"""Number of columns between two panels."""
MIN_BROAD_COLUMNS = 130
"""Minimum number of columns of a screen with the news and the moves beside the table."""
MIN_WORD_ROWS = 2
"""Minimum number of rows for news and moves together."""
MIN_TITLED_WORD_ROWS = 5
"""Minimum number of rows for news and moves if panels have titles."""
MIN_AMPLE_ROWS = 7
"""Minimum number of rows that give news and moves titles and room for both."""
MIN_PANEL_ROWS = 3
"""Minimum number of rows of a panel that scrolls."""


class PanelSize(Struct, frozen=True):
    """A panel to be placed."""

    name: str
    width: int
    """Columns of its drawing."""
    height: int
    """Rows of its drawing, without a title."""
    needed: bool = False
    """Whether it must be in sight."""
    title_width: int = 0
    """Columns of its title, which it has where titles are shown."""


class Box(NamedTuple):
    """A rectangle on the screen, the status line being row 0."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def clears(self, other: "Box") -> bool:
        """Return whether the two do not overlap, with a gap where they stand side by side."""
        return (
            self.right + GAP_COLUMNS <= other.x
            or other.right + GAP_COLUMNS <= self.x
            or self.bottom <= other.y
            or other.bottom <= self.y
        )


class Layout(Struct, frozen=True):
    """The places of everything between the status and the line to type in."""

    panels: dict[str, Box]
    """The panels in sight, by name; a box holds the row of the title, if titles are shown."""
    titled: bool
    """Whether each panel in sight has a row for its title."""
    hidden: tuple[str, ...]
    """The panels out of sight."""
    table: Box
    """The whole room for panels: one that is asked for covers it."""
    news: Box
    moves: Box


class Frame(Struct, frozen=True):
    """A division of the screen in the room for panels and the one for news and moves."""

    table: Box
    """Room for panels; in a frame without ``side`` the news and the moves stand below them."""
    side: Box | None
    """Room for news and moves beside the table."""


def space_for_panels(columns: int, rows: int) -> tuple[int, int]:
    """Return the columns and rows that a game may draw its panels for."""
    frame = _frames(columns, rows)[0]
    if frame.side is not None:
        return frame.table.width, frame.table.height
    spare = max(rows - 24, 0)
    return columns, frame.table.height - MIN_WORD_ROWS - spare // 2


class WordSizes(Struct, frozen=True):
    """The room that the words beside the panels ask for."""

    moves: Callable[[int], int]
    """Returns the rows that the moves fill in a width."""
    news: Callable[[int], int]
    """Returns the rows of unread news, in a width."""
    is_answer: bool = False
    """Whether the news answers the typed line: then the moves leave it all the room it needs."""


def arrange(sizes: Sequence[PanelSize], columns: int, rows: int, words: WordSizes) -> Layout:
    """Place panels on a screen, and the words in the room that they leave."""
    tried = [
        _placed(sizes, frame, words, titled=titled)
        for frame in _frames(columns, rows)
        for titled in (True, False)
    ]
    fitting = (layout for layout, whole in tried if whole)
    return next(fitting, tried[-1][0])


def _frames(columns: int, rows: int) -> list[Frame]:
    """Return the ways to divide a screen, the best first."""
    height = max(rows - EDGE_ROWS, MIN_WORD_ROWS + 1)
    below = Frame(Box(0, HEAD_ROWS, columns, height), None)
    if columns < MIN_BROAD_COLUMNS:
        return [below]
    side = min(columns // 3, 60)
    table = Box(0, HEAD_ROWS, columns - side - GAP_COLUMNS, height)
    return [Frame(table, Box(columns - side, HEAD_ROWS, side, height)), below]


def _placed(
    sizes: Sequence[PanelSize], frame: Frame, words: WordSizes, *, titled: bool
) -> tuple[Layout, bool]:
    """Place panels in a frame; also return whether all that are needed are whole."""
    table = frame.table
    room = 0 if frame.side else MIN_TITLED_WORD_ROWS if titled else MIN_WORD_ROWS
    needed = [_sized(size, table.width, titled=titled) for size in sizes if size.needed]
    needed = needed or [_sized(size, table.width, titled=titled) for size in sizes[:1]]
    low = _lowered(needed, table.width, table.height - room)
    boxes = _packed(low, {}, table.width, table.height - room)
    whole = low == needed and len(boxes) == len(needed)
    limit = table.height - (0 if frame.side else min(MIN_AMPLE_ROWS, words.moves(table.width) + 4))
    for size in sizes:
        if size.name not in boxes:
            boxes = _packed([_sized(size, table.width, titled=titled)], boxes, table.width, limit)
    foot = max((box.bottom for box in boxes.values()), default=0)
    side = frame.side or Box(table.x, table.y + foot, table.width, table.height - foot)
    news, moves = _divided(side, words)
    shown = {name: _widened(box, boxes.values(), table) for name, box in boxes.items()}
    hidden = tuple(size.name for size in sizes if size.name not in boxes)
    return Layout(shown, titled, hidden, table, news, moves), whole


def _sized(size: PanelSize, columns: int, *, titled: bool) -> PanelSize:
    """Return a panel with its title, no wider than the table."""
    width = max(size.width, size.title_width * titled)
    return replace(size, width=min(width, columns), height=size.height + titled)


def _lowered(sizes: list[PanelSize], columns: int, rows: int) -> list[PanelSize]:
    """Take rows off the highest panels, which then scroll, until all fit or can give no more."""
    while len(_packed(sizes, {}, columns, rows)) < len(sizes):
        highest = max(sizes, key=lambda size: size.height)
        if highest.height <= MIN_PANEL_ROWS:
            break
        lower = replace(highest, height=highest.height - 1)
        sizes = [lower if size is highest else size for size in sizes]
    return sizes


def _packed(
    sizes: Iterable[PanelSize], taken: dict[str, Box], columns: int, rows: int
) -> dict[str, Box]:
    """Return ``taken`` with each panel that finds room at the highest, leftmost free place."""
    boxes = dict(taken)
    for size in sizes:
        lefts = [0, *(box.right + GAP_COLUMNS for box in boxes.values())]
        tops = [0, *(box.bottom for box in boxes.values())]
        places = (
            Box(x, y, size.width, size.height)
            for y in sorted(set(tops))
            for x in sorted(set(lefts))
            if x + size.width <= columns and y + size.height <= rows
        )
        free = (box for box in places if all(box.clears(other) for other in boxes.values()))
        found = next(free, None)
        if found is not None:
            boxes[size.name] = found
    return boxes


def _widened(box: Box, others: Iterable[Box], table: Box) -> Box:
    """Return a box on the screen, as wide as it may be without reaching another."""
    edges = [
        other.x - GAP_COLUMNS
        for other in others
        if other.x >= box.right and other.y < box.bottom and other.bottom > box.y
    ]
    right = min(edges, default=table.width)
    return Box(table.x + box.x, table.y + box.y, right - box.x, box.height)


def _divided(room: Box, words: WordSizes) -> tuple[Box, Box]:
    """Divide a room in the news above and the moves below; an answer may leave no moves."""
    rows = room.height
    told = words.news(room.width)
    if rows < MIN_AMPLE_ROWS:
        least = min(told, rows if words.is_answer else max(rows // 2, 1))
        most = rows - max(least, 1)
    else:
        most = min(rows * 2 // 3, max(rows - told - 1, rows // 3))
    moves = min(words.moves(room.width) + 1, most)
    news = Box(room.x, room.y, room.width, rows - moves)
    return news, Box(room.x, news.bottom, room.width, moves)
