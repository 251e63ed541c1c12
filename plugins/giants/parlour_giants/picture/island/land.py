"""The land as it is drawn: sea, beach, hexes with their kinds, and roads between figures."""

import re
from collections.abc import Callable, Mapping
from functools import partial

from parlour.kit.grid_picture import Point, hex_corners
from parlour.rules.picture import Pen, drawn_once
from parlour_giants.picture.island.chart import RADIUS, WIDER, Chart
from parlour_giants.picture.symbols import STAR
from parlour_giants.view import View
from parlour_giants.words.names import commas, say
from parlour_giants.words.view import land_words, standing_words

INNER = RADIUS - 1.5
"""Units from the middle of a hex to the corners of its edge."""
SIGN = -27.0
"""Units from the middle of a hex up to the foot of the sign of its kind."""

WAVE = "m0,0 q6,-7 12,0 q6,7 12,0"
TREE = "M-9,0 L-1.5,0 L-1.5,4 L1.5,4 L1.5,0 L9,0 L4.5,-8 L7,-8 L0,-20 L-7,-8 L-4.5,-8 Z"
HOUSE = "M-17,0 Q-17,-11 0,-11 Q17,-11 17,0 Z"
DOOR = "M-3,0 L-3,-5 Q0,-7 3,-5 L3,0 Z"
HUT = "M-13,0 L-13,-8 L0,-21 L13,-8 L13,0 Z"
CRAGS = "M-24,0 L-17,-13 L-9,-6 L0,-19 L9,-7 L16,-14 L24,0 Z"
CRACKS = "M-17,-12 L-14,-3 M0,-18 L-3,-8 L1,-2 M16,-13 L12,-4"


@drawn_once
def draw_sea(pen: Pen, on_chart: Chart) -> None:
    """Draw the sea with some waves, the surf and the beach."""
    pen.rect(0, 0, on_chart.width, on_chart.height, fill="sea", corner=18)
    pen.path(on_chart.surf, fill="surf")
    pen.path(on_chart.beach, fill="sand", stroke="ahu-edge", line=1.2)
    right, bottom = on_chart.width, on_chart.height
    waves = ((70, 60), (130, 96), (right - 150, 50), (right - 96, 84), (right - 190, bottom - 70),
             (right - 120, bottom - 110), (right - 260, bottom - 40), (60, 130))  # fmt: skip
    pen.path(" ".join(f"M{x:.0f},{y:.0f} {WAVE}" for x, y in waves), stroke="surf", line=3)


def draw_hex(pen: Pen, view: View, here: int, on_chart: Chart) -> None:
    """Draw a hex as a place for figures, with its name and the sign of its kind."""
    on, name, middle = view.board, view.board.hexes[here], on_chart.hexes[here]
    label = commas((name, land_words(view, here), *standing_words(view, here)))
    with pen.spot(f"hex={name}", key=name, label=label):
        grounds = {on.moai_quarry: "rock", on.headdress_quarry: "red-rock"}
        ground = grounds.get(here, "hill" if here in on.forests else "grass")
        _draw_ground(pen, middle, ground, name, on_chart.names[here])
    _draw_sign(pen, view, here, middle)


@drawn_once
def _draw_ground(pen: Pen, middle: Point, ground: str, name: str, at: Point) -> None:
    corners = [(x * WIDER + middle[0], y + middle[1]) for x, y in hex_corners((0.0, 0.0), INNER)]
    pen.polygon(corners, fill=ground, stroke="grass-edge", line=2)
    pen.text(at[0], at[1] + 4, name, size=16, fill="name")


def _draw_sign(pen: Pen, view: View, here: int, middle: Point) -> None:
    """Draw the kind of a special hex, as the place of what an action there brings."""
    on, (x, y) = view.board, middle
    gains = {
        on.village: ("worker", "village"),
        on.hut: ("marker", "hut"),
        on.headdress_quarry: ("headdress", "fetch_headdress"),
    }
    if here in gains:
        gain, place = gains[here]
        with pen.spot(f"gain={gain}", label=say(f"picture.{place}")):
            _draw_target(pen, middle)
            with pen.group(move=(x, y + SIGN + 10)):
                _DRAWN[gain](pen)
    elif here == on.moai_quarry:
        with pen.group(move=(x, y + SIGN + 10)):
            _draw_crags(pen, "stone-light", "rock-edge")
    elif here in on.forests:
        _draw_forest(pen, view, here, middle)


def _draw_forest(pen: Pen, view: View, here: int, middle: Point) -> None:
    """Draw a forest with the number of its logs, or the stumps of a felled one."""
    x, y = middle
    if not view.forests >> here & 1:
        with pen.group(move=(x, y + SIGN + 10)):
            for step in (-20, -4, 12, 26):
                pen.ellipse(step, -3 - step % 5, 5.5, 3.2, fill="wood-end", stroke="wood-edge")
        return
    logs, name = view.board.forests[here], view.board.hexes[here]
    label = say("picture.forest", hex=name, number=logs)
    with pen.spot("gain=logs", key=f"forest {name}", label=label):
        _draw_target(pen, middle)
        with pen.group(move=(x, y + SIGN + 8)):
            _draw_trees(pen, logs)


@drawn_once
def _draw_trees(pen: Pen, logs: int) -> None:
    trees = " ".join(moved(TREE, step, -(abs(step) % 4)) for step in (-32, -17, 17, 32))
    pen.path(trees, fill="tree", stroke="tree-edge")
    pen.circle(0, -8, 10.5, fill="wood-end", stroke="wood-edge", line=1.4)
    pen.text(0, -2.6, str(logs), size=16, fill="on-bone", bold=True)


def _draw_target(pen: Pen, middle: Point) -> None:
    """Mark out the area to press for the sign of a hex; the middle is for the hex itself."""
    pen.rect(middle[0] - 38, middle[1] - 56, 76, 52, corner=12)


def moved(path: str, across: float, down: float) -> str:
    """Return a path of straight lines moved."""

    def at(point: re.Match[str]) -> str:
        return f"{float(point[1]) + across:g},{float(point[2]) + down:g}"

    return re.sub(r"([-\d.]+),([-\d.]+)", at, path)


def _draw_village(pen: Pen) -> None:
    for x, y in ((-15.0, -3.0), (15.0, -1.0)):
        with pen.group(move=(x, y)):
            pen.path(HOUSE, fill="wood", stroke="wood-edge", line=1.4)
            pen.path(DOOR, fill="wood-edge")


def _draw_hut(pen: Pen) -> None:
    pen.path(HUT, fill="wood", stroke="wood-edge", line=1.4)
    with pen.group(move=(0.0, -7.5), scale=0.62):
        pen.path(STAR, fill="bone", stroke="wood-edge")


def _draw_crags(pen: Pen, fill: str, stroke: str) -> None:
    pen.path(CRAGS, fill=fill, stroke=stroke, line=1.4)
    pen.path(CRACKS, stroke=stroke, line=1.2)


_DRAWN: Mapping[str, Callable[[Pen], None]] = {
    "worker": _draw_village,
    "marker": _draw_hut,
    "headdress": partial(_draw_crags, fill="drum", stroke="drum-edge"),
}
"""The sign of a hex by what an action brings there."""


# Roads


def draw_roads(pen: Pen, view: View, on_chart: Chart) -> None:
    """Draw roads between figures, wider ones for heavier pieces (rule 5.3)."""
    on, strength = view.board, [camp.strength for camp in view.camps]
    strength[on.moai_quarry] = strength[on.headdress_quarry] = 3  # 5.4: nobody is needed there
    widths = (0, 5, 10, 15)
    roads: dict[int, list[str]] = {}
    for here, reach in enumerate(strength):
        for near in on.neighbours[here] if reach else ():
            if near > here and strength[near]:
                (x, y), (u, v) = on_chart.hexes[here], on_chart.hexes[near]
                step = f"M{x:.1f},{y:.1f} L{u:.1f},{v:.1f}"
                roads.setdefault(min(reach, strength[near], 3), []).append(step)
    for width, steps in sorted(roads.items()):
        pen.path(" ".join(steps), stroke="road", line=widths[width])
