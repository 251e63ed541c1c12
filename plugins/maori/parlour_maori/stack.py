"""The stack of face-down tiles: known by its content, never by its order."""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from parlour_maori.outcomes import TILE_DRAWN, TileDrawn
from parlour_maori.tiles import SINGLE_TILES

Stack: TypeAlias = tuple[int, ...]
"""The number of tiles left, for each sort."""

TILES = len(SINGLE_TILES)


def outcomes(stack: Stack) -> Sequence[tuple[TileDrawn, int]]:
    """Return every sort that may be drawn, weighted by how many tiles of it are left."""
    return [(TILE_DRAWN[sort], left) for sort, left in enumerate(stack) if left]


def draw(stack: Stack, rng: Random) -> TileDrawn:
    """Draw a tile, each as likely as the next; the stack must not be empty.

    Tiles of the whole box are picked until one of them is still in the stack.
    """
    random = rng.random
    while True:
        sort, copy = SINGLE_TILES[int(random() * TILES)]
        if copy < stack[sort]:
            return TILE_DRAWN[sort]
