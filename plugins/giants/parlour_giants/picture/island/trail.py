"""The trail of a piece on the move: the hexes that it has visited and may not enter again.

A position holds these hexes as a set (rules 5.4 and 9.7). If only one way leads through all of
them to the piece, the trail is a line with numbered steps; otherwise each hex has a mark. Hexes
where the piece has lain, and may not be left again, have another one (5.15).
"""

from functools import lru_cache

from parlour.kit.grid_picture import Point
from parlour.rules.picture import Pen
from parlour_giants.board import board, members
from parlour_giants.phases import Moving
from parlour_giants.picture.island.chart import Chart
from parlour_giants.view import View
from parlour_giants.words.names import say
from parlour_giants.words.view import lain_on, visited

MAX_HEXES = 14
"""Maximum number of hexes of a trail; of a longer one the way is not looked for."""
BESIDE = (-38.0, -20.0)
"""Place of a mark from the middle of its hex."""


def draw_line(pen: Pen, way: tuple[int, ...], on_chart: Chart) -> None:
    """Draw the line of a trail."""
    points = [on_chart.hexes[here] for here in way]
    steps = " ".join(f"L{x:.1f},{y:.1f}" for x, y in points[1:])
    if steps:
        x, y = points[0]
        pen.path(f"M{x:.1f},{y:.1f} {steps}", stroke="accent", line=5, dash=True)


def draw_marks(pen: Pen, view: View, on_chart: Chart) -> None:
    """Draw a mark on each hex that the piece on the move has been on, numbered if possible."""
    way = way_of(view)
    for here in members(visited(view)):
        x, y = on_chart.hexes[here]
        name, number = view.board.hexes[here], str(way.index(here)) if here in way else ""
        code = "picture.trail" if number in {"", "0"} else "picture.trail_step"
        label = say(code, hex=name, step=number)
        with pen.spot(key=f"trail {name}", label=label):
            _draw_mark(pen, (x + BESIDE[0], y + BESIDE[1]), number)
    for here in members(lain_on(view)):
        x, y = on_chart.hexes[here]
        name = view.board.hexes[here]
        with pen.spot(key=f"lain {name}", label=say("picture.lain", hex=name)):
            pen.circle(x + BESIDE[0], y + BESIDE[1], 9, fill="paper", stroke="accent", line=2)


def _draw_mark(pen: Pen, place: Point, number: str) -> None:
    """Draw a number in a ring, a dot for the start, or a cross where the step is not known."""
    x, y = place
    pen.circle(x, y, 11, fill="paper", stroke="accent", line=2)
    if number == "0":
        pen.circle(x, y, 3.5, fill="accent")
    elif number:
        pen.text(x, y + 5.5, number, size=16, fill="ink", bold=True)
    else:
        pen.path(f"M{x - 4:.1f},{y - 4:.1f} l8,8 m0,-8 l-8,8", stroke="accent", line=2)


def way_of(view: View) -> tuple[int, ...]:
    """Return the way of the movement under way, if the set of its hexes leaves only one."""
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ()
    start = view.board.quarry(phase.size) if phase.claim == "screen" else None
    return _only_way(view.options.island, phase.been, phase.hex, start)


@lru_cache(maxsize=256)
def _only_way(source: str, been: int, last: int, start: int | None) -> tuple[int, ...]:
    """Return the one way that visits every hex of a set once and ends on ``last``, or nothing."""
    if been.bit_count() > MAX_HEXES or not been >> last & 1:
        return ()
    around = board(source).around
    found: list[tuple[int, ...]] = []
    unfinished: list[tuple[tuple[int, ...], int]] = [((last,), been & ~(1 << last))]
    while unfinished and len(found) < 2:
        way, left = unfinished.pop()
        if not left and start in {None, way[0]}:
            found.append(way)
        unfinished += [
            ((near, *way), left & ~(1 << near)) for near in members(around[way[0]] & left)
        ]
    return found[0] if len(found) == 1 else ()
