"""The table of Rapa Nui as text: a table with a column for each kind, lists, and fans of cards."""

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from parlour import Panel, spot
from parlour.kit.table import Group, Piece, Row
from parlour.kit.table.pieces import SOFT_HYPHEN
from parlour.kit.table.text import MAX_TITLE, PALE, STRONG, Before, names, write_rows
from parlour_rapa_nui.picture.layout import LaidPanel, LaidRow

CARD_COLUMNS = 12
"""Minimum number of columns of a card in a fan."""
FRAME = 2
"""Number of columns of the frame round a card."""
MARK = 2
"""Number of columns for the mark of a row."""


def write_panels(
    panels: Sequence[LaidPanel],
    earlier: Sequence[LaidPanel] | None = None,
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
        own = [row for row in panel.rows if not table_of(row)]
        others = [other for other in reversed(panels) if other is not panel]
        rows = [row for other in (panel, *others) for row in other.rows]
        table = [row for row in rows if table_of(row) == panel.name]
        lines = _table(table, Before(earlier), width) if table else []
        if own:
            before = Before(earlier and [old for old in earlier if old.name == panel.name])
            lines += _fans(own, before) if own[0].fan else write_rows(own, before, width)
        if lines:
            lines[0].append(" " * (panel.columns - lines[0].cell_len))
            title = panel.text_title or panel.title
            yield Panel(panel.name, title, Text("\n").join(lines), panel.needed)


def table_of(row: Row) -> str:
    """Return the name of the panel whose table of text has a row; empty for no table."""
    return row.table if isinstance(row, LaidRow) else ""


# Fans


def _fans(rows: Sequence[Row], before: Before) -> list[Text]:
    """Write fans side by side: the front cards in frames, and under each the next card."""
    depth = max(len(row.groups[0].pieces) for row in rows)
    names = [card.name for row in rows for card in row.pieces()]
    columns = max([CARD_COLUMNS, *(FRAME + len(name.replace(SOFT_HYPHEN, "")) for name in names)])
    fans = [_fan(row, row.groups[0], columns, depth, before) for row in rows]
    return [Text(" ").join(line) for line in zip(*fans, strict=True)]


def _fan(row: Row, group: Group, columns: int, depth: int, before: Before) -> list[Text]:
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
        before.mark(line, row.title, names(group.pieces), None)
    return lines


def _card(card: Piece, width: int, style: str) -> Text:
    return Text(card.name.replace(SOFT_HYPHEN, "").center(width), f"{style} {card.style}")


# Tables


def _table(rows: Sequence[Row], before: Before, width: int) -> list[Text]:
    """Write a table with the columns of its first row; its heads are folded if it is too wide."""
    lines = _rows(rows, before, folded=False)
    is_too_wide = max(line.cell_len for line in lines) > width
    return _rows(rows, before, folded=True) if is_too_wide else lines


def _rows(rows: Sequence[Row], before: Before, *, folded: bool) -> list[Text]:
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


def _cells(row: Row, before: Before) -> Mapping[str, Text]:
    return {
        piece.name: _cell(row, piece, before, empty=group.empty(piece))
        for group in row.groups
        for piece in group.pieces
    }


def _cell(row: Row, piece: Piece, before: Before, *, empty: bool) -> Text:
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
