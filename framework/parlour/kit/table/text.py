"""Panels as text for a terminal: boards, rows of things, and lists."""

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Any, TypeAlias

from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text

from parlour.kit.grid_text import draw_grid, widest
from parlour.kit.table.pieces import SOFT_HYPHEN, Board, Piece, Row, TablePanel
from parlour.rules import Panel, Space, Viewer, spot

PALE = "dim"
STRONG = "bold"
NEW = "reverse"
FRAME = 2
"""Number of columns of the frame round a panel."""
MAX_TITLE = 13
"""Maximum number of letters of a row's title."""

MIN_PITCH = 3
"""Minimum number of columns of a cell of a board, with one wall."""
COLOURS = {
    **dict.fromkeys(("ink", "paper"), ""),
    "seat-0": "blue",
    "seat-1": "green",
    "seat-2": "red",
    "seat-3": "yellow",
    "seat-4": "magenta",
    "seat-5": "cyan",
    "accent": "dark_orange3",
    "faint": "dim",
}
"""The style of each ink that every picture has."""

Fact: TypeAlias = tuple[str, str, int | None]
"""The title of a row or the number of a cell, and the name and the number of things in it."""


def panels_of(
    table: Callable[[Any, Viewer], Sequence[TablePanel]], view: object, viewer: Viewer, space: Space
) -> Sequence[Panel]:
    """Write the table of a view for ``viewer`` in a ``space``; see ``Display.table``."""
    earlier = None if space.earlier is None else table(space.earlier, viewer)
    return list(write_panels(table(view, viewer), earlier, width=space.width))


def write_panels(
    panels: Sequence[TablePanel],
    earlier: Sequence[TablePanel] | None = None,
    *,
    width: int = 80,
) -> Iterator[Panel]:
    """Write panels for a terminal.

    Args:
        panels: The panels.
        earlier: The panels at the seat's last decision. What differs from them is marked.
        width: Columns of the terminal. Rows are broken to fit.
    """
    for panel in panels:
        before = Before(earlier and [old for old in earlier if old.name == panel.name])
        lines = _board(panel.board, before, width) if panel.board else []
        if panel.rows:
            lines += write_rows(panel.rows, before, width)
        if lines:
            yield Panel(panel.name, panel.title, Text("\n").join(lines), panel.needed)


def _facts(panel: TablePanel) -> Iterator[Fact]:
    board = panel.board
    if board:
        yield from ((str(at), piece.name, piece.number) for at, piece in board.pieces.items())
    for row in panel.rows:
        yield row.title, names(list(row.pieces())), None
        yield from ((row.title, piece.name, piece.number) for piece in row.pieces())


def names(pieces: Sequence[Piece]) -> str:
    """Return the names of ``pieces`` one after the other."""
    return " ".join(piece.name for piece in pieces)


class Before:
    """The things that lay on the table at the last decision."""

    def __init__(self, panels: Sequence[TablePanel] | None) -> None:
        """Note the content of the panels; None marks nothing."""
        self._marks = panels is not None
        self._facts = {fact for panel in panels or () for fact in _facts(panel)}

    def lacks(self, title: str, name: str, number: int | None) -> bool:
        """Return whether a ``number`` of things of a ``name`` is new under a ``title``."""
        return self._marks and (title, name, number) not in self._facts

    def mark(self, text: Text, title: str, name: str, number: int | None) -> Text:
        """Return a text, marked if its ``number`` of a ``name`` is new under a ``title``."""
        if self.lacks(title, name, number):
            text.stylize(NEW)
        return text


# Boards


def _board(board: Board, before: Before, width: int) -> list[Text]:
    """Write a board with cells that are as wide as the space and the words on them need."""
    grid = board.grid
    need = MIN_PITCH + max((len(_words(piece)) for piece in board.pieces.values()), default=1)

    def marks(cell: int) -> Sequence[tuple[str, str]]:
        piece = board.pieces.get(cell)
        if piece is None:
            return ()
        is_new = before.lacks(str(cell), piece.name, piece.number)
        return [(_words(piece), f"{STRONG} {_style(piece)} {NEW * is_new}")]

    pitch = widest(grid, width - FRAME, range(need, MIN_PITCH - 1, -1))
    return [*draw_grid(grid, marks, board.addresses, pitch=pitch).split("\n")]


# Rows


def write_rows(rows: Sequence[Row], before: Before, width: int) -> list[Text]:
    """Write ``rows`` in ``width`` columns: a line for each piece, or for each titled group.

    What ``before`` lacks is marked as new.
    """
    lines: list[Text] = []
    left = min(MAX_TITLE, max(cell_len(row.title) for row in rows))
    for row in rows:
        if all(piece.shape for piece in row.pieces()):
            lines += _things(row, before, left, width - FRAME)
            continue
        for group in row.groups:
            if row.title:
                named = replace(row, groups=[group], title=row.title[:MAX_TITLE])
                lines += map(Text, wrap(named.words(), width - FRAME))
            else:
                lines += [_piece(row, piece, before) for piece in group.pieces if piece.label]
    return lines


def _things(row: Row, before: Before, left: int, width: int) -> Iterator[Text]:
    """Write a row of things behind its title: ``Ann [7] [?] wood 3``."""
    line = Text(row.title[:left].ljust(left), STRONG if row.mark.strip() else "")
    if not any(row.pieces()):
        line.append(" -")
    for group in row.groups:
        title = f"{' ' * (group is not row.groups[0])}{group.title}:"
        words = [Text(title, PALE)] if group.title and group.pieces else []
        tokens = [before.mark(_token(one), row.title, one.name, one.number) for one in group.pieces]
        for token, piece, after in zip(tokens, group.pieces, group.pieces[1:], strict=False):
            token.append("," * (piece.shape == after.shape == "words"))
        for token in (*words, *tokens):
            if line.cell_len + token.cell_len >= width:
                yield line
                line = Text(" " * left)
            line.append(" " * bool(line.plain)).append_text(token)
    yield line


def _token(piece: Piece) -> Text:
    token = Text(_words(piece), _style(piece))
    token.stylize(spot(*piece.at))
    return token


def _style(piece: Piece) -> str:
    return piece.style or COLOURS.get(piece.ink, "")


def _words(piece: Piece) -> str:
    """Write a thing in a few letters: ``[7]``, ``[?]x3``, ``wood 3``, ``●``."""
    number = piece.number or 0
    name = piece.name.replace(SOFT_HYPHEN, "")
    more = f"x{number}" * (number > 1)
    match piece.shape:
        case "card" | "tile":
            return f"[{name}]{more}" if number else f"[{' ' * max(1, len(name))}]"
        case "back":
            return f"[?]{more}" if number else "[ ]"
        case "die":
            return f"({name})"
        case "chip" if piece.track:
            return f"{name} {'●' * number}{'○' * (piece.track - number)}".strip()
        case "chip":
            return f"{name} {number}" if name else "●" * number
    return name or piece.label


def _piece(row: Row, piece: Piece, before: Before) -> Text:
    line = Text(piece.label, piece.style)
    line.stylize(spot(*piece.at))
    return before.mark(line, row.title, piece.name, piece.number) if piece.name else line
