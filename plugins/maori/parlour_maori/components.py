"""The components: what the rulebook lists, and what was reconstructed, from ``components.toml``."""

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


class Published(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of tiles of each shape, as the rulebook lists them."""

    single: int
    end: int
    middle: int
    water: int
    volcano: int


class Reconstructed(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts that no text of the rulebook states; printed tiles and boards may differ."""

    ends: dict[str, int]
    """End pieces by the side on which they end an island."""
    middles: dict[str, int]
    """Middle pieces by the way they run."""
    front: PrintedSide
    atoll: PrintedSide
    tile: tuple[TileEntry, ...]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    totals: Totals
    start: Start
    published: Published
    reconstructed: Reconstructed


def shapes(box: Components) -> dict[str, int]:
    """Return how many tiles of each shape there should be, as far as published and divided."""
    listed, divided = box.published, box.reconstructed
    undivided = {"single": listed.single, "water": listed.water, "volcano": listed.volcano}
    return undivided | divided.ends | divided.middles


def sums(box: Components) -> list[tuple[str, object, object]]:
    """Name each thing that must add up, with what the file has and what it should have."""
    found: Counter[str] = Counter()
    for entry in box.reconstructed.tile:
        found.update(dict.fromkeys(entry.shapes, entry.count))
    wanted = shapes(box)
    return [
        ("tiles", found.total(), box.totals.tiles),
        ("end pieces", sum(box.reconstructed.ends.values()), box.published.end),
        ("middle pieces", sum(box.reconstructed.middles.values()), box.published.middle),
        ("shapes of tile", sorted(found), sorted(wanted)),
        *((f"tiles of shape '{shape}'", found[shape], wanted.get(shape)) for shape in found),
    ]


BOX = read_components((files(__package__) / "components.toml").read_bytes(), Components, sums)
