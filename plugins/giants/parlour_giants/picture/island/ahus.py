"""An ahu as it is drawn: its two values, and the pieces between them."""

from math import hypot

from parlour import Seat, Viewer
from parlour.rules.picture import Pen, drawn_once
from parlour_giants.board import Ahu, Board
from parlour_giants.picture.island.chart import HALF, Chart, chart
from parlour_giants.picture.symbols import draw_base, draw_statue
from parlour_giants.state import NOBODY
from parlour_giants.view import View
from parlour_giants.words.names import known_base
from parlour_giants.words.view import ahu_words

WIDE, HIGH = 74.0, 28.0
"""Units of a platform."""
TARGET = (78.0, 54.0)
"""Width and height of a place that can be pressed, for a finger on a phone."""
VALUE = 25.0
"""Units from the middle of a platform to the middle of a value."""
TALL = 0.97
"""The scale of a statue on an ahu."""


def draw_jetties(pen: Pen, on: Board, on_chart: Chart) -> None:
    """Draw what ties each ahu to its hex."""
    steps = []
    for ahu, (x, y) in zip(on.ahus, on_chart.ahus, strict=True):
        u, v = on_chart.hexes[ahu.hex]
        near = (HALF - 8) / hypot(x - u, y - v)
        steps.append(f"M{x:.1f},{y:.1f} L{u + (x - u) * near:.1f},{v + (y - v) * near:.1f}")
    pen.path(" ".join(steps), stroke="ahu-edge", line=13)
    pen.path(" ".join(steps), stroke="ahu", line=10)


def draw_ahu(pen: Pen, view: View, number: int, viewer: Viewer) -> None:
    """Draw an ahu: free with a pale circle, reserved with a base, or with a moai on its base."""
    ahu = view.board.ahus[number]
    label = f"{view.board.hexes[ahu.hex]}: {ahu_words(view, number, viewer)}"
    x, y = middle = chart(view.options.island).ahus[number]
    with pen.spot(f"ahu={ahu.name}", f"gain={ahu.name}", key=ahu.name, label=label):
        pen.rect(x - TARGET[0] / 2, y - TARGET[1] / 2, *TARGET, corner=12)
        with pen.group(move=middle):
            _draw_platform(pen, ahu)
            _draw_standing(pen, view, number, viewer)


def _draw_standing(pen: Pen, view: View, number: int, viewer: Viewer) -> None:
    """Draw the pieces on an ahu."""
    holder = view.holder(number)
    if size := view.size_on(number):
        crowned = bool(view.crowned >> number & 1)
        _draw_moai(pen, size, known_base(view, number, viewer), crowned=crowned)
    elif holder != NOBODY:
        draw_base(pen, holder, 10.0)
    else:
        pen.circle(0, 0, 8.5, fill="bone", stroke="ahu-edge", line=1.2)


@drawn_once
def _draw_platform(pen: Pen, ahu: Ahu) -> None:
    """Draw the platform, with the value of a moai on stone and the value of a headdress on red."""
    pen.rect(-WIDE / 2, -HIGH / 2, WIDE, HIGH, fill="ahu", stroke="ahu-edge", line=1.4, corner=5)
    pen.text(-VALUE, 7, str(ahu.value), size=21, fill="on-ahu", bold=True)
    pen.circle(VALUE, 0, 10.5, fill="drum")
    pen.text(VALUE, 5.5, str(ahu.crown), size=16, fill="on-drum", bold=True)


def _draw_moai(pen: Pen, size: int, owner: Seat | None, *, crowned: bool) -> None:
    """Draw a moai on its base."""
    fill = "bone" if owner is None else f"clan-{owner}"
    pen.ellipse(0, 8, 14, 6, fill=fill, stroke="stone-edge", line=1.4)
    with pen.group(move=(0.0, 8.0), scale=TALL):
        draw_statue(pen, size, crowned=crowned)
    with pen.group(move=(0.0, 15.0)):
        draw_base(pen, owner, 9.0)
