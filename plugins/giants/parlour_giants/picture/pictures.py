"""The picture of Giants: its panels, those first that the decision in hand needs."""

from parlour import Viewer
from parlour.rules.picture import Picture
from parlour_giants.phases import Bidding, Picking
from parlour_giants.picture.decisions import carriers_panel, markers_panel, pieces_panel
from parlour_giants.picture.inks import GIANTS_INKS
from parlour_giants.picture.island.panel import island_panel
from parlour_giants.picture.quarry import quarry_panel
from parlour_giants.picture.rounds import round_panel
from parlour_giants.picture.screens import others_panel, own_panel
from parlour_giants.picture.supply import supply_panel
from parlour_giants.view import View


def draw_picture(view: View, viewer: Viewer) -> Picture:
    """Draw the table as ``view.seat`` sees it."""
    island, quarry = island_panel(view, viewer), quarry_panel(view, viewer)
    auction = isinstance(view.phases[-1], Bidding | Picking)
    first = (
        (quarry, island)
        if auction
        else (island, *pieces_panel(view), *carriers_panel(view, viewer))
    )
    return Picture(
        (
            *first,
            *markers_panel(view),
            *own_panel(view, viewer),
            round_panel(view, viewer),
            others_panel(view, viewer),
            *(() if auction else (quarry,)),
            supply_panel(view),
        ),
        GIANTS_INKS,
    )
