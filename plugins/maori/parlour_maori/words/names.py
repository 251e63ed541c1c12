"""The phrasebook of sentences, and the words for tiles, places of the ship, and numbers."""

from importlib.resources import files

from parlour import Phrase, Phrasebook, Seat, Viewer, listed
from parlour_maori.moves import TURNS
from parlour_maori.scoring import sheets
from parlour_maori.state import BaseState
from parlour_maori.tiles import EAST, FACES, NORTH, SORTS, SOUTH, WEST, Sort

SENTENCES = Phrasebook(files(__package__) / "sentences")
"""The sentences of Maori by code, in each language."""

say, phrase = SENTENCES.say, SENTENCES.phrase

SHAPES = (
    *("single", "left", "right", "top", "bottom", "horizontal", "vertical", "water", "volcano"),
)
"""Each shape of tile."""


@SENTENCES.worded_once
def tile(sort: Sort, article: str = "") -> str:
    """Describe a sort of tile: ``left end with 2 palms and a hut``, or ``the left end …``."""
    form = f".{article}" if article else ""
    symbols = list(map(str, _symbols(sort)))
    if not symbols:
        return say(f"plain{form}", shape=sort.shape)
    return say(f"tile{form}", shape=sort.shape, symbols=listed(symbols))


def _symbols(sort: Sort) -> list[Phrase]:
    """Return what a sort of tile shows besides land and water."""
    numbers = {"palms": sort.palms, "hut": sort.hut, "boats": sort.boats, "shells": sort.shells}
    shown = [phrase(f"symbol.{name}", number=n) for name, n in numbers.items() if n]
    if not sort.wreath:
        return shown
    if sort.shape not in {"horizontal", "vertical"}:  # else the shape says where it is
        return [*shown, phrase("symbol.wreath")]
    names = {NORTH: "top", EAST: "right", SOUTH: "bottom", WEST: "left"}
    edges = [say(f"edge.{name}") for edge, name in names.items() if sort.wreath & edge]
    return [*shown, phrase("symbol.wreath_at", edges=listed(edges))]


def named(number: int, article: str = "a") -> str:
    """Name a tile of a sort in a sentence: ``a left end with 2 palms``, but ``water``."""
    return tile(SORTS[number], article)


def quarters(way: int) -> str:
    """Say how a tile is rotated by quarter turns clockwise: ``rotated 90° right``."""
    return say(f"quarter.{TURNS[way]}") if way else ""


def laid(face: int) -> str:
    """Describe a tile as it lies: ``left end with a boat, rotated 90° right``."""
    words, way = tile(SORTS[FACES[face].sort]), FACES[face].turned
    return say("lies", tile=words, quarter=quarters(way)) if way else words


def place(berth: int) -> str:
    """Say where a place of the ship is: ``above column c``, ``right of row 2``."""
    side, step = divmod(berth, 4)
    at: object = ("abcd"[step], step + 1, "dcba"[step], 4 - step)[side]
    return say(f"place.{('above', 'right', 'below', 'left')[side]}", at=at)


def count(number: int, thing: str) -> str:
    """Count things: ``1 shell``, ``2 shells``."""
    return say(f"many.{thing}", number=number)


def costs(shells: int) -> str:
    """Say what something costs: ``costs 2 shells``, or ``free``."""
    return say("costs", shells=count(shells, "shell")) if shells else say("costs.nothing")


def points_gained(before: BaseState, after: BaseState, seat: Seat) -> str:
    """Say by how many points a seat's count changes, ``+2 points``; nothing if it does not."""
    points = sheets(after)[seat].total - sheets(before)[seat].total
    return say("gained", points=f"{points:+}", number=abs(points)) if points else ""


def board_title(seat: Seat, viewer: Viewer) -> str:
    """Name a board by its owner."""
    return say("board.title", viewer, seat=seat)


def shapes_left(state: BaseState) -> dict[str, int]:
    """Count the tiles of the stack by shape."""
    return {
        shape: sum(
            left for sort, left in zip(SORTS, state.stack, strict=True) if sort.shape == shape
        )
        for shape in SHAPES
    }


def capitalised(text: str) -> str:
    """Return a text as a sentence begins."""
    return f"{text[:1].upper()}{text[1:]}"
