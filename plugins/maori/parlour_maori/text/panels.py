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
from parlour_maori.words.names import SHAPES, board_title, count, shapes_left

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
        Panel("display", "Display", body(shown, market.width), needed=not over),
        drawn(view.seat, "board", needed=True),
        *(drawn(seat, f"board{seat + 1}", needed=over) for seat in others),
        Panel("supply", "Supply", _lines(_supply(state), space.width)),
        Panel("legend", "Legend", _lines([_legend(state)], space.width)),
    ]


def _scales(space: Space[OpenView[State]], side: Side) -> tuple[DisplayScale, BoardScale]:
    """Choose the sizes of tiles: those of a board are larger where they fit beside the display."""
    roomy = space.height >= LOW
    width = 5 if space.width < NARROW or not roomy else 6 if space.width < WIDE else 7
    market = DisplayScale(width, gap=int(roomy))
    own = BoardScale(max(width, 6), framed=roomy and space.width >= NARROW)
    beside = market.width + own.width(side) + GAP
    return market, own if beside <= space.width else BoardScale(width, framed=False)


GAP = 2
"""Columns between two panels."""


def _supply(state: State) -> Iterator[str]:
    """Yield what is left beside the display."""
    yield f"{count(sum(state.stack), 'tile')} in the stack, {count(state.supply, 'shell')}"
    shapes = (
        f"{number} {SHAPES[shape]}" if shape == "water" else count(number, SHAPES[shape])
        for shape, number in shapes_left(state).items()
        if number
    )
    yield f"In the stack: {', '.join(shapes)}"
    options = state.options
    yield f"Played: the {options.variant} game, {options.side} side"


def _legend(state: State) -> str:
    """Explain the letters that can be seen."""
    parts = ["P palm", "H hut", "B boat", "s shell", "() a wreath, ( or ) half of it", "~ water"]
    parts += ["? unfinished", "[7] the ship"]
    if state.options.variant != "basic":
        parts.append("@ pawn")
    if state.options.side == "atoll":
        parts.append("║ the atoll")
    return "   ".join(part.replace(" ", "\0") for part in parts)


def _lines(lines: Sequence[str] | Iterator[str], width: int) -> Text:
    """Fold lines to the width."""
    folded = [part for line in lines for part in wrap(line, min(width - 4, 76))]
    return Text("\n".join(folded).replace("\0", " "), PALE)
