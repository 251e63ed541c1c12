"""Maori as a terminal shows it, in panels: the display, every board, the supply, a legend."""

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text

from parlour import OpenView, Over, Panel, Space, Viewer
from parlour.kit.table import TablePanel
from parlour_maori.components import SIDES, Side
from parlour_maori.phases import State
from parlour_maori.table import lay_table
from parlour_maori.text.blocks import PALE, joined
from parlour_maori.text.board import BoardScale, board
from parlour_maori.text.display import DisplayScale, display, in_hand
from parlour_maori.words.names import say

LOW, NARROW, WIDE = 26, 100, 140
"""Rows below which tiles stand close, and columns below and above which they are small and wide."""


def draw_panels(
    view: OpenView[State], viewer: Viewer, space: Space[OpenView[State]]
) -> Sequence[Panel]:
    """Write the display and the seat's own board, both needed; then what else there is."""
    state = view.state
    side = SIDES[state.options.side]
    earlier = space.earlier.state if space.earlier is not None else None
    market, scale = _scales(space, side)
    over = isinstance(state.phases[-1], Over)

    def body(panel: TablePanel) -> Text:
        if panel.seat is not None:
            return joined(board(state, panel.seat, earlier, scale), scale.width(side))
        if panel.board:
            shown = display(state, earlier, market)
            return joined([*shown, *in_hand(state, view.seat, market)], market.width)
        held = [row.words() if row.title else row.groups[0].words() for row in panel.rows]
        return _lines([*held, _played(state)], space.width)

    laid = sorted(lay_table(view, viewer), key=lambda panel: panel.name != "display")
    legend = Panel("legend", say("table.legend"), _lines([_legend(state)], space.width))
    return [
        *(
            Panel(one.name, one.title, body(one), one.needed or (over and one.seat is not None))
            for one in laid
        ),
        legend,
    ]


def _scales(space: Space[OpenView[State]], side: Side) -> tuple[DisplayScale, BoardScale]:
    """Choose the sizes of tiles, larger ones on a board where they fit beside the display."""
    roomy = space.height >= LOW
    width = 5 if space.width < NARROW or not roomy else 6 if space.width < WIDE else 7
    market = DisplayScale(width, gap=int(roomy))
    own = BoardScale(max(width, 6), framed=roomy and space.width >= NARROW)
    beside = market.width + own.width(side) + GAP
    return market, own if beside <= space.width else BoardScale(width, framed=False)


GAP = 2
"""Columns between two panels."""


def _played(state: State) -> str:
    return say("table.played", variant=state.options.variant, side=state.options.side)


def _legend(state: State) -> str:
    """Explain the letters that can be seen."""
    parts = say("legend").split("|")
    if state.options.variant != "basic":
        parts.append(say("legend.pawn"))
    if state.options.side == "atoll":
        parts.append(say("legend.atoll"))
    return "   ".join(part.replace(" ", "\0") for part in parts)


def _lines(lines: Sequence[str], width: int) -> Text:
    """Fold lines to the width."""
    folded = [part for line in lines for part in wrap(line, min(width - 4, 76))]
    return Text("\n".join(folded).replace("\0", " "), PALE)
