"""Pictures: the look of a match from one seat, in panels that a page arranges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from parlour.rules.picture.inks import INKS, Ink, check_inks, style_sheet
from parlour.rules.picture.nodes import SVG, SvgNode, Tree, check_node
from parlour.rules.seats import Seat

PanelRole: TypeAlias = Literal["scene", "choice", "mine", "foot", "other", "side"]
"""The role of a panel for its viewer; a page places it by this role.

A ``scene`` is played on and fills the window. A ``choice`` is there for one decision, as are
carriers to choose from. ``mine`` lies beside the scene and ``foot`` at the foot of the window: both
hold what belongs to the viewer. ``other`` holds the things of another seat; ``side`` is the rest.
"""

SCOPE = "parlour-picture"
"""The class of the element that holds a picture which stands alone."""
FONTS = "{0}.t {{ font-family: sans-serif; }}\n{0}.mono {{ font-family: monospace; }}\n"
"""The style sheet of text that stands alone, within a selector."""


class Spot(Struct, frozen=True):
    """A place in a picture: a part of a move, a piece, or both."""

    label: str
    """Words for a screen reader."""
    addresses: tuple[str, ...]
    """The fields of moves that it stands for, with their texts: ``cell=b1``."""
    key: str
    """The name of the piece; may be empty."""
    node: SvgNode
    """The drawing."""


@dataclass(frozen=True)
class PicturePanel:
    """A part of a picture.

    Raises:
        ValueError: It holds more than shapes and text.
    """

    name: str
    """A short word, as for the panels of a terminal: ``market``."""
    title: str
    """The heading over it."""
    label: str
    """One sentence about its content, for a screen reader."""
    width: float
    """Its width in the panel's units."""
    height: float
    """Its height in the same units."""
    nodes: tuple[SvgNode, ...]
    """Its elements; later ones lie on top."""
    needed: bool = False
    """Whether the current decision needs it."""
    role: PanelRole = "scene"
    """The role: it says where a page places it."""
    seat: Seat | None = None
    """The seat whose things it shows, or None."""

    def __post_init__(self) -> None:
        """Refuse markup that is not harmless."""
        for node in self.nodes:
            check_node(node)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The places in it, in the order of drawing."""
        return tuple(_spots(self.nodes))

    def svg(self, style: str = "") -> str:
        """Return it as an SVG image, with a style sheet inside if one is given."""
        sheet = f"<style>{style}</style>" if style else ""
        return (
            f'<svg xmlns="{SVG}" viewBox="0 0 {self.width:g} {self.height:g}" role="img" '
            f'aria-label="{escape(self.label)}">'
            f"{sheet}{''.join(node.svg() for node in self.nodes)}</svg>"
        )


@dataclass(frozen=True)
class Picture:
    """The look of a match from one seat.

    A notebook shows it.
    """

    panels: tuple[PicturePanel, ...]
    """The panels, first the panels that the current decision needs most."""
    inks: Mapping[str, Ink] = field(default_factory=dict)
    """The game's own inks by name, beside ``INKS``."""
    signs: Sequence[str] = ()
    """The letter of each seat on the table; empty if a seat has its number."""

    def __post_init__(self) -> None:
        """Refuse inks whose names cannot stand in a style sheet."""
        check_inks(self.inks)

    @property
    def all_inks(self) -> Mapping[str, Ink]:
        """The inks that every picture has, and the game's own."""
        return {**INKS, **self.inks}

    def panel(self, name: str) -> PicturePanel:
        """Return a panel by its name.

        Raises:
            KeyError: It has no such panel.
        """
        return {panel.name: panel for panel in self.panels}[name]

    def svg(self, name: str | None = None) -> str:
        """Return one panel as an SVG file that stands alone; the first unless one is named.

        Raises:
            KeyError: There is no panel of this name.
        """
        panel = self.panels[0] if name is None else self.panel(name)
        return panel.svg(FONTS.format("") + style_sheet(self.all_inks))

    def html(self) -> str:
        """Return all panels as a piece of HTML that stands alone."""
        sheet = FONTS.format(f".{SCOPE} ") + style_sheet(self.all_inks, f".{SCOPE}")
        panels = "".join(
            f"<h3>{escape(panel.title)}</h3>"
            f'<div style="max-width: {panel.width:g}px">{panel.svg()}</div>'
            for panel in self.panels
        )
        return f'<div class="{SCOPE}"><style>{sheet}</style>{panels}</div>'

    def save(self, path: Path | str, name: str | None = None) -> None:
        """Write the panel ``name``, or the first one, as an SVG file at ``path``.

        Raises:
            KeyError: There is no panel of this name.
        """
        Path(path).write_text(self.svg(name), encoding="utf-8")

    def __str__(self) -> str:
        """Return the first panel as SVG."""
        return self.svg() if self.panels else ""

    def __repr__(self) -> str:
        """Write the names of its panels."""
        return f"<Picture: {', '.join(panel.name for panel in self.panels)}>"

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_svg_(self) -> str:
        return str(self)


def _spots(nodes: tuple[SvgNode, ...]) -> list[Spot]:
    """Return the places among nodes, in the order of drawing."""
    spots: list[Spot] = []
    left = list[Tree](reversed(nodes))
    while left:  # a loop and no generator, as in ``check_node``
        node = left.pop()
        if isinstance(node, str):
            continue
        if node.attributes.get("class") == "spot":
            at = msgspec.json.decode(node.attributes.get("data-at", "[]"), type=tuple[str, ...])
            key = node.attributes.get("data-key", "")
            spots.append(Spot(node.attributes["aria-label"], at, key, node))
        else:
            left += reversed(node.children)
    return spots
