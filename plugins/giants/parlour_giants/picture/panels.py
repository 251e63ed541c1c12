"""The picture of Giants: its panels, those first that the decision in hand needs."""

from parlour import Viewer
from parlour.rules.picture import Pen, Picture, PicturePanel
from parlour_giants.picture.decisions import (
    carriers_panel,
    crew_texts,
    markers_panel,
    pieces_panel,
)
from parlour_giants.picture.inks import GIANTS_INKS
from parlour_giants.picture.island.ahus import draw_ahu, draw_jetties
from parlour_giants.picture.island.camps import draw_camp
from parlour_giants.picture.island.chart import chart
from parlour_giants.picture.island.land import draw_hex, draw_roads, draw_sea
from parlour_giants.picture.island.trail import draw_line, draw_marks, way_of
from parlour_giants.picture.quarry import quarry_panel
from parlour_giants.picture.round import round_panel
from parlour_giants.picture.screens import choice_panel, others_panel, own_panel
from parlour_giants.picture.supply import supply_panel
from parlour_giants.picture.symbols import letter
from parlour_giants.view import View
from parlour_giants.words.names import island_title, say


def draw_picture(view: View, viewer: Viewer) -> Picture:
    """Draw the table as ``view.seat`` sees it."""
    return Picture(
        (
            *quarry_panel(view, viewer),
            island_panel(view, viewer),
            *pieces_panel(view),
            *carriers_panel(view, viewer),
            *markers_panel(view),
            *choice_panel(view),
            *own_panel(view, viewer),
            round_panel(view, viewer),
            others_panel(view, viewer),
            supply_panel(view),
        ),
        GIANTS_INKS,
        [letter(seat) for seat in range(view.seats)],
    )


def island_panel(view: View, viewer: Viewer) -> PicturePanel:
    """Draw the island: land, roads, the trail of a piece on the move, ahus, and pieces."""
    on, on_chart = view.board, chart(view.options.island)
    pen = Pen(on_chart.width, on_chart.height)
    draw_sea(pen, on_chart)
    for here in range(len(on.hexes)):
        draw_hex(pen, view, here, on_chart)
    draw_roads(pen, view, on_chart)
    draw_line(pen, way_of(view), on_chart)
    draw_jetties(pen, on, on_chart)
    for number in range(len(on.ahus)):
        draw_ahu(pen, view, number, viewer)
    crews = crew_texts(view)
    for here, name in enumerate(on.hexes):
        draw_camp(pen, view, here, crews.get(name, {}))
    draw_marks(pen, view, on_chart)
    erected = sum(ahus.bit_count() for ahus in view.erected)
    label = say(
        "picture.island",
        hexes=len(on.hexes),
        last=on.hexes[-1][0],
        ahus=len(on.ahus),
        erected=erected,
    )
    title = island_title(view).partition(" (")[0]  # the rules say what is reconstructed
    return pen.panel("island", title, label=label, needed=True)
