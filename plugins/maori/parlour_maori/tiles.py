"""The tiles of the box: their sorts, and the faces they can show when they are turned."""

from collections.abc import Iterator

from msgspec import Struct

from parlour_maori.components import BOX, TileEntry

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""The edges of a tile, as bits in clockwise order."""

LAND_EDGES = {
    "single": 0,
    "left": EAST,
    "right": WEST,
    "top": SOUTH,
    "bottom": NORTH,
    "horizontal": EAST | WEST,
    "vertical": NORTH | SOUTH,
    "water": 0,
    "volcano": 0,
}
"""For each shape the edges that its land goes on over."""

EDGE_NAMES = {"n": NORTH, "e": EAST, "s": SOUTH, "w": WEST}


class Sort(Struct, frozen=True):
    """One sort of tile: all tiles that look the same."""

    shape: str
    palms: int = 0
    hut: bool = False
    boats: int = 0
    shells: int = 0
    wreath: int = 0
    """The land edges that show half a wreath, as bits."""
    count: int = 1

    @property
    def name(self) -> str:
        """A short name that no other sort has: ``left-p2-wreath``."""
        middle = self.shape in {"horizontal", "vertical"}
        edges = "".join(name for name, edge in EDGE_NAMES.items() if self.wreath & edge)
        parts = (
            self.shape,
            f"p{self.palms}" if self.palms else "",
            "hut" if self.hut else "",
            f"boat{self.boats if self.boats > 1 else ''}" if self.boats else "",
            f"shell{self.shells}" if self.shells else "",
            f"wreath{'-' + edges if middle else ''}" if self.wreath else "",
        )
        return "-".join(filter(None, parts))


class Face(Struct, frozen=True):
    """A sort of tile as it lies."""

    sort: int
    """The number of the sort."""
    turned: int
    """Quarters clockwise from the tile as it is printed."""
    edges: int
    """The edges that the land goes on over, as bits."""
    wreath: int
    """The edges that show half a wreath, as bits."""


def sorts_of(entry: TileEntry) -> Iterator[Sort]:
    """Yield a sort of tile for each shape of an entry of the components file."""
    for shape in entry.shapes:
        wreath = sum(LAND_EDGES[shape] if e == "inner" else EDGE_NAMES[e] for e in entry.wreath)
        yield Sort(shape, entry.palms, entry.hut, entry.boats, entry.shells, wreath, entry.count)


def turned(edges: int, quarters: int) -> int:
    """Turn edges clockwise by quarters."""
    # Edges are bits in clockwise order, so a quarter turn is a rotation of four bits.
    return (edges << quarters | edges >> 4 - quarters) & 15


def faces_of(number: int, sort: Sort) -> tuple[Face, ...]:
    """Return the faces a sort can show, as printed first.

    Palms must face their owner, so a tile with palms lies in one way only
    (rule 4.3); the smallest of turns that look the same stands for all.
    """
    edges = LAND_EDGES[sort.shape]
    seen: dict[tuple[int, int], Face] = {}
    for quarters in range(1 if sort.palms else 4):
        looks = turned(edges, quarters), turned(sort.wreath, quarters)
        seen.setdefault(looks, Face(number, quarters, *looks))
    return tuple(seen.values())


NO_TILE = Sort("none", count=0)
SORTS = (NO_TILE, *(sort for entry in BOX.reconstructed.tile for sort in sorts_of(entry)))
"""Sorts by number; number 0 stands for no tile."""

NUMBER = {sort.name: number for number, sort in enumerate(SORTS)}
VOLCANO = NUMBER["volcano"]

FACES: tuple[Face, ...] = (
    Face(0, 0, 0, 0),
    *(face for number, sort in enumerate(SORTS) if number for face in faces_of(number, sort)),
)
"""Faces by number; number 0 stands for an empty cell."""

FACES_OF = tuple(
    tuple(number for number, face in enumerate(FACES) if number and face.sort == sort)
    for sort in range(len(SORTS))
)
"""For each sort the numbers of its faces, as printed first."""

FACE_TURNED = tuple({FACES[face].turned: face for face in faces} for faces in FACES_OF)
"""For each sort the number of its face after so many quarters."""

SORT = tuple(face.sort for face in FACES)
EDGES = tuple(face.edges for face in FACES)
WREATH = tuple(face.wreath for face in FACES)
PALMS = tuple(SORTS[face.sort].palms for face in FACES)
HUT = tuple(SORTS[face.sort].hut for face in FACES)
BOATS = tuple(SORTS[face.sort].boats for face in FACES)
SHELLS = tuple(SORTS[face.sort].shells for face in FACES)
LAND = tuple(SORTS[face.sort].shape not in {"none", "water", "volcano"} for face in FACES)
OPEN = tuple(edges if land else 0 for edges, land in zip(EDGES, LAND, strict=True))
"""For each face the edges where its land goes on."""

WHOLE_STACK = tuple(sort.count for sort in SORTS)
"""The number of tiles in the box, for each sort."""

SINGLE_TILES = tuple(
    (number, copy) for number, sort in enumerate(SORTS) for copy in range(sort.count)
)
"""Every tile of the box: its sort, and how many of that sort come before it."""
