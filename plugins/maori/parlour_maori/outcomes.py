"""The outcomes of chance: tiles drawn, and the seat that begins."""

from typing import Annotated, TypeAlias

from parlour import Outcome, Seat, Spelling
from parlour_maori.tiles import NUMBER, SORTS

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
