"""The display as a terminal shows it: the ship's places round it, and the tiles in hand below."""

from dataclasses import dataclass

from rich.text import Text

from parlour import Seat, spot
from parlour.kit.table import Piece
from parlour_maori.components import ROUTE, SLOT_NAMES
from parlour_maori.moves import TURNS
from parlour_maori.phases import State
from parlour_maori.phases.laying import Laying
from parlour_maori.table import offers, ways
from parlour_maori.text.blocks import (
    HEIGHT,
    NEW,
    PALE,
    PRICE,
    STRONG,
    Block,
    beside,
    blank,
    marked,
    tile,
)
from parlour_maori.tiles import FACES, FACES_OF
from parlour_maori.words.names import say

SIDE, LABEL = 4, 5
"""Columns for the ship's places at the left of the display, and for the words beside a slot."""


@dataclass(frozen=True)
class DisplayScale:
    """The size of a display."""

    tile: int
    """Columns of a tile."""
    gap: int
    """Empty lines between the rows of tiles."""

    @property
    def slot(self) -> int:
        """Columns of a slot, with the words beside it."""
        return self.tile + LABEL

    @property
    def width(self) -> int:
        """Columns of the whole."""
        return 2 * SIDE - 1 + 4 * self.slot


def display(state: State, earlier: State | None, scale: DisplayScale) -> Block:
    """Draw the sixteen slots and the ship's places round them."""
    lines: Block = []
    for row in range(4):
        lines += beside(
            [
                _at_side(state, earlier, 15 - row),
                *(_slot(state, earlier, row * 4 + column, scale) for column in range(4)),
                _at_side(state, earlier, 4 + row),
            ]
        )
        lines += [Text()] * scale.gap * (row < 3)
    top = [_place(state, earlier, berth) for berth in range(4)]
    bottom = [_place(state, earlier, berth) for berth in (11, 10, 9, 8)]
    return [_in_a_row(top, scale), *lines, _in_a_row(bottom, scale)]


def in_hand(state: State, seat: Seat, scale: DisplayScale) -> Block:
    """Draw the stored tile of a seat, and each way that a tile in hand can lie."""
    stored = state.boards[seat].storage
    parts = (
        [beside([_caption(*say("table.in_store").split()), _still(stored, scale)])]
        if stored
        else []
    )
    phase = state.phases[-1]
    if not isinstance(phase, Laying):
        return parts[0] if parts else []
    full = ("", *(say(f"turn.{way}") for way in TURNS[1:]))
    for turns in (
        full,
        tuple(turn.rstrip("°") if "°" in turn else turn[:1].upper() for turn in full),
    ):
        drawn = beside([*parts, _hand(phase.sort, turns, scale)], gap=1)
        if drawn[0].cell_len <= scale.width:
            break
    return drawn


def _hand(sort: int, turns: tuple[str, ...], scale: DisplayScale) -> Block:
    """Draw the faces of the tile in hand, each with the word for its turn."""
    blocks = [_caption(*say("table.in_hand").split())]
    for face in FACES_OF[sort]:
        quarters = FACES[face].turned
        block = marked(tile(face, scale.tile, joined=False), spot(f"way={TURNS[quarters]}"))
        blocks.append(beside([block, [Text(), Text(turns[quarters], PALE), Text()]]))
    return beside(blocks, gap=1)


def _caption(*words: str) -> Block:
    return [Text(word.ljust(5), PALE) for word in (*words, "")]


def _still(sort: int, scale: DisplayScale) -> Block:
    return tile(FACES_OF[sort][0], scale.tile, joined=False)


def _slot(state: State, earlier: State | None, slot: int, scale: DisplayScale) -> Block:
    """Draw a slot's tile with its name and, while tiles are taken, its price."""
    sort = state.display[slot]
    block = _still(sort, scale) if sort else blank(scale.tile, "--")
    if earlier is not None and earlier.display[slot] != sort:
        marked(block, NEW)
    marked(block, spot(f"slot={SLOT_NAMES[slot]}"))
    name = Text(SLOT_NAMES[slot].ljust(LABEL), PALE)
    return beside([block, [name, _price(offers(state).get(slot)), Text()]])


def _price(price: Piece | None) -> Text:
    """Write the price of a slot's tile, pale where the seat cannot pay it."""
    if not price:
        return Text()
    words = say("price.short", shells=price.number) if price.number else say("price.nothing")
    return Text(words, PALE if price.ink == "faint" else PRICE)


def _at_side(state: State, earlier: State | None, berth: int) -> Block:
    """Draw a place of the ship beside a row."""
    block = [Text() for _ in range(HEIGHT)]
    block[HEIGHT // 2] = _place(state, earlier, berth)
    for line in block:
        line.append(" " * (SIDE - len(line)))
    return block


def _in_a_row(places: list[Text], scale: DisplayScale) -> Text:
    """Write the ship's places above or below the columns, each over the middle of its tile."""
    line = Text(" " * SIDE)
    for place in places:
        before = max(0, (scale.tile - len(place)) // 2)
        line.append(" " * before).append_text(place)
        line.append(" " * (scale.slot - before - len(place)))
    return line


def _place(state: State, earlier: State | None, berth: int) -> Text:
    """Write the number of a place of the ship: in brackets where the ship is."""
    here = berth == state.ship
    number = str(berth + 1)
    _, paid = ways(state).get(berth, (0, None))
    style = PRICE if paid else PALE if paid is None and not here else STRONG
    text = Text(f"[{number}]" if here else f" {number} ", style)
    if here and earlier is not None and earlier.ship != berth:
        text.stylize(NEW)
    text.stylize(spot(f"steps={ROUTE.ahead(state.ship, berth)}", f"berth={number}"))
    return text
