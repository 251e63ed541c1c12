"""The things on the table of Maori, said once: text, plain lines and a picture show them."""

from collections.abc import Mapping, Sequence
from functools import partial

from parlour import OpenView, Over, Seat, Viewer
from parlour.kit.table import Board, Piece, TablePanel, row
from parlour_maori.components import BOARD, CELL_NAMES, ROUTE, ROW_FROM, SIDES, SLOT_NAMES, Side
from parlour_maori.phases import Exploring, Sailing, State
from parlour_maori.phases.exploring import prices
from parlour_maori.phases.sailing import free_steps
from parlour_maori.phases.set_up import Launching
from parlour_maori.picture import board as art
from parlour_maori.picture import display as course
from parlour_maori.picture import supply as heap
from parlour_maori.picture.symbols import INKS
from parlour_maori.picture.tiles import tile
from parlour_maori.scoring import without_unfinished
from parlour_maori.state import NO_PAWN, boats, covered_cells
from parlour_maori.tiles import FACES, SORT, SORTS
from parlour_maori.words.names import (
    SENTENCES,
    board_title,
    costs,
    count,
    laid,
    named,
    place,
    say,
    shapes_left,
)


def lay_table(view: OpenView[State], viewer: Viewer) -> Sequence[TablePanel]:
    """Return the display, the boards from one's own on, and the supply.

    One's own board comes first while a tile or the pawn is laid there.
    """
    state = view.state
    seats = len(state.boards)
    turned = [(view.seat + step) % seats for step in range(seats)]
    own, *others = [_board(state, seat, viewer, own=seat == view.seat) for seat in turned]
    at_display = isinstance(state.phases[-1], Launching | Sailing | Exploring)
    first = [_display(state), own] if at_display else [own, _display(state)]
    return [*first, *others, _supply(state)]


# The display


def _display(state: State) -> TablePanel:
    """Lay the sixteen slots, with what their tiles cost now, and the places of the ship."""
    tiles = count(sum(map(bool, state.display)), "tile")
    before = ", ".join(SLOT_NAMES[slot] for slot in ROW_FROM[state.ship])
    words = {"tiles": tiles, "n": state.ship + 1, "where": place(state.ship), "slots": before}
    slots = dict(enumerate(map(_slot, SLOT_NAMES, state.display)))
    on = Board(grid=course.SLOTS, pieces=slots, at={})
    priced = offers(state)
    draw = partial(course.draw_display, state=state, slots=on, priced=priced, ways=ways(state))
    return TablePanel(
        name="display",
        title=say("table.display"),
        label=say("picture.display" if state.ship >= 0 else "picture.display_no_ship", **words),
        board=on,
        rows=[row("", *priced.values())] if priced else (),
        needed=not isinstance(state.phases[-1], Over),
        role="scene",
        inks=INKS,
        whole=Piece(size=(course.SIDE, course.SIDE), art=draw),
    )


@SENTENCES.worded_once
def _slot(name: str, sort: int) -> Piece:
    return Piece(
        label=named(sort) if sort else say("line.empty"),
        key=f"{name} {SORTS[sort].name}" if sort else "",
        art=partial(course.draw_slot, name=name, sort=sort),
    )


def offers(state: State) -> Mapping[int, Piece]:
    """Return the price of each tile that can be seen, from slot a1 on; pale if it is too much."""
    phase = state.phases[-1]
    if not isinstance(phase, Exploring):
        return {}
    purse = state.boards[phase.seat].shells
    return {
        slot: _offer(SLOT_NAMES[slot], state.display[slot], price, is_dear=price > purse)
        for slot, price in sorted(prices(state.display, state.ship))
    }


def _offer(slot: str, sort: int, price: int, *, is_dear: bool) -> Piece:
    cost = say("picture.too_dear", cost=costs(price)) if is_dear else costs(price)
    return Piece(
        number=price,
        label=say("picture.slot_price", words=f"{slot}, {named(sort)}", cost=cost),
        at=(f"slot={slot}",),
        ink="faint" if is_dear else "ink",
    )


def ways(state: State) -> Mapping[int, tuple[int, int]]:
    """Return the steps to each place that the ship can reach now, and the shells that they cost."""
    phase = state.phases[-1]
    if not isinstance(phase, Sailing):
        return {}
    free = free_steps(state, phase.seat)
    most = min(free + state.boards[phase.seat].shells, ROUTE.spaces)
    return {
        ROUTE.moved(state.ship, steps): (steps, max(0, steps - free))
        for steps in range(1, most + 1)
    }


# The boards


def _board(state: State, seat: Seat, viewer: Viewer, *, own: bool) -> TablePanel:
    """Lay a board; only one's own has places that are part of moves."""
    side = SIDES[state.options.side]
    lying = state.boards[seat]
    finished = without_unfinished(lying.cells, side)
    cells = {
        cell: _tile(seat, cell, lying.cells[cell], finished=bool(finished[cell]))
        if lying.cells[cell]
        else _water(side, cell)
        for cell in side.cells
    }
    at = {cell: (f"cell={CELL_NAMES[cell]}",) for cell in side.cells} | {lying.pawn: ("form=stay",)}
    on = Board(grid=BOARD, pieces=cells, at=at if own else {})
    draw = partial(art.draw_board, state=state, seat=seat, cells=on, own=own)
    title = board_title(seat, viewer)
    stands = [say("picture.pawn", cell=CELL_NAMES[lying.pawn])] * (lying.pawn != NO_PAWN)
    words = say(
        "picture.board_stored" if lying.storage else "picture.board",
        board=title,
        tiles=count(covered_cells(lying), "tile"),
        cells=len(side.cells),
        boats=count(boats(lying, side), "boat"),
        shells=count(lying.shells, "shell"),
        stored=named(lying.storage) if lying.storage else "",
    )
    return TablePanel(
        name="board" if own else f"board{seat + 1}",
        title=title,
        label=words,
        board=on,
        rows=[row("", Piece(label=where)) for where in stands],
        needed=own,
        role="mine" if own else "other",
        seat=seat,
        whole=Piece(size=art.size_of(side), art=draw),
    )


@SENTENCES.worded_once
def _tile(seat: Seat, cell: int, face: int, *, finished: bool) -> Piece:
    return Piece(
        label=laid(face) if finished else say("picture.unfinished", tile=laid(face)),
        key=f"{seat} {CELL_NAMES[cell]} {SORTS[SORT[face]].name} {FACES[face].turned}",
        art=partial(tile, face=face, finished=finished),
    )


@SENTENCES.worded_once
def _water(side: Side, cell: int) -> Piece:
    """Show open water, and whether a boat is printed on it (rule 9.3)."""
    is_inside = cell in side.inside
    has_boat = cell == side.boat_cell
    words = say("picture.free")
    words = say("picture.inside", words=words) if is_inside else words
    words = say("picture.boat_on", words=words) if has_boat else words
    draw = partial(art.draw_water, name=CELL_NAMES[cell], inside=is_inside, has_boat=has_boat)
    return Piece(label=words, art=draw)


# The supply


def _supply(state: State) -> TablePanel:
    """Show the stack with its tiles left by shape, and the shells that nobody has."""
    tiles = count(sum(state.stack), "tile")
    shells = count(state.supply, "shell")
    stack = say("table.stack", tiles=tiles)
    left = say("picture.left", shells=shells)
    pile = partial(heap.draw_stack, words=stack, tiles=sum(state.stack))
    shapes = [
        Piece(
            shape="tile",
            number=number,
            label=say("shapes", shape=shape, number=number),
            size=heap.SHAPE,
            art=partial(heap.draw_shape, shape=shape, number=number),
        )
        for shape, number in shapes_left(state).items()
    ]
    held = [
        Piece(label=stack, key="stack", size=heap.STACK, art=pile),
        Piece(
            label=shells,
            key="supply",
            size=heap.SHELLS,
            art=partial(heap.draw_shells, words=left),
        ),
    ]
    return TablePanel(
        name="supply",
        title=say("table.supply"),
        label=say("picture.supply_label", tiles=tiles, shells=shells),
        rows=[row("", *held), row(say("table.shapes"), *shapes)],
        needed=False,
    )
