"""The panels beside the island in a terminal and in plain lines."""

from collections.abc import Sequence

from parlour import Viewer
from parlour.kit.table import TablePanel
from parlour_giants.table.auction import quarry_panel
from parlour_giants.table.screens import others_panel, own_panel, supply_panel
from parlour_giants.view import View


def written(view: View, viewer: Viewer) -> Sequence[TablePanel]:
    """Return the panels; lists of moves say what those for one decision show."""
    return [
        quarry_panel(view, viewer),
        *own_panel(view, viewer),
        others_panel(view, viewer),
        supply_panel(view),
    ]
