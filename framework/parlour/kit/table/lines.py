"""Panels in plain lines, to be read aloud."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from parlour.kit.table.pieces import TablePanel
from parlour.rules import Viewer
from parlour.words import say


def lines_of(
    table: Callable[[Any, Viewer], Sequence[TablePanel]], view: object, viewer: Viewer
) -> Iterable[str]:
    """Tell the table of a view to ``viewer``; see ``Display.table``."""
    return [line for panel in table(view, viewer) for line in describe_panel(panel)]


def describe_panel(panel: TablePanel) -> Iterator[str]:
    """Tell a panel row by row: ``Ann: 2 fish, 1 moai; 3 wood, 1 fame.``."""
    if panel.board:
        yield from [f"{panel.label}."] * bool(panel.label)
        where: dict[str, list[str]] = defaultdict(list)
        for cell, piece in sorted(panel.board.pieces.items()):
            where[piece.said].append(panel.board.grid.names[cell])
        yield from (
            f"{words[:1].upper()}{words[1:]}: {', '.join(cells)}." for words, cells in where.items()
        )
        if not where:
            yield f"{panel.title}: {say('table.nothing')}."
    for row in panel.rows:
        if row.fan and row.groups[0].pieces:
            label = row.groups[0].pieces[-1].said
            yield f"{label[:1].upper()}{label[1:]}."
        elif any(piece.said for piece in row.pieces()):
            words = row.words(panel.title)
            yield f"{words[:1].upper()}{words[1:]}."
