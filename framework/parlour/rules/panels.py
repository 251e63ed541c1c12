"""Panels: what a game shows of a match at a table, piece by piece, and the facts told about it.

A game says what lies on the table (``Game.display.table``), or draws panels
(``Game.display.panels``). A face arranges them in the space there is, and keeps the panels in sight
that the current decision needs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypeVar

from parlour.rules.events import Event

if TYPE_CHECKING:  # slow to import, and bots never draw
    from rich.style import Style
    from rich.text import Text

V = TypeVar("V", default=Any)

SPOTS = "spots"
"""Key of the addresses of a spot in the meta of a style."""


@dataclass(frozen=True)
class Space(Generic[V]):
    """The space a drawing may use, and the facts known of the moment."""

    width: int = 80
    """Columns of characters."""
    height: int = 24
    """Rows for all panels together; panels that do not fit are shown when asked for."""
    earlier: V | None = None
    """The view at the seat's last decision: what differs from it is marked; None marks nothing."""
    full: bool = False
    """Whether everything is spelt out, as ``look full`` asks."""


@dataclass(frozen=True)
class Panel:
    """A part of the table, drawn."""

    name: str
    """A short word to type, as in ``look market``."""
    title: str
    """The heading over it."""
    body: "Text"
    """The drawing: lines of text, each at most as wide as the space."""
    needed: bool = False
    """Whether the current decision needs it."""

    @property
    def width(self) -> int:
        """Columns of its widest line."""
        from rich.cells import cell_len  # noqa: PLC0415  slow to import, and bots never draw

        return max(map(cell_len, self.body.plain.split("\n")))

    @property
    def height(self) -> int:
        """Number of its lines."""
        return self.body.plain.count("\n") + 1


@dataclass(frozen=True)
class Happening(Generic[V]):
    """One answer of the match, as one seat was told it."""

    before: V
    """The seat's view before the answer."""
    events: Sequence[Event]
    """The answer and all that came of it, masked for the seat."""
    after: V
    """The seat's view after it."""


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet."""

    label: str
    """The points' reason: ``palms with huts``."""
    points: tuple[int | None, ...]
    """Points of each seat, or None if the viewer cannot know them."""
    total: bool = False
    """Whether the line sums up those above it."""


def points_of(sheet: Sequence[ScoreLine]) -> tuple[str, ...]:
    """Return the points of each seat, with a plus if some are unknown; empty if none count.

    They are the same beside a name, in a panel and on the sheet: ``12``, ``8+``.
    """
    if not any(line.total for line in sheet):
        return ()
    columns = zip(*(line.points for line in sheet), strict=True)
    signs = ("+" * (None in parts) for parts in columns)
    return tuple(f"{least}{sign}" for least, sign in zip(known_points(sheet), signs, strict=True))


def known_points(sheet: Sequence[ScoreLine]) -> list[int]:
    """Return the known points of each seat: of a total that is not known, its known parts."""
    columns = zip(*(line.points for line in sheet), strict=True)
    totals = [line.points for line in sheet if line.total]
    known = (sum(filter(None, parts)) for parts in columns)
    if not totals:
        return list(known)
    return [
        least if total is None else total for total, least in zip(totals[-1], known, strict=True)
    ]


def spot(*addresses: str, style: "Style | str" = "") -> "Style":
    """Return a style for a spot of a drawing that stands for part of a move.

    ``addresses`` are fields of a move's form with their texts: ``cell=b1``, ``steps=3``. A click on
    the spot chooses among the moves that have one of these. Several spots may share an address.
    ``style`` is the style that the spot has besides.
    """
    from rich.style import Style  # noqa: PLC0415  slow to import, and bots never draw

    base = Style.parse(style) if isinstance(style, str) else style
    return base + Style(meta={SPOTS: addresses})
