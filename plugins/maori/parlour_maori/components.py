"""The components: the box and every number the rulebook prints, from ``components.toml``."""

from collections import Counter
from importlib.resources import files

from msgspec import Struct

from parlour import read_components


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of all components, as the rulebook lists them."""

    tiles: int
    shells: int
    boards: int


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers with which a match begins."""

    shells: int
    """For each player."""
    slots: int
    """Tiles in the display."""


class PrintedSide(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of every board, as it is printed."""

    columns: int
    rows: int
    boats_beside: int
    """Boats outside the grid."""
    seats: int
    """The most seats that can play on this side."""
    boat_cell: str | None = None
    """The cell with a printed boat, None for none."""
    inside: tuple[str, ...] = ()
    """The cells of the atoll."""


class TileEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Tiles with the same symbols: ``count`` of each of ``shapes``."""

    shapes: tuple[str, ...]
    count: int
    palms: int = 0
    hut: bool = False
    boats: int = 0
    shells: int = 0
    wreath: tuple[str, ...] = ()
    """The land edges that show half a wreath."""


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    totals: Totals
    start: Start
    published: dict[str, int]
    """Tiles of each shape."""
    front: PrintedSide
    atoll: PrintedSide
    tile: tuple[TileEntry, ...]


def sums(box: Components) -> list[tuple[str, object, object]]:
    """Name each thing that must add up, with what the file has and what it should have."""
    found: Counter[str] = Counter()
    for entry in box.tile:
        found.update(dict.fromkeys(entry.shapes, entry.count))
    return [
        ("tiles", found.total(), box.totals.tiles),
        ("shapes of tile", sorted(found), sorted(box.published)),
        *((f"tiles of shape '{shape}'", found[shape], box.published.get(shape)) for shape in found),
    ]


BOX = read_components((files(__package__) / "components.toml").read_bytes(), Components, sums)
