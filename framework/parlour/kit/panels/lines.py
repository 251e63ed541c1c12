"""Panels in plain lines, to be read aloud."""

from collections.abc import Iterator

from parlour.kit.panels.pieces import TablePanel


def describe_panel(panel: TablePanel) -> Iterator[str]:
    """Tell a panel row by row: ``Ann: 2 fish, 1 moai; 3 wood, 1 fame.``."""
    for row in panel.rows:
        if row.fan and row.groups[0].pieces:
            label = row.groups[0].pieces[-1].label
            yield f"{label[:1].upper()}{label[1:]}."
        elif any(piece.label for piece in row.pieces()):
            words = row.words(panel.title)
            yield f"{words[:1].upper()}{words[1:]}."
