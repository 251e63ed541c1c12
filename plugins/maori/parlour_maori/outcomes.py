"""The outcomes of chance: tiles drawn, and the seat that begins."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, TypeAlias

from parlour import Outcome, Seat, Spelling
from parlour_maori.tiles import NUMBER, SINGLE_TILES, SORTS

TileSort = Annotated[int, Spelling(lambda sort: SORTS[sort].name, NUMBER.__getitem__)]


class TileDrawn(Outcome, frozen=True):
    """A tile from the stack (rules 1.3 and 4.5)."""

    form = "tile {sort}"
    sort: TileSort


class StarterDrawn(Outcome, frozen=True):
    """The seat that launches the ship (rule 1.6)."""

    form = "starter {seat}"
    seat: Seat


MaoriOutcome: TypeAlias = TileDrawn | StarterDrawn

TILE_DRAWN = tuple(map(TileDrawn, range(len(SORTS))))

TILES = len(SINGLE_TILES)


def tiles_left(stack: tuple[int, ...]) -> Sequence[tuple[TileDrawn, int]]:
    """Return every sort that may be drawn, weighted by how many tiles of it are left."""
    return [(TILE_DRAWN[sort], left) for sort, left in enumerate(stack) if left]


def draw_tile(stack: tuple[int, ...], rng: Random) -> TileDrawn:
    """Draw a tile, each as likely as the next; the stack must not be empty.

    Tiles of the whole box are picked until one of them is still in the stack.
    """
    # Picking from the box and trying again is exact, and quicker than adding up what is left.
    random = rng.random
    while True:
        sort, copy = SINGLE_TILES[int(random() * TILES)]
        if copy < stack[sort]:
            return TILE_DRAWN[sort]
