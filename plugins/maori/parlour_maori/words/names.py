"""The words for tiles, places of the ship, and numbers of things."""

from parlour import Seat, Viewer
from parlour_maori.scoring import sheets
from parlour_maori.state import BaseState
from parlour_maori.tiles import EAST, FACES, NORTH, SORTS, SOUTH, WEST, Sort

SHAPES = {
    "single": "island",
    "left": "left end",
    "right": "right end",
    "top": "top end",
    "bottom": "bottom end",
    "horizontal": "horizontal middle piece",
    "vertical": "vertical middle piece",
    "water": "water",
    "volcano": "volcano",
}
"""The name of each shape of tile."""

QUARTERS = ("", "rotated 90° right", "rotated 180°", "rotated 90° left")
"""The words for a tile's quarter turns clockwise."""


def tile(sort: Sort) -> str:
    """Describe a sort of tile: ``left end with 2 palms and a hut``."""
    symbols = [
        count(sort.palms, "palm") if sort.palms else "",
        "a hut" if sort.hut else "",
        ("a boat" if sort.boats == 1 else f"{sort.boats} boats") if sort.boats else "",
        count(sort.shells, "shell") if sort.shells else "",
        "half a wreath" + _wreath_side(sort) if sort.wreath else "",
    ]
    shown = [symbol for symbol in symbols if symbol]
    if not shown:
        return SHAPES[sort.shape]
    *rest, last = shown
    return f"{SHAPES[sort.shape]} with {', '.join(rest) + ' and ' if rest else ''}{last}"


def named(number: int, article: str = "a") -> str:
    """Name a tile of a sort in a sentence: ``a left end with 2 palms``, but ``water``."""
    sort = SORTS[number]
    words = tile(sort)
    if sort.shape == "water":
        return words
    return f"{'an' if article == 'a' and words[0] == 'i' else article} {words}"


def laid(face: int) -> str:
    """Describe a tile as it lies: ``left end with a boat, rotated 90° right``."""
    words = QUARTERS[FACES[face].turned]
    return tile(SORTS[FACES[face].sort]) + (f", {words}" if words else "")


def place(berth: int) -> str:
    """Say where a place of the ship is: ``above column c``, ``right of row 2``."""
    side, step = divmod(berth, 4)
    return (
        f"above column {'abcd'[step]}",
        f"right of row {step + 1}",
        f"below column {'dcba'[step]}",
        f"left of row {4 - step}",
    )[side]


def count(number: int, noun: str) -> str:
    """Count things: ``1 shell``, ``2 shells``."""
    return f"{number} {noun}" if abs(number) == 1 else f"{number} {noun}s"


def costs(shells: int) -> str:
    """Say what something costs: ``costs 2 shells``, or ``free``."""
    return f"costs {count(shells, 'shell')}" if shells else "free"


def points_gained(before: BaseState, after: BaseState, seat: Seat) -> str:
    """Say by how many points a seat's count changes, ``+2 points``; nothing if it does not."""
    points = sheets(after)[seat].total - sheets(before)[seat].total
    return f"{points:+} {'point' if abs(points) == 1 else 'points'}" if points else ""


def board_title(seat: Seat, viewer: Viewer) -> str:
    """Name a board by its owner."""
    return "Your board" if viewer.inside(seat) == "you" else f"{viewer.name(seat)}'s board"


def shapes_left(state: BaseState) -> dict[str, int]:
    """Count the tiles of the stack by shape."""
    return {
        shape: sum(
            left for sort, left in zip(SORTS, state.stack, strict=True) if sort.shape == shape
        )
        for shape in SHAPES
    }


def _wreath_side(sort: Sort) -> str:
    """Name the edges where half a wreath stands, where the shape alone does not say it."""
    if sort.shape not in {"horizontal", "vertical"}:
        return ""
    names = {NORTH: "top", EAST: "right", SOUTH: "bottom", WEST: "left"}
    where = [f"at the {name}" for edge, name in names.items() if sort.wreath & edge]
    return " " + " and ".join(where)
