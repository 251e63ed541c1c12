"""Panels as text for a terminal: rows of things, boards, tables, lists, and fans of cards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, TypeAlias

from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text

from parlour.kit.grid_text import draw_grid, widest
from parlour.kit.table.pieces import SOFT_HYPHEN, Board, Group, Piece, Row, TablePanel
from parlour.rules import Panel, Space, Viewer, spot

PALE = "dim"
STRONG = "bold"
NEW = "reverse"
CARD_COLUMNS = 12
"""Minimum number of columns of a card in a fan."""
FRAME = 2
"""Number of columns of the frame round a panel."""
MARK = 2
"""Number of columns for the mark of a row."""
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
    """Write the table of a view for a terminal; see ``Display.table``."""
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
        width: Columns of the terminal. Rows of words are broken to fit, and so are the heads of a
            table that is too wide: they stand in two lines then.
    """
    for panel in panels:
        own = [row for row in panel.rows if not row.table]
        others = [other for other in reversed(panels) if other is not panel]
        rows = [row for other in (panel, *others) for row in other.rows]
        table = [row for row in rows if row.table == panel.name]
        before = _Before(earlier and [old for old in earlier if old.name == panel.name])
        lines = _board(panel.board, before, width) if panel.board else []
        lines += _table(table, _Before(earlier), width) if table else []
        if own:
            lines += _fans(own, before) if own[0].fan else _lists(own, before, width)
        if lines:
            lines[0].append(" " * (panel.columns - lines[0].cell_len))
            title = panel.text_title or panel.title
            yield Panel(panel.name, title, Text("\n").join(lines), panel.needed)


def _facts(panel: TablePanel) -> Iterator[Fact]:
    board = panel.board
    if board:
        yield from ((str(at), piece.name, piece.number) for at, piece in board.pieces.items())
    for row in panel.rows:
        yield row.title, _names(list(row.pieces())), None
        yield from ((row.title, piece.name, piece.number) for piece in row.pieces())


def _names(pieces: Sequence[Piece]) -> str:
    return " ".join(piece.name for piece in pieces)


class _Before:
    """The things that lay on the table at the last decision."""

    def __init__(self, panels: Sequence[TablePanel] | None) -> None:
        """Note the content of the panels; None marks nothing."""
        self._marks = panels is not None
        self._facts = {fact for panel in panels or () for fact in _facts(panel)}

    def lacks(self, title: str, name: str, number: int | None) -> bool:
        """Return whether a thing is new."""
        return self._marks and (title, name, number) not in self._facts

    def mark(self, text: Text, title: str, name: str, number: int | None) -> Text:
        """Return a text, marked if its content is new."""
        if self.lacks(title, name, number):
            text.stylize(NEW)
        return text


# Boards


def _board(board: Board, before: _Before, width: int) -> list[Text]:
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


# Lists


def _lists(rows: Sequence[Row], before: _Before, width: int) -> list[Text]:
    """Write a line for each piece, or for each group of a row that has a title."""
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


def _things(row: Row, before: _Before, left: int, width: int) -> Iterator[Text]:
    """Write a row of things behind its title: ``Ann [7] [?] wood 3``."""
    line = Text(row.title[:left].ljust(left), STRONG if row.mark.strip() else "")
    if not any(row.pieces()):
        line.append(" -")
    for group in row.groups:
        words = [Text(f"{group.title}:", PALE)] if group.title and group.pieces else []
        tokens = [before.mark(_token(one), row.title, one.name, one.number) for one in group.pieces]
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
    name = _label(piece.name)
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


def _piece(row: Row, piece: Piece, before: _Before) -> Text:
    line = Text(piece.label, piece.style)
    line.stylize(spot(*piece.at))
    return before.mark(line, row.title, piece.name, piece.number) if piece.name else line


# Fans


def _fans(rows: Sequence[Row], before: _Before) -> list[Text]:
    """Write fans side by side: the front cards in frames, and under each the next card."""
    depth = max(len(row.groups[0].pieces) for row in rows)
    names = [card.name for row in rows for card in row.pieces()]
    columns = max([CARD_COLUMNS, *(FRAME + len(_label(name)) for name in names)])
    fans = [_fan(row, row.groups[0], columns, depth, before) for row in rows]
    return [Text(" ").join(line) for line in zip(*fans, strict=True)]


def _fan(row: Row, group: Group, columns: int, depth: int, before: _Before) -> list[Text]:
    cards = group.pieces[::-1]
    inside = columns - FRAME
    front = _card(cards[0], inside, STRONG) if cards else Text(" " * inside)
    under = [_card(card, columns, PALE) for card in cards[1:]]
    under += [Text(" " * columns) for _ in range(depth - max(1, len(cards)))]
    lines = [
        Text(f"╭─{row.title}{'─' * (inside - 1 - len(row.title))}╮"),
        Text.assemble("│", front, "│"),
        Text(f"╰{'─' * inside}╯"),
        *under,
    ]
    for line in lines:
        line.stylize(spot(*cards[0].at) if cards else "")
        before.mark(line, row.title, _names(group.pieces), None)
    return lines


def _card(card: Piece, width: int, style: str) -> Text:
    return Text(_label(card.name).center(width), f"{style} {card.style}")


def _label(name: str) -> str:
    return name.replace(SOFT_HYPHEN, "")


# Tables


def _table(rows: Sequence[Row], before: _Before, width: int) -> list[Text]:
    """Write a table with the columns of its first row; its heads are folded if it is too wide."""
    lines = _rows(rows, before, folded=False)
    is_too_wide = max(line.cell_len for line in lines) > width
    return _rows(rows, before, folded=True) if is_too_wide else lines


def _rows(rows: Sequence[Row], before: _Before, *, folded: bool) -> list[Text]:
    kinds = {piece.name: piece.style for piece in rows[0].pieces() if piece.name}
    heads = {name: _head(name, folded=folded) for name in kinds}
    widths = {name: max(map(len, head)) + 1 + (not folded) for name, head in heads.items()}
    left = min(MARK + MAX_TITLE, max(len(row.mark or " " * MARK) + len(row.title) for row in rows))
    lines = []
    for line in range(1 + folded):
        cells = {name: Text(head[line], kinds[name]) for name, head in heads.items()}
        lines.append(_line(Text(), cells, widths, left))
    for row in rows:
        title = Text(f"{row.mark}{row.title}"[:left], STRONG if row.mark.strip() else "")
        if not row.mark:
            title.stylize(PALE)
        lines.append(_line(title, _cells(row, before), widths, left))
    return lines


def _head(name: str, *, folded: bool) -> Sequence[str]:
    """Return the head of a column, folded in two lines; the upper one may be empty."""
    upper, _, lower = name.rpartition(SOFT_HYPHEN)
    return (f"{upper}-" if upper else "", lower) if folded else (upper + lower,)


def _cells(row: Row, before: _Before) -> Mapping[str, Text]:
    return {
        piece.name: _cell(row, piece, before, empty=group.empty(piece))
        for group in row.groups
        for piece in group.pieces
    }


def _cell(row: Row, piece: Piece, before: _Before, *, empty: bool) -> Text:
    words = "·" if empty else "-" if piece.number is None else f"{piece.number}{piece.mark}"
    cell = Text(words, PALE if empty else STRONG if piece.mark else "")
    cell.stylize(spot(*piece.at))
    return before.mark(cell, row.title, piece.name, piece.number)


def _line(title: Text, cells: Mapping[str, Text], widths: Mapping[str, int], left: int) -> Text:
    """Set cells in columns, to the right, with room for a mark behind each."""
    line = title + Text(" " * (left - title.cell_len))
    for name, width in widths.items():
        cell = cells.get(name, Text())
        mark = "" if cell.plain.endswith("+") else " "
        line.append(" " * (width - cell.cell_len - len(mark))).append_text(cell).append(mark)
    line.rstrip()
    return line
