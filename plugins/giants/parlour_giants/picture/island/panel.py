"""The panel of the island."""

from parlour import Viewer
from parlour.rules.picture import Pen, PicturePanel
from parlour_giants.board import board
from parlour_giants.picture.island.ahus import draw_ahu, draw_jetties
from parlour_giants.picture.island.camps import draw_camp
from parlour_giants.picture.island.chart import chart
from parlour_giants.picture.island.land import draw_hex, draw_roads, draw_sea
from parlour_giants.picture.island.trail import draw_line, draw_marks, way_of
from parlour_giants.view import View


def island_panel(view: View, viewer: Viewer) -> PicturePanel:
    """Draw the island: land, roads, the trail of a piece on the move, ahus, and what stands."""
    on, on_chart = board(view.options.island), chart(view.options.island)
    pen = Pen(on_chart.width, on_chart.height)
    draw_sea(pen, on_chart)
    for here, middle in enumerate(on_chart.hexes):
        draw_hex(pen, view, on, here, middle)
    draw_roads(pen, view, on, on_chart)
    draw_line(pen, way_of(view), on_chart)
    draw_jetties(pen, on, on_chart)
    for number in range(len(on.ahus)):
        draw_ahu(pen, view, on, number, viewer)
    for here in range(len(on.hexes)):
        draw_camp(pen, view, on, here)
    draw_marks(pen, view, on, on_chart)
    erected = sum(ahus.bit_count() for ahus in view.erected)
    label = (
        f"The island: {len(on.hexes)} hexes in rows a to {on.hexes[-1][0]} from north to south, "
        f"{len(on.ahus)} ahus on the coast, {erected} with a moai."
    )
    return pen.panel("island", on.title, label=label, needed=True)
