"""The display as a picture: sixteen tiles, the ship's course round them, and prices in shells."""

from collections.abc import Mapping

from parlour import Pen, SeatPhase
from parlour.kit.grid_picture import chart
from parlour.kit.grids import square_grid
from parlour.kit.table import Board, Piece
from parlour.rules.picture import drawn_once
from parlour_maori.components import BERTHS, ROUTE, ROW_FROM
from parlour_maori.phases import State
from parlour_maori.phases.exploring import Exploring
from parlour_maori.phases.sailing import Sailing
from parlour_maori.phases.set_up import Launching
from parlour_maori.picture import symbols
from parlour_maori.picture.tiles import HALF, TILE, draw_pieces, tile
from parlour_maori.tiles import FACES_OF
from parlour_maori.words.names import costs, count, place, say

SLOTS = square_grid(4, 4)
COURSE = 52.0
"""Width of the water round the tiles, where the ship sails."""
SIDE = 2 * COURSE + 4 * TILE
MIDDLES = chart(SLOTS, TILE, COURSE).middles
"""The middle of each slot."""
CORNERS = (
    "M28 44Q28 28 44 28l-5-4m5 4l-5 4M332 28Q348 28 348 44l-4-5m4 5l4-5"
    "M348 332Q348 348 332 348l5-4m-5 4l5 4M44 348Q28 348 28 332l-4 5m4-5l4 5"
)
"""Arrows round the corners: the ship sails clockwise (rule 3.1)."""
BERTH = 48.0
"""Depth of a place of the ship; along the display it has the length of a tile."""


def draw_display(
    pen: Pen,
    state: State,
    slots: Board,
    priced: Mapping[int, Piece],
    ways: Mapping[int, tuple[int, int]],
) -> None:
    """Draw the slots with what their tiles cost now, and the places of the ship."""
    pen.rect(1, 1, SIDE - 2, SIDE - 2, fill="deep", stroke="wave", line=2, corner=22)
    pen.path(CORNERS, stroke="shallow", line=2)
    pen.rect(COURSE - 2, COURSE - 2, 4 * TILE + 4, 4 * TILE + 4, fill="sand", corner=6)
    if isinstance(state.phases[-1], Exploring):
        _lane(pen, state.ship)
    draw_pieces(pen, slots, MIDDLES)
    for slot, price in priced.items():
        with pen.group(move=MIDDLES[slot]), pen.spot(*price.at, label=price.said):
            _price(pen, price)
    for berth in BERTHS:
        _berth(pen, state, berth, ways)
    if state.ship >= 0:
        _ship(pen, state)


# The tiles


@drawn_once
def draw_slot(pen: Pen, name: str, sort: int) -> None:
    """Draw a slot: its tile and its name.

    The price is a separate place, so that a tile looks no different when it has one.
    """
    if not sort:
        pen.rect(-HALF + 2, -HALF + 2, TILE - 4, TILE - 4, fill="sand", stroke="door", dash=True)
        pen.text(0, 5, name, size=13, fill="door")
        return
    with pen.group(scale=64 / TILE):
        tile(pen, FACES_OF[sort][0])
    pen.rect(-33, -33, 66, 66, stroke="sand", line=2.6, corner=6)
    pen.rect(-32, 18, 21, 14, fill="badge", corner=6)
    pen.text(-21.5, 29.5, name, size=12)


def _price(pen: Pen, price: Piece) -> None:
    """Draw a price: a shell with a number, or a disc for none; dashed where it cannot be paid."""
    is_dear = price.ink == "faint"
    pen.rect(-32, -32, 64, 64, corner=6)
    pen.rect(-2, -32, 34, 20, fill="badge", stroke="ridge", line=1.6, corner=10, dash=is_dear)
    if not price.number:
        pen.text(15, -18, say("price.free"), size=12, bold=True, within=32)
        return
    symbols.shells(pen, [(9, -15)])
    pen.text(23, -17, str(price.number), size=13, bold=True, fill=price.ink)


def _lane(pen: Pen, ship: int) -> None:
    """Light up the row or column that the ship sees."""
    first, last = ROW_FROM[ship][0], ROW_FROM[ship][-1]
    rows, columns = sorted((first // 4, last // 4)), sorted((first % 4, last % 4))
    x, y = COURSE + columns[0] * TILE, COURSE + rows[0] * TILE
    width, height = (columns[1] - columns[0] + 1) * TILE, (rows[1] - rows[0] + 1) * TILE
    pen.rect(x - 2, y - 2, width + 4, height + 4, fill="accent", corner=8)


# The ship's course


def _where(berth: int) -> tuple[float, float]:
    """Return the middle of a place of the ship."""
    side, step = divmod(berth, 4)
    near, along = COURSE / 2, COURSE + HALF + step * TILE
    back = SIDE - along
    return ((along, near), (SIDE - near, along), (back, SIDE - near), (near, back))[side]


def _size(berth: int) -> tuple[float, float]:
    """Return the width and height of a place of the ship."""
    return (TILE - 4, BERTH) if berth // 4 % 2 == 0 else (BERTH, TILE - 4)


def _berth(pen: Pen, state: State, berth: int, ways: Mapping[int, tuple[int, int]]) -> None:
    """Draw a place of the ship: a buoy with its number, or with the steps to it."""
    width, height = _size(berth)
    words = say("picture.berth", n=berth + 1, where=place(berth))
    is_sailing = isinstance(state.phases[-1], Sailing)
    address = f"steps={ROUTE.ahead(state.ship, berth)}" if is_sailing else f"berth={berth + 1}"
    way = ways.get(berth)
    if way:
        words = _words(words, *way)
    with pen.group(move=_where(berth)), pen.spot(address, label=words):
        pen.rect(-width / 2, -height / 2, width, height, fill="deep", corner=10)
        if way or isinstance(state.phases[-1], Launching):
            _buoy(pen, *(way or (berth + 1, 0)))
        else:
            pen.circle(0, 0, 3, fill="shallow")
            pen.text(0, 15, str(berth + 1), size=12, fill="ink")


def _words(there: str, steps: int, paid: int) -> str:
    """Say how far a place of the ship is, and what that costs."""
    words = say("picture.berth_steps", place=there, steps=count(steps, "step"))
    return say("picture.slot_price", words=words, cost=costs(paid)) if paid else words


def _buoy(pen: Pen, number: int, paid: int) -> None:
    """Draw a buoy with a number; one that costs shells is dashed, and shows how many."""
    if not paid:
        pen.circle(0, 0, 15, fill="badge", stroke="accent", line=3)
        pen.text(0, 5.5, str(number), size=16, bold=True)
        return
    pen.circle(0, -7, 13, fill="badge", stroke="ridge", line=1.6, dash=True)
    pen.text(0, -2, str(number), size=14)
    symbols.shells(pen, [(-6, 21)])
    pen.text(8, 19, str(paid), size=12, bold=True)


def _ship(pen: Pen, state: State) -> None:
    """Draw the ship where it is; after a whole round it would be there again."""
    phase = state.phases[-1]
    seat = phase.seat if isinstance(phase, SeatPhase) else None
    words = say("picture.ship", n=state.ship + 1)
    with (
        pen.group(move=_where(state.ship), scale=0.95),
        pen.spot(*[f"steps={len(BERTHS)}"] * (seat is not None), key="ship", label=words),
    ):
        symbols.ship(pen)
