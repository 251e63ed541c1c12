"""The panel of the supply: the box, and the container."""

from collections.abc import Callable
from functools import partial

from parlour.rules.picture import Pen, PicturePanel
from parlour_giants.components import HEADDRESS
from parlour_giants.picture.cells import EDGE, WIDTH, Cell, draw_cells, height_of
from parlour_giants.picture.symbols import draw_half_tablet, draw_piece
from parlour_giants.view import View
from parlour_giants.words.names import count, pieces, say
from parlour_giants.words.view import supply_words


def supply_panel(view: View) -> PicturePanel:
    """Draw the box, and the container, which nobody may count (rule 1.5)."""
    supply = view.supply
    cells = [
        _cell(f"moai {size}", pieces(size, number), number, partial(draw_piece, size=size))
        for size, number in enumerate(supply.moais, 1)
    ]
    cells += [
        _cell(
            "headdress",
            count(supply.headdresses, "headdress"),
            supply.headdresses,
            partial(draw_piece, size=HEADDRESS),
        ),
        _cell("half", count(supply.halves, "half"), supply.halves, draw_half_tablet),
        Cell(say("cell.container"), say("picture.container"), _draw_container),
    ]
    pen = Pen(WIDTH, height_of(cells) + EDGE)
    draw_cells(pen, cells, EDGE, EDGE / 2)
    return pen.panel("supply", say("table.supply"), label=supply_words(view))


def _cell(name: str, what: str, number: int, draw: Callable[[Pen], None]) -> Cell:
    kind, _, size = name.partition(" ")
    said = say(f"cell.{kind}", size=size)
    return Cell(said, say("picture.supply", things=what), draw, number, (), f"supply {name}")


def _draw_container(pen: Pen) -> None:
    pen.rect(-16, -26, 32, 26, fill="wood-end", stroke="wood-edge", line=1.6, corner=3)
    pen.rect(-18, -33, 36, 9, fill="wood", stroke="wood-edge", line=1.6, corner=3)
    pen.text(0, -7, "?", size=16, fill="on-bone", bold=True)
