"""The stack of face-down tiles: known by its content, never by its order."""

from collections.abc import Sequence
from random import Random

from parlour_maori.outcomes import TILE_DRAWN, TileDrawn
from parlour_maori.tiles import SORT_OF_TILE, SORTS, TILES, TILES_OF


def chances(stack: int) -> Sequence[tuple[TileDrawn, int]]:
    """Return every sort that may be drawn, weighted by how many tiles of it are left."""
    return [
        (TILE_DRAWN[sort], left)
        for sort in range(1, len(SORTS))
        if (left := (stack & TILES_OF[sort]).bit_count())
    ]


def draw(stack: int, rng: Random) -> TileDrawn:
    """Draw a tile, each as likely as the next; the stack must not be empty."""
    random = rng.random
    while True:
        tile = int(random() * TILES)
        if stack >> tile & 1:
            return TILE_DRAWN[SORT_OF_TILE[tile]]


def without(stack: int, sort: int) -> int:
    """Return the stack with one tile of ``sort`` gone, the lowest."""
    left = stack & TILES_OF[sort]
    return stack ^ (left & -left)
