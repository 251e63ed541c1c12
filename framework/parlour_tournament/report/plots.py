"""Small drawings for the page: inline SVG in percentages, coloured by the page's style.

No colour and no width is fixed, so that every drawing follows the theme and the width of the
window. Texts stand in the page, not in the drawings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, isfinite

from markupsafe import Markup, escape

from parlour.rules.picture.pen import round_marks

MAX_BARS = 24
"""Maximum number of bars of a histogram."""


class Axis:
    """A linear scale from one number to another, in percent of the width."""

    def __init__(self, values: Sequence[float], *, least: float) -> None:
        """Make an axis that holds all finite values, with a range of ``least`` or more."""
        known = [value for value in values if isfinite(value)] or [0.0]
        low = min(known)
        high = max(known)
        room = max(0.04 * (high - low), (least - (high - low)) / 2)
        self.low = low - room
        self.high = high + room
        self.marks = round_marks(self.low, self.high)

    def at(self, value: float) -> float:
        """Return the place of a number, 0 … 100 %; numbers beyond the ends are put at them."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(1.0, max(0.0, share)), 2)


def whisker(axis: Axis, value: float, low: float, high: float, label: str) -> Markup:
    """Draw a figure as a dot on its interval; an infinite end gets an arrow."""
    left = axis.at(low)
    right = axis.at(high)
    dot = axis.at(value)
    parts = [_grid(axis), f'<line class="span" x1="{left}%" x2="{right}%" y1="50%" y2="50%"/>']
    if not isfinite(low):
        parts.append(_arrow(left, "M 7 -5 L 0 0 L 7 5"))
    if not isfinite(high):
        parts.append(_arrow(right, "M -7 -5 L 0 0 L -7 5"))
    parts.append(f'<circle class="dot" cx="{dot}%" cy="50%" r="4.5"/>')
    return _svg("whisker", parts, label)


def scale(axis: Axis, *, digits: int = 0) -> Markup:
    """Write the numbers of an axis, to stand below the drawings on it."""
    marks = "".join(
        f'<span style="left:{axis.at(mark)}%">{_number(mark, digits)}</span>' for mark in axis.marks
    )
    return Markup(f'<div class="scale" aria-hidden="true">{marks}</div>')  # noqa: S704  our own numbers


def histogram(counts: Mapping[int, int], label: str) -> Markup:
    """Draw the counts of numbers in bars, each of one number or of several in a row."""
    low = min(counts)
    high = max(counts)
    width = max(1, ceil((high - low + 1) / MAX_BARS))
    bars = [0] * ceil((high - low + 1) / width)
    for number, count in counts.items():
        bars[(number - low) // width] += count
    share = 100 / len(bars)
    most = max(bars)
    parts = [
        f'<rect class="bar" x="{place * share:.2f}%" width="{share * 0.86:.2f}%" '
        f'y="{100 - 100 * count / most:.2f}%" height="{100 * count / most:.2f}%">'
        f"<title>{low + place * width} to {low + (place + 1) * width - 1}: {count}</title></rect>"
        for place, count in enumerate(bars)
    ]
    return _svg("histogram", parts, label)


def curve(points: Sequence[tuple[float, float, float, float]], label: str) -> Markup:
    """Draw figures with their intervals at equal distances, joined by lines.

    A point is the number below it, which is not drawn, the figure, and the ends of its interval.
    """
    axis = Axis([end for point in points for end in point[1:]], least=100.0)
    step = 100 / len(points)
    places = [
        (round(step * (number + 0.5), 2), *(round(100 - axis.at(end), 2) for end in point[1:]))
        for number, point in enumerate(points)
    ]
    parts = [
        *_levels(axis),
        *(
            f'<line class="join" x1="{x1}%" y1="{y1}%" x2="{x2}%" y2="{y2}%"/>'
            for (x1, y1, *_), (x2, y2, *_) in pairwise(places)
        ),
    ]
    for x, y, low, high in places:
        parts.append(f'<line class="span" x1="{x}%" x2="{x}%" y1="{low}%" y2="{high}%"/>')
        parts.append(f'<circle class="dot" cx="{x}%" cy="{y}%" r="4.5"/>')
    return _svg("curve", parts, label)


def lines(
    courses: Mapping[str, Sequence[float]],
    about: str,
    *,
    base: float = 0.5,
    least: float = 0.2,
    label: Callable[[str], str] = str,
) -> Markup:
    """Draw the courses of figures by name, each a line over equal steps, with a key below.

    The axis holds ``base`` and a range of ``least`` or more.
    """
    axis = Axis([base, *(value for course in courses.values() for value in course)], least=least)
    parts = list(_levels(axis))
    key = Markup()
    for number, (name, course) in enumerate(courses.items(), 1):
        step = 100 / max(1, len(course) - 1)
        ends = [
            (round(step * place, 2), round(100 - axis.at(v), 2)) for place, v in enumerate(course)
        ]
        parts += [
            f'<line class="course line{number}" x1="{x1}%" y1="{y1}%" x2="{x2}%" y2="{y2}%"/>'
            for (x1, y1), (x2, y2) in pairwise(ends)
        ]
        key += Markup('<span class="line{}">{}</span>').format(number, label(name))
    return _svg("curve", parts, about) + Markup('<div class="key">{}</div>').format(key)


CORNERS = (("50%", "16%"), ("85%", "84%"), ("15%", "84%"))
"""Places of three bots in a circle."""
ARROWS = ("M 122 34 L 160 76", "M 132 96 L 68 96", "M 40 76 L 78 34")
"""Ways between them, in a drawing 200 wide and 110 high."""


def circle(names: Sequence[str]) -> Markup:
    """Draw three bots in a circle, with arrows from each to the one that it beats."""
    texts = (
        f'<text x="{x}" y="{y}" text-anchor="middle">{escape(name)}</text>'
        for (x, y), name in zip(CORNERS, names, strict=True)
    )
    ways = (f'<path class="join" marker-end="url(#tip)" d="{way}"/>' for way in ARROWS)
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
    tip += 'orient="auto"><path d="M 0 0 L 8 4 L 0 8 z"/></marker>'
    return _svg("circle", [tip, *ways, *texts], " beats ".join((*names, names[0])))


def _number(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def _levels(axis: Axis) -> Iterator[str]:
    """Yield a line and a number at each mark of an axis that goes upwards."""
    for mark in axis.marks:
        y = round(100 - axis.at(mark), 2)
        text = _number(mark, 0 if axis.high - axis.low > 5 else 2)
        yield f'<line class="grid" x1="0" x2="100%" y1="{y}%" y2="{y}%"/>'
        yield f'<text class="level" x="0" y="{y}%" dy="-2">{text}</text>'


def _grid(axis: Axis) -> str:
    return "".join(
        f'<line class="grid" x1="{axis.at(mark)}%" x2="{axis.at(mark)}%" y1="0" y2="100%"/>'
        for mark in axis.marks
    )


def _arrow(x: float, path: str) -> str:
    """Draw the head of an arrow; in a nested drawing, since a path takes no percentages."""
    return f'<svg x="{x}%" y="50%" overflow="visible"><path class="arrow" d="{path}"/></svg>'


def _svg(kind: str, parts: Sequence[str], label: str) -> Markup:
    text = escape(label)
    drawn = "".join(parts)
    return Markup(  # noqa: S704  numbers of our own; the label is escaped
        f'<svg class="{kind}" role="img" aria-label="{text}"><title>{text}</title>{drawn}</svg>'
    )
