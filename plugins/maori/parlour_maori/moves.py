"""The moves of Maori, each made once."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from parlour import Move, Spelling
from parlour_maori.components import BERTHS, BOX, CELL_NAMES, SIDES, SLOTS, Cell, Slot
from parlour_maori.tiles import SORTS

TURNS = ("as-printed", "right", "180", "left")


def _quarters(text: str) -> int:
    """Read a turn; earlier records hold "about" for half a turn."""
    return TURNS.index("180" if text.lower() == "about" else text.lower())


Turned = Annotated[int, Meta(ge=0, lt=len(TURNS)), Spelling(TURNS.__getitem__, _quarters)]
"""Quarters clockwise from the tile as it is printed."""

Berth = Annotated[
    int,
    Meta(ge=0, lt=len(BERTHS)),
    Spelling(lambda berth: str(berth + 1), lambda text: BERTHS.index(int(text) - 1)),
]
"""A place of the ship; people count from 1."""

MAX_STEPS = (
    BOX.totals.shells
    + max(side.boats_beside + (side.boat_cell >= 0) for side in SIDES.values())
    + sum(sort.boats * sort.count for sort in SORTS)
)
"""Maximum steps of a ship in a turn: one for every boat and every shell (rules 3.2, 3.4)."""

Steps = Annotated[int, Meta(ge=0, le=MAX_STEPS), Spelling(str, int)]
"""Steps of the ship; a text may hold more, so that the rules say why they are too many."""


class Launch(Move, frozen=True):
    """Put the ship in the water, before the first turn (rule 1.6)."""

    form = "place ship {berth}"
    former_forms = ("launch {berth}",)
    berth: Berth


class Sail(Move, frozen=True):
    """Move the ship clockwise (rules 3.1 to 3.4)."""

    form = "sail {steps}"
    steps: Steps


class Take(Move, frozen=True):
    """Take a tile from the display (rules 4.1 and 4.2)."""

    form = "take {slot}"
    slot: Slot


class Fetch(Move, frozen=True):
    """Take the tile from the storage, to lay it (rule 4.7)."""

    form = "fetch"


class Remove(Move, frozen=True):
    """Take a tile off the own board, for good (rule 4.8)."""

    form = "remove {cell}"
    cell: Cell


class Rest(Move, frozen=True):
    """Discover nothing (rule 4.9)."""

    form = "rest"


class Lay(Move, frozen=True):
    """Lay the tile in hand on a free cell (rules 4.3 and 4.4)."""

    form = "lay {cell}[ rotated {way}]"
    former_forms = ("lay {cell}[ turned {way}]",)
    cell: Cell
    way: Turned = 0


class Store(Move, frozen=True):
    """Put the tile in hand into the storage (rule 4.6)."""

    form = "store"


class StepPawn(Move, frozen=True):
    """Pay a shell to move the pawn before laying (rule 8.6)."""

    form = "step {cell}"
    cell: Cell


class MovePawn(Move, frozen=True):
    """Move the pawn to another own tile after the action (rule 8.4)."""

    form = "pawn {cell}"
    cell: Cell


class Stay(Move, frozen=True):
    """Leave the pawn where it is (rule 8.4)."""

    form = "stay"


MaoriMove: TypeAlias = (
    Launch | Sail | Take | Fetch | Remove | Rest | Lay | Store | StepPawn | MovePawn | Stay
)

LAUNCH = tuple(map(Launch, BERTHS))
SAIL = tuple(map(Sail, range(MAX_STEPS + 1)))
TAKE = tuple(map(Take, SLOTS))
REMOVE = tuple(map(Remove, range(len(CELL_NAMES))))
LAY = tuple(tuple(Lay(cell, turned) for cell in range(len(CELL_NAMES))) for turned in range(4))
STEP_PAWN = tuple(map(StepPawn, range(len(CELL_NAMES))))
MOVE_PAWN = tuple(map(MovePawn, range(len(CELL_NAMES))))
FETCH, REST, STORE, STAY = Fetch(), Rest(), Store(), Stay()
