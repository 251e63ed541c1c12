"""Nodes: the elements of a picture, a small and harmless part of SVG.

Only shapes and text are allowed, with attributes that say where they are and which ink they have.
Nothing in them runs, loads or links to anything.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from parlour.rules.one_line import quoted

if TYPE_CHECKING:  # slow to import, and only pictures in SVG need it
    from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
"""The namespace of SVG."""

_NUMBER = r"-?[0-9]+(\.[0-9]+)?"
_NUMBERS = rf"{_NUMBER}([ ,]+{_NUMBER})*"
_STEP = rf"(translate|rotate|scale)\({_NUMBERS}\)"
_PATTERNS: Mapping[str, str] = {
    "class": r"[a-z0-9-]+( [a-z0-9-]+)*",
    "d": r"[MmLlHhVvCcSsQqTtAaZz0-9., -]*",
    "fill": "none",
    "points": rf"{_NUMBERS}|",
    "stroke-dasharray": _NUMBERS,
    "stroke-linecap": "butt|round|square",
    "stroke-linejoin": "miter|round|bevel",
    "text-anchor": "start|middle|end",
    "transform": rf"{_STEP}( {_STEP})*",
    "font-weight": "bold",
    "data-at": r"(?s).*",
    "data-key": r"(?s).*",
    "aria-label": r"(?s).*",
}
_SIZES = (
    *("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"),
    *("font-size", "stroke-width", "opacity"),
)
ATTRIBUTES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in (*_PATTERNS.items(), *((name, _NUMBER) for name in _SIZES))
}
"""The attributes that an element may have, with the pattern of their values."""

TAGS = frozenset(
    {"g", "rect", "circle", "ellipse", "polygon", "polyline", "path", "line", "text", "tspan"}
)
"""Elements of a picture."""

MAX_CHECKED = 20_000
"""Maximum number of checked attributes that are remembered: most come back in every picture."""
_checked: set[tuple[str, str]] = set()
_harmless: dict[int, "SvgNode"] = {}

Tree: TypeAlias = "SvgNode | str"
"""An element, or text inside of one."""


class SvgNode(Struct, frozen=True, array_like=True, gc=False):
    """An element of a picture, which JSON holds as ``[tag, {attribute: value}, [child, …]]``."""

    tag: str
    """Its name, one of ``TAGS``."""
    attributes: Mapping[str, str]
    """The values of its attributes, by the names in ``ATTRIBUTES``."""
    children: tuple["SvgNode | str", ...] = ()
    """The elements and the text inside of it."""

    def svg(self) -> str:
        """Return it as SVG, with every text escaped."""
        attributes = "".join(
            f' {name}="{escape(value)}"' for name, value in self.attributes.items()
        )
        inside = "".join(
            escape(child) if isinstance(child, str) else child.svg() for child in self.children
        )
        return f"<{self.tag}{attributes}>{inside}</{self.tag}>"

    def walk(self) -> Iterator["SvgNode"]:
        """Yield the element and all inside of it, outer ones first."""
        yield self
        for child in self.children:
            if isinstance(child, SvgNode):
                yield from child.walk()


def check_node(node: SvgNode) -> None:
    """Check that the element ``node`` and all inside of it are harmless.

    Raises:
        ValueError: A name of an element or attribute is not allowed, or a value has another form.
    """
    left: list[Tree] = [node]
    while (
        left
    ):  # a loop and no generator: pictures have hundreds of nodes and are made at each move
        inner = left.pop()
        if isinstance(inner, str) or id(inner) in _harmless:
            continue
        if inner.tag not in TAGS:
            raise ValueError(f"expected shapes and text in a picture, got <{inner.tag}>")
        if not inner.attributes.items() <= _checked:
            _check_attributes(inner)
        left += inner.children


def checked_once(nodes: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """Return nodes that come back in many pictures, so that none of these checks them again.

    Raises:
        ValueError: They are not harmless.
    """
    for node in nodes:
        if isinstance(node, SvgNode):
            check_node(node)
            if len(_harmless) < MAX_CHECKED:
                _harmless[id(node)] = node  # it stays, so that no other node gets its number
    return nodes


def _check_attributes(node: SvgNode) -> None:
    for name, value in node.attributes.items():
        pattern = ATTRIBUTES.get(name)
        if pattern is None:
            raise ValueError(f"expected no attribute {quoted(name)} in <{node.tag}>")
        if not pattern.fullmatch(value):
            raise ValueError(f"expected another value of '{name}', got {quoted(value)}")
    if len(_checked) > MAX_CHECKED:
        _checked.clear()
    _checked.update(node.attributes.items())


def read_svg(text: str) -> tuple[SvgNode, ...]:
    """Read the elements inside of an ``<svg>`` that another library has drawn.

    Raises:
        ValueError: It is not SVG, or has more than shapes and text in named inks.
    """
    from xml.etree.ElementTree import ParseError, fromstring  # noqa: PLC0415  slow, seldom needed

    try:
        root = fromstring(text)  # noqa: S314  a plugin's own text, which runs code anyway
    except ParseError as fault:
        raise ValueError(f"expected SVG, got {quoted(text)} ({fault})") from None
    nodes = tuple(map(_node, root))
    for node in nodes:
        check_node(node)
    return nodes


def _node(element: "Element") -> SvgNode:
    inside: list[Tree] = [element.text] if element.text and element.text.strip() else []
    for child in element:
        inside.append(_node(child))
        if child.tail and child.tail.strip():
            inside.append(child.tail)
    return SvgNode(element.tag.removeprefix(f"{{{SVG}}}"), dict(element.attrib), tuple(inside))
