"""The table of Giants: the island as it is drawn by hand, and the other panels."""

from collections.abc import Sequence
from functools import partial

from parlour import Viewer
from parlour.kit.table import Piece, TablePanel
from parlour.rules.picture import Pen
from parlour_giants.picture.inks import GIANTS_INKS
from parlour_giants.picture.island.ahus import draw_ahu, draw_jetties
from parlour_giants.picture.island.camps import draw_camp
from parlour_giants.picture.island.chart import Chart, chart
from parlour_giants.picture.island.land import draw_hex, draw_roads, draw_sea
from parlour_giants.picture.island.trail import draw_line, draw_marks, way_of
from parlour_giants.picture.symbols import letter
from parlour_giants.table.auction import quarry_panel
from parlour_giants.table.choices import choice_panels, crew_texts
from parlour_giants.table.screens import others_panel, own_panel, round_panel, supply_panel
from parlour_giants.view import View
from parlour_giants.words.names import island_title, say


def lay_table(view: View, viewer: Viewer) -> Sequence[TablePanel]:
    """Return the panels of a view; a spectator has no screen."""
    quarry = quarry_panel(view, viewer)
    return [
        island_panel(view, viewer),
        *([quarry] if quarry.needed else []),
        *choice_panels(view, viewer),
        *own_panel(view, viewer),
        round_panel(view, viewer),
        others_panel(view, viewer),
        supply_panel(view),
    ]


def island_panel(view: View, viewer: Viewer) -> TablePanel:
    """Show the island, which is drawn by hand."""
    on, on_chart = view.board, chart(view.options.island)
    erected = sum(ahus.bit_count() for ahus in view.erected)
    label = say(
        "picture.island",
        hexes=len(on.hexes),
        last=on.hexes[-1][0],
        ahus=len(on.ahus),
        erected=erected,
    )
    art = partial(draw_island, view=view, viewer=viewer, on_chart=on_chart)
    return TablePanel(
        name="island",
        title=island_title(view).partition(" (")[0],  # the rules say what is reconstructed
        whole=Piece(size=(on_chart.width, on_chart.height), art=art),
        label=label,
        inks=GIANTS_INKS,
        signs=[letter(seat) for seat in range(view.seats)],
    )


def draw_island(pen: Pen, view: View, viewer: Viewer, on_chart: Chart) -> None:
    """Draw land, roads, the trail of a piece on the move, ahus, and pieces."""
    on = view.board
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
