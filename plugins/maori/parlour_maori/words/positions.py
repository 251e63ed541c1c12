"""Positions of Maori, read from the words of an example or of a test.

A position has these keys, none of which has to be there:

- ``turn``: the player whose turn it is, the first one unless it is said
- ``step``: what that player does next, ``sail`` (unless it is said) or ``act``
- ``hand``: the tile in their hand, ``left-p1``, from the storage or from the place ``from``
- ``display``: ``"a1 left-p1, b2 volcano"``; the other places are empty
- ``ship``: its place, 1 unless it is said
- ``stack``: ``"water 3, left-p1"``, and then what lies nowhere is out of the game; unless it is
  said, all that lies nowhere else is in the stack
- ``unchanged``, ``turns_left``: turns without a change, and turns to the end
- the name of a player: a table with ``board`` (``"a1 left-p1, b1 left-boat/2"``, turned by two
  quarters), ``shells``, ``storage`` and ``pawn``
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, convert, field

from parlour_maori.components import BOX, CELL_NAMES, SLOT_NAMES, SLOTS
from parlour_maori.options import Options
from parlour_maori.phases import State
from parlour_maori.phases.exploring import Exploring
from parlour_maori.phases.laying import FROM_STORAGE, Laying
from parlour_maori.phases.sailing import Sailing
from parlour_maori.phases.turns import Turns
from parlour_maori.rules import CELLS
from parlour_maori.state import NO_PAWN, Board
from parlour_maori.tiles import FACES, FACES_OF, NUMBER, SORT, SORTS, WHOLE_STACK


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Belongings of a player."""

    board: str = ""
    shells: int = BOX.start.shells
    storage: str = ""
    pawn: str = ""


class _Middle(Struct, frozen=True, forbid_unknown_fields=True):
    """The middle of the table, and the turn."""

    turn: str = ""
    step: str = "sail"
    hand: str = ""
    slot: str = field(default="", name="from")
    display: str = ""
    ship: int = 1
    stack: str | None = None
    unchanged: int = 0
    turns_left: int = -1


def arrange(players: Sequence[str], options: Options, facts: Mapping[str, Any]) -> State:
    """Return the state that the words describe.

    Raises:
        ValueError: There is no such player, place or tile, or more of something than there is.
    """
    middle = convert({key: facts[key] for key in facts.keys() - {*players}}, _Middle)
    boards = tuple(_board(convert(facts.get(name, {}), _Table)) for name in players)
    seat = players.index(middle.turn) if middle.turn else 0
    display = read_display(middle.display)
    laid = [*display, *(SORT[face] for one in boards for face in one.cells)]
    hand = NUMBER[middle.hand] if middle.hand else 0
    stack, removed = _rest([*laid, hand, *(one.storage for one in boards)], middle.stack)
    step: Sailing | Exploring | Laying = Sailing(seat) if middle.step == "sail" else Exploring(seat)
    if hand:
        slot = SLOT_NAMES.index(middle.slot) if middle.slot else FROM_STORAGE
        step = Laying(seat, hand, slot)
    return State(
        phases=(Turns(seat), step),
        options=options,
        display=display,
        ship=middle.ship - 1,
        boards=boards,
        stack=stack,
        supply=BOX.totals.shells - sum(one.shells for one in boards),
        removed=removed,
        unchanged=middle.unchanged,
        turns_left=middle.turns_left,
    )


def read_face(text: str) -> int:
    """Read ``left-p1`` or, turned by two quarters, ``left-boat/2``."""
    name, _, turned = text.partition("/")
    sort = NUMBER[name]
    return next(face for face in FACES_OF[sort] if FACES[face].turned == int(turned or 0))


def read_board(laid: str = "", shells: int = 5, storage: str = "", pawn: str = "") -> Board:
    """Make a board from ``"a1 left-p1, b1 right-p2"``."""
    cells = [0] * CELLS
    for cell, tile in _pairs(laid):
        cells[CELL_NAMES.index(cell)] = read_face(tile)
    stored = NUMBER[storage] if storage else 0
    return Board(tuple(cells), shells, stored, CELL_NAMES.index(pawn) if pawn else NO_PAWN)


def read_display(tiles: str = "") -> tuple[int, ...]:
    """Make a display from ``"a1 single-p1, b2 volcano"``."""
    slots = [0] * len(SLOTS)
    for slot, tile in _pairs(tiles):
        slots[SLOT_NAMES.index(slot)] = NUMBER[tile]
    return tuple(slots)


def _board(table: _Table) -> Board:
    return read_board(table.board, table.shells, table.storage, table.pawn)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for part in filter(None, text.split(", ")):
        first, _, second = part.strip().partition(" ")
        yield first, second


def stack_without(laid: Iterable[int]) -> tuple[int, ...]:
    """Return the tiles of the box, by sort, without those that lie elsewhere.

    Raises:
        ValueError: More of a sort lie there than there are.
    """
    stack = list(WHOLE_STACK)
    for sort in filter(None, laid):
        stack[sort] -= 1
        if stack[sort] < 0:
            raise ValueError(f"expected at most {WHOLE_STACK[sort]} of '{SORTS[sort].name}'")
    return tuple(stack)


def _rest(laid: Sequence[int], said: str | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the stack, and the sorts of the tiles that are out of the game."""
    left = stack_without(laid)
    if said is None:
        return left, ()
    stack = [0] * len(left)
    for name, number in _pairs(said):
        stack[NUMBER[name]] = int(number or 1)
    gone = [sort for sort, count in enumerate(left) for _ in range(count - stack[sort])]
    return tuple(stack), tuple(gone)
