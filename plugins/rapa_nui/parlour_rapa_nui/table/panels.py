"""The panels, and the drawings made of them."""

from collections.abc import Mapping, Sequence

from parlour import Panel, Picture, Space, Viewer
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Burying,
    Buying,
    Drawing,
    Laying,
    Offering,
    OtherPile,
    Yielding,
)
from parlour_rapa_nui.picture.inks import INKS
from parlour_rapa_nui.picture.layout import LaidPanel, draw_panel
from parlour_rapa_nui.table.display import display, hand
from parlour_rapa_nui.table.offerings import piles, stone
from parlour_rapa_nui.table.pieces import PALE
from parlour_rapa_nui.table.tribes import others, tribes
from parlour_rapa_nui.view import SPECTATOR, View
from parlour_rapa_nui.words.names import say

HANDLED: Mapping[type[AnyPhase], str] = {
    Buying: "piles",
    Laying: "hand",
    Offering: "hand",
    Burying: "hand",
    Adding: "piles",
    OtherPile: "piles",
    Yielding: "tribes",
    Drawing: "display",
}
"""The panel where each decision is made."""


def draw_panels(view: View, viewer: Viewer, space: Space[View]) -> Sequence[Panel]:
    """Write what the table shows to its seat, and with memory what that could recall."""
    from rich.text import Text  # noqa: PLC0415  slow to import, and a picture needs no text

    from parlour_rapa_nui.table.text import write_panels  # noqa: PLC0415  likewise

    earlier = None if space.earlier is None else table(space.earlier, viewer)
    panels = write_panels(table(view, viewer), earlier, width=space.width)
    return [*panels, Panel("legend", say("legend.title"), Text(say("legend"), PALE))]


def draw_picture(view: View, viewer: Viewer) -> Picture:
    """Draw a view; the panel of the decision in hand comes first."""
    first = HANDLED.get(type(view.phases[-1]), "display")
    shown = sorted(pictured(view, viewer), key=lambda panel: panel.name != first)
    return Picture(tuple(map(draw_panel, shown)), INKS)


def pictured(view: View, viewer: Viewer) -> Sequence[LaidPanel]:
    """Return the panels that a picture has; only text says what every tribe's row says too."""
    return [panel for panel in table(view, viewer) if panel.size[1]]


def table(view: View, viewer: Viewer) -> Sequence[LaidPanel]:
    """Return the panels of a view. A spectator has no hand."""
    return [
        display(view),
        *([] if view.seat == SPECTATOR else [hand(view, viewer)]),
        piles(view),
        tribes(view, viewer),
        stone(view, viewer),
        others(view, viewer),
    ]
