"""A view of Giants in plain lines: people can play from them without the drawing."""

from collections.abc import Iterator

from parlour import Viewer
from parlour.kit.table.lines import describe_panel
from parlour_giants.table.panels import written
from parlour_giants.view import View
from parlour_giants.words.names import say
from parlour_giants.words.status import describe_status
from parlour_giants.words.view import hex_line, piece_in_hand


def describe_view(view: View, viewer: Viewer) -> Iterator[str]:
    """Describe the whole table in plain lines."""
    on = view.board
    yield describe_status(view, viewer)
    yield from filter(None, [piece_in_hand(view)])
    for panel in written(view, viewer):
        yield from describe_panel(panel)
    yield say("line.island", last=on.hexes[-1][0])
    yield say("line.ahus")
    for here in range(len(on.hexes)):
        yield hex_line(view, here, viewer)
