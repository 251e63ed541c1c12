"""The bounds of a picture's panel: the rectangle that its elements take up."""

import re
from collections.abc import Iterable, Iterator, Mapping
from math import cos, radians, sin
from typing import NamedTuple, TypeAlias

from parlour.rules.picture import PicturePanel, SvgNode

Point: TypeAlias = tuple[float, float]

_STEP = re.compile(r"(translate|rotate|scale)\(([^)]*)\)")
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?|-?\.[0-9]+")
_SIZES: Mapping[str, int] = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


class Matrix(NamedTuple):
    """A transformation of the plane: ``x' = a x + c y + e``, ``y' = b x + d y + f``."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def at(self, point: Point) -> Point:
        """Return the place of a point after it."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, inner: "Matrix") -> "Matrix":
        """Return the transformation that applies ``inner`` first."""
        return Matrix(
            a=self.a * inner.a + self.c * inner.b,
            b=self.b * inner.a + self.d * inner.b,
            c=self.a * inner.c + self.c * inner.d,
            d=self.b * inner.c + self.d * inner.d,
            e=self.a * inner.e + self.c * inner.f + self.e,
            f=self.b * inner.e + self.d * inner.f + self.f,
        )


UNMOVED = Matrix()


def bounds_of(panel: PicturePanel) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of all that is drawn.

    Strokes and text may reach farther.
    """
    points = tuple(points_of(panel.nodes))
    across = [x for x, _ in points] or [0.0]
    down = [y for _, y in points] or [0.0]
    return min(across), min(down), max(across), max(down)


def points_of(nodes: Iterable[SvgNode], matrix: Matrix = UNMOVED) -> Iterator[Point]:
    """Yield points whose rectangle holds all shapes, strokes aside; of text, where it begins."""
    for node in nodes:
        inner = matrix.after(matrix_of(node))
        yield from map(inner.at, _corners(node))
        yield from points_of(
            (child for child in node.children if isinstance(child, SvgNode)), inner
        )


def _corners(node: SvgNode) -> Iterator[Point]:
    def number(name: str) -> float:
        return float(node.attributes.get(name, "0"))

    match node.tag:
        case "rect":
            x, y = number("x"), number("y")
            right, bottom = x + number("width"), y + number("height")
            yield from ((x, y), (right, y), (x, bottom), (right, bottom))
        case "circle" | "ellipse":
            x, y = number("cx"), number("cy")
            wide = number("r") or number("rx")
            high = number("r") or number("ry")
            yield from ((x - wide, y), (x + wide, y), (x, y - high), (x, y + high))
        case "line":
            yield from ((number("x1"), number("y1")), (number("x2"), number("y2")))
        case "text":
            yield (number("x"), number("y"))
        case "polygon" | "polyline":
            values = _numbers(node.attributes.get("points", ""))
            yield from zip(values[::2], values[1::2], strict=False)
        case "path":
            yield from _path_points(node.attributes.get("d", ""))


def _path_points(path: str) -> Iterator[Point]:
    """Yield the ends and control points of a path, whose rectangle holds its curves but arcs."""
    x = y = 0.0
    begin = (x, y)
    for command, rest in _COMMAND.findall(path):
        kind = command.upper()
        values = _numbers(rest)
        if kind == "Z":
            x, y = begin
            continue
        size = _SIZES[kind]
        for start in range(0, len(values) - size + 1, size):
            points = list(_step(kind, values[start : start + size]))
            if command.islower():
                points = [(x + (dx or 0.0), y + (dy or 0.0)) for dx, dy in points]
            placed = [(x if px is None else px, y if py is None else py) for px, py in points]
            yield from placed
            x, y = placed[-1]
        if kind == "M":
            begin = (x, y)


def _step(kind: str, values: list[float]) -> Iterator[tuple[float | None, float | None]]:
    """Yield the points that one step of a path names; None is a coordinate that it keeps."""
    if kind == "H":
        yield values[0], None
    elif kind == "V":
        yield None, values[0]
    elif kind == "A":
        yield values[5], values[6]
    else:
        yield from zip(values[::2], values[1::2], strict=True)


def matrix_of(node: SvgNode) -> Matrix:
    """Return the transformation of an element and all in it."""
    made = Matrix()
    for name, rest in _STEP.findall(node.attributes.get("transform", "")):
        first, *others = _numbers(rest)
        if name == "translate":
            step = Matrix(e=first, f=others[0] if others else 0.0)
        elif name == "scale":
            step = Matrix(a=first, d=others[0] if others else first)
        else:
            turn = radians(first)
            step = Matrix(cos(turn), sin(turn), -sin(turn), cos(turn))
            if others:
                x, y = others
                step = Matrix(e=x, f=y).after(step).after(Matrix(e=-x, f=-y))
        made = made.after(step)
    return made


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]
