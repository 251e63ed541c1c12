"""The display as a picture: sixteen tiles, the ship's course round them, and prices in shells."""

from typing import Any

from parlour import Pen, SeatPhase
from parlour.rules.picture import PicturePanel
from parlour_maori.components import BERTHS, ROUTE, ROW_FROM, SLOT_NAMES, SLOTS
from parlour_maori.phases import State
from parlour_maori.phases.exploring import Exploring, prices
from parlour_maori.phases.sailing import Sailing, free_steps
from parlour_maori.phases.set_up import Launching
from parlour_maori.picture import symbols
from parlour_maori.picture.tiles import HALF, TILE, tile
from parlour_maori.tiles import FACES_OF, SORTS
from parlour_maori.words.names import costs, count, named, place, say

COURSE = 52.0
"""Width of the water round the tiles, where the ship sails."""
SIDE = 2 * COURSE + 4 * TILE
CORNERS = (
    "M28 44Q28 28 44 28l-5-4m5 4l-5 4M332 28Q348 28 348 44l-4-5m4 5l4-5"
    "M348 332Q348 348 332 348l5-4m-5 4l5 4M44 348Q28 348 28 332l-4 5m4-5l4 5"
)
"""Arrows round the corners: the ship sails clockwise (rule 3.1)."""
BERTH = 48.0
"""Depth of a place of the ship; along the display it has the length of a tile."""


def display(state: State, *, needed: bool) -> PicturePanel:
    """Draw the slots with what their tiles cost now, and the places of the ship."""
    pen = Pen(SIDE, SIDE)
    pen.rect(1, 1, SIDE - 2, SIDE - 2, fill="deep", stroke="wave", line=2, corner=22)
    pen.path(CORNERS, stroke="shallow", line=2)
    pen.rect(COURSE - 2, COURSE - 2, 4 * TILE + 4, 4 * TILE + 4, fill="sand", corner=6)
    if isinstance(state.phases[-1], Exploring):
        _lane(pen, state.ship)
    _slots(pen, state)
    for berth in BERTHS:
        _berth(pen, state, berth)
    if state.ship >= 0:
        _ship(pen, state)
    return pen.panel(
        "display", say("table.display"), label=_label(state), needed=needed, role="scene"
    )


def _label(state: State) -> str:
    """Sum the display up in one sentence."""
    tiles = count(sum(map(bool, state.display)), "tile")
    if state.ship < 0:
        return say("picture.display_no_ship", tiles=tiles)
    return say("picture.display", tiles=tiles, n=state.ship + 1, where=place(state.ship))


# The tiles


def _slots(pen: Pen, state: State) -> None:
    """Draw the sixteen slots."""
    phase = state.phases[-1]
    costs, purse = {}, 0
    if isinstance(phase, Exploring):
        costs, purse = dict(prices(state.display, state.ship)), state.boards[phase.seat].shells
    for slot in SLOTS:
        row, column = divmod(slot, 4)
        middle = COURSE + HALF + column * TILE, COURSE + HALF + row * TILE
        with pen.group(move=middle):
            _slot(pen, slot, state.display[slot], costs.get(slot), purse)


def _slot(pen: Pen, slot: int, sort: int, price: int | None, purse: int) -> None:
    """Draw a slot: its tile, its name, and over it the price where there is one.

    The price is a separate place, so that a tile looks no different when it has one.
    """
    name = SLOT_NAMES[slot]
    if not sort:
        with pen.spot(label=say("picture.slot_empty", slot=name)):
            pen.rect(
                -HALF + 2, -HALF + 2, TILE - 4, TILE - 4, fill="sand", stroke="door", dash=True
            )
            pen.text(0, 5, name, size=13, fill="door")
        return
    words = say("picture.slot", slot=name, tile=named(sort))
    with pen.spot(key=f"{name} {SORTS[sort].name}", label=words):
        with pen.group(scale=64 / TILE):
            tile(pen, FACES_OF[sort][0])
        pen.rect(-33, -33, 66, 66, stroke="sand", line=2.6, corner=6)
        pen.rect(-32, 19, 19, 13, fill="badge", corner=6)
        pen.text(-22.5, 29.5, name, size=11)
    if price is not None:
        with pen.spot(
            f"slot={name}", label=say("picture.slot_price", words=words, cost=_cost(price, purse))
        ):
            pen.rect(-32, -32, 64, 64, corner=6)
            _price(pen, price, purse)


def _cost(price: int, purse: int) -> str:
    """Say what a tile costs."""
    return say("picture.too_dear", cost=costs(price)) if price > purse else costs(price)


def _price(pen: Pen, price: int, purse: int) -> None:
    """Draw a price: a shell with a number, or a disc for none; dashed where it cannot be paid."""
    too_much = price > purse
    pen.rect(-2, -32, 34, 20, fill="badge", stroke="ridge", line=1.6, corner=10, dash=too_much)
    if not price:
        pen.text(15, -18, say("price.free"), size=12, bold=True, within=32)
        return
    symbols.shells(pen, [(9, -15)])
    pen.text(23, -17, str(price), size=13, bold=True, fill="faint" if too_much else "ink")


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


def _berth(pen: Pen, state: State, berth: int) -> None:
    """Draw a place of the ship: a buoy with its number, or with the steps to it."""
    phase, (width, height) = state.phases[-1], _size(berth)
    there = {"n": berth + 1, "where": place(berth)}
    words = say("picture.berth", **there)
    if isinstance(phase, Sailing):
        steps = ROUTE.ahead(state.ship, berth)
        free = free_steps(state, phase.seat)
        paid = max(0, steps - free)
        near = paid <= state.boards[phase.seat].shells
        if near:
            words = _steps_there(there, steps, paid)
        address = f"steps={steps}"
    else:
        near, paid, steps, address = (
            isinstance(phase, Launching),
            0,
            berth + 1,
            f"berth={berth + 1}",
        )
    with pen.group(move=_where(berth)), pen.spot(address, label=words):
        pen.rect(-width / 2, -height / 2, width, height, fill="deep", corner=10)
        if near:
            _buoy(pen, steps, paid)
        else:
            pen.circle(0, 0, 3, fill="shallow")
            pen.text(0, 14, str(berth + 1), size=10, fill="ink")


def _steps_there(there: dict[str, Any], steps: int, paid: int) -> str:
    """Say how far a place of the ship is, and what that costs."""
    there |= {"steps": count(steps, "step")}
    if paid:
        return say("picture.berth_paid", **there, shells=count(paid, "shell"))
    return say("picture.berth_steps", **there)


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
