"""Maori as a terminal shows it, in panels: the display, every board, the supply, a legend."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.text import Text

from parlour import OpenView, Over, Panel, Seat, Space, Viewer
from parlour_maori.components import SIDES, Side
from parlour_maori.phases import State
from parlour_maori.text.blocks import PALE, body
from parlour_maori.text.board import BoardScale, board
from parlour_maori.text.display import DisplayScale, display, in_hand
from parlour_maori.words.names import board_title, count, say, shapes_left

LOW, NARROW, WIDE = 26, 100, 140
"""Rows below which tiles stand close, and columns below and above which they are small and wide."""


def draw_panels(
    view: OpenView[State], viewer: Viewer, space: Space[OpenView[State]]
) -> Sequence[Panel]:
    """Draw the display and the seat's own board, both needed; then what else there is."""
    state, seats = view.state, len(view.state.boards)
    earlier = space.earlier.state if space.earlier is not None else None
    side = SIDES[state.options.side]
    market, scale = _scales(space, side)
    shown = [*display(state, earlier, market), *in_hand(state, view.seat, market)]
    others = [(view.seat + step) % seats for step in range(1, seats)]
    over = isinstance(state.phases[-1], Over)

    def drawn(seat: Seat, name: str, *, needed: bool) -> Panel:
        lines = board(state, seat, earlier, scale)
        return Panel(name, board_title(seat, viewer), body(lines, scale.width(side)), needed)

    return [
        Panel("display", say("table.display"), body(shown, market.width), needed=not over),
        drawn(view.seat, "board", needed=True),
        *(drawn(seat, f"board{seat + 1}", needed=over) for seat in others),
        Panel("supply", say("table.supply"), _lines(_supply(state), space.width)),
        Panel("legend", say("table.legend"), _lines([_legend(state)], space.width)),
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


def _supply(state: State) -> Iterator[str]:
    """Yield the supply beside the display."""
    tiles, shells = count(sum(state.stack), "tile"), count(state.supply, "shell")
    yield say("table.stack_shells", tiles=tiles, shells=shells)
    left = shapes_left(state).items()
    shapes = (say("shapes", shape=shape, number=number) for shape, number in left if number)
    yield say("table.shapes", shapes=", ".join(shapes))
    yield say("table.played", variant=state.options.variant, side=state.options.side)


def _legend(state: State) -> str:
    """Explain the letters that can be seen."""
    parts = say("legend").split("|")
    if state.options.variant != "basic":
        parts.append(say("legend.pawn"))
    if state.options.side == "atoll":
        parts.append(say("legend.atoll"))
    return "   ".join(part.replace(" ", "\0") for part in parts)


def _lines(lines: Sequence[str] | Iterator[str], width: int) -> Text:
    """Fold lines to the width."""
    folded = [part for line in lines for part in wrap(line, min(width - 4, 76))]
    return Text("\n".join(folded).replace("\0", " "), PALE)
