"""The pen: it draws one panel of a picture."""

import json
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from math import ceil, floor, inf, log10
from typing import Concatenate, Literal, ParamSpec, TypeAlias, TypedDict, Unpack

from parlour.rules.picture.nodes import SvgNode, Tree, checked_once
from parlour.rules.picture.picture import PanelRole, PicturePanel
from parlour.rules.seats import Seat
from parlour.words import spoken

Anchor: TypeAlias = Literal["start", "middle", "end"]

P = ParamSpec("P")

_Level: TypeAlias = tuple[dict[str, str], list[Tree], bool]
"""The attributes of a group, its content so far, and whether it lies in a place."""

FAINT = 0.45
"""Opacity of a faint group, 0 … 1."""
DASH = "4 3"
"""Lengths of the dashes and gaps of a dashed line."""
STEPS = (1, 2, 2.5, 5, 10)
"""Distances between two lines of a grid, times a power of ten."""
MAX_DRAWN = 1000
"""Maximum number of drawings of a symbol that are remembered."""
MAX_STEPS = 6
"""Maximum number of steps between the lines of a grid."""


LETTER_WIDTH = 0.6
"""Mean width of a letter, as a part of the size of the font."""


class ShapeStyle(TypedDict, total=False):
    """The look of a shape. Inks are named; "" stands for none, and so does an ink left out."""

    fill: str
    """Ink of the inside."""
    stroke: str
    """Ink of the outline."""
    line: float
    """Width of the outline; 1 unless given."""
    dash: bool
    """Whether the outline is dashed."""


class Pen:
    """Draws a panel of ``width`` by ``height`` units; x grows to the right and y downwards.

    Shapes take their ``style`` by keywords: those of ``ShapeStyle``. Later shapes lie on top.
    """

    def __init__(self, width: float, height: float) -> None:
        self._width = width
        self._height = height
        self._levels: list[_Level] = [({}, [], False)]
        self._inside = _Inside(self._levels)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        corner: float = 0.0,
        **style: Unpack[ShapeStyle],
    ) -> None:
        """Draw a rectangle of ``width`` by ``height`` units.

        Its upper left corner is at ``x``, ``y``; ``corner`` is the radius that rounds it.
        """
        place = {
            "x": _number(x),
            "y": _number(y),
            "width": _number(width),
            "height": _number(height),
        }
        if corner:
            place["rx"] = _number(corner)
        self._shape("rect", place, style)

    def circle(self, x: float, y: float, radius: float, **style: Unpack[ShapeStyle]) -> None:
        """Draw a circle round ``x``, ``y``, with this ``radius`` in units."""
        self._shape("circle", {"cx": _number(x), "cy": _number(y), "r": _number(radius)}, style)

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, **style: Unpack[ShapeStyle]
    ) -> None:
        """Draw an ellipse round ``x``, ``y``, with half-axes ``rx`` across and ``ry`` up."""
        place = {"cx": _number(x), "cy": _number(y), "rx": _number(rx), "ry": _number(ry)}
        self._shape("ellipse", place, style)

    def polygon(self, points: Iterable[tuple[float, float]], **style: Unpack[ShapeStyle]) -> None:
        """Draw a closed polygon of these ``points``, each ``(x, y)``."""
        corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._shape("polygon", {"points": corners}, style)

    def path(self, d: str, **style: Unpack[ShapeStyle]) -> None:
        """Draw a path: ``d`` is its course in the letters and numbers of SVG, ``M4 4L36 36``."""
        self._shape("path", {"d": d}, style)

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: Unpack[ShapeStyle]) -> None:
        """Draw a line from ``x1``, ``y1`` to ``x2``, ``y2``, in ``ink`` unless you say another."""
        self._shape(
            "line",
            {"x1": _number(x1), "y1": _number(y1), "x2": _number(x2), "y2": _number(y2)},
            {"stroke": "ink", **style},
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 12.0,
        fill: str = "ink",
        anchor: Anchor = "middle",
        bold: bool = False,
        within: float = inf,
    ) -> None:
        """Write one line of text.

        Args:
            x: The place of its ``anchor``: its start, its middle or its end.
            y: Its baseline.
            words: The text.
            size: Height of its letters in units.
            fill: Its ink.
            anchor: Which part of the line stands at ``x``.
            bold: Whether its letters are bold.
            within: Greatest width in units. A longer line is written smaller, as it may be in
                another language.
        """
        size = min(size, within / (LETTER_WIDTH * max(1, len(words))))
        attributes = {
            "class": f"t fill-{fill}",
            "x": _number(x),
            "y": _number(y),
            "font-size": _number(size),
        }
        attributes["text-anchor"] = anchor
        if bold:
            attributes["font-weight"] = "bold"
        self._levels[-1][1].append(SvgNode("text", attributes, (words,)))

    def group(
        self,
        *,
        move: tuple[float, float] = (0.0, 0.0),
        turn: float = 0.0,
        scale: float = 1.0,
        faint: bool = False,
    ) -> "_Inside":
        """Draw the next shapes otherwise: ``with pen.group(move=(40, 0), turn=90): ...``.

        Args:
            move: How far right and down, in units.
            turn: Degrees, clockwise, round the origin.
            scale: Factor of all lengths.
            faint: Whether they show through, as what is not there yet.
        """
        steps = []
        if move != (0.0, 0.0):
            steps.append(f"translate({_number(move[0])} {_number(move[1])})")
        if turn:
            steps.append(f"rotate({_number(turn)})")
        if scale != 1.0:
            steps.append(f"scale({_number(scale)})")
        attributes = {"transform": " ".join(steps)} if steps else {}
        if faint:
            attributes["opacity"] = _number(FAINT)
        self._inside.attributes = attributes
        return self._inside

    def spot(self, *addresses: str, key: str = "", label: str) -> "_Inside":
        """Draw the next shapes as one place: a part of a move, a piece, or both.

        ``addresses`` are fields of a move's form with their texts, ``cell=b1``. A click on the
        place chooses among the moves that have one of these. ``key`` names a piece wherever it
        goes, so that its way can be shown. A screen reader reads ``label``.

        Raises:
            ValueError: The label is empty, or the place lies in another one.
        """
        if not label.strip():
            raise ValueError(f"expected a label for the place {addresses or key!r}, got none")
        if self._levels[-1][2]:
            raise ValueError(f"expected the place '{label}' beside others, got it inside of one")
        attributes = {"class": "spot"}
        if addresses:
            attributes["data-at"] = _list_text(addresses)
        if key:
            attributes["data-key"] = key
        attributes["aria-label"] = label
        self._inside.attributes = attributes
        return self._inside

    def panel(
        self,
        name: str,
        title: str,
        *,
        label: str,
        needed: bool = False,
        role: PanelRole | None = None,
        seat: Seat | None = None,
    ) -> PicturePanel:
        """Return the drawing, as a panel.

        Args:
            name: Its name in code: ``board``.
            title: Its heading for people.
            label: What a screen reader reads first.
            needed: Whether nobody can play without it.
            role: Its part of the page; without one it is a scene if it is ``needed``, and
                otherwise at the side.
            seat: The seat whose things it shows, if it belongs to one.
        """
        return PicturePanel(
            name,
            title,
            label,
            self._width,
            self._height,
            self.nodes,
            needed,
            role or ("scene" if needed else "side"),
            seat,
        )

    @property
    def nodes(self) -> tuple[SvgNode, ...]:
        """The elements drawn so far."""
        return tuple(node for node in self._levels[0][1] if isinstance(node, SvgNode))

    def add(self, nodes: Iterable[Tree]) -> None:
        """Draw nodes that another pen has drawn."""
        self._levels[-1][1].extend(nodes)

    def _shape(self, tag: str, place: dict[str, str], style: ShapeStyle) -> None:
        fill = style.get("fill", "")
        stroke = style.get("stroke", "")
        classes = [f"fill-{fill}"] if fill else []
        if not fill:
            place["fill"] = "none"
        if stroke:
            classes.append(f"stroke-{stroke}")
            place["stroke-width"] = _number(style.get("line", 1.0))
            if style.get("dash"):
                place["stroke-dasharray"] = DASH
        if classes:
            place["class"] = " ".join(classes)
        self._levels[-1][1].append(SvgNode(tag, place))


def drawn_once(draw: Callable[Concatenate[Pen, P], None]) -> Callable[Concatenate[Pen, P], None]:
    """Remember what a function draws for its arguments: a symbol that many pictures have.

    It is drawn for each language.

    Raises:
        ValueError: When it is called, if it draws a place.
    """

    @lru_cache(maxsize=MAX_DRAWN)
    def nodes(_language: str, /, *arguments: P.args, **named: P.kwargs) -> tuple[Tree, ...]:
        pen = Pen(0, 0)
        with pen.spot(label="symbol"):
            draw(pen, *arguments, **named)
        return checked_once(pen.nodes[0].children)

    @wraps(draw)
    def add(pen: Pen, /, *arguments: P.args, **named: P.kwargs) -> None:
        pen.add(nodes(spoken(), *arguments, **named))  # type: ignore[arg-type]  # what has no hash is refused

    return add


class _Inside:
    """Puts the shapes drawn meanwhile into a group; a group that changes nothing is left out.

    A pen has one for all its groups, hundreds in a picture: ``attributes`` belong
    to the group that the next ``with`` begins.
    """

    __slots__ = ("_levels", "attributes")

    def __init__(self, levels: list[_Level]) -> None:
        self._levels = levels
        self.attributes: dict[str, str] = {}

    def __enter__(self) -> None:
        attributes = self.attributes
        levels = self._levels
        levels.append((attributes, [], levels[-1][2] or attributes.get("class") == "spot"))

    def __exit__(self, *_: object) -> None:
        attributes, children, _in_spot = self._levels.pop()
        if attributes:
            self._levels[-1][1].append(SvgNode("g", attributes, tuple(children)))
        else:
            self._levels[-1][1].extend(children)


def round_marks(low: float, high: float) -> list[float]:
    """Return round numbers from ``low`` to ``high`` for the lines of a grid."""
    # The narrowest round distance that needs no more steps than allowed.
    rough = (high - low) / MAX_STEPS
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * step for step in STEPS if unit * step >= rough)
    return [round(number * step, 6) for number in range(ceil(low / step), floor(high / step) + 1)]


@lru_cache(maxsize=10_000)
def _list_text(addresses: tuple[str, ...]) -> str:
    return json.dumps(addresses, ensure_ascii=False)


@lru_cache(maxsize=10_000)
def _number(value: float) -> str:
    """Write a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
