"""The sentence that says what to choose, for each decision and each half-made move."""

from collections.abc import Sequence

from parlour import OpenView
from parlour.rules.words import shared
from parlour_maori.components import CELL_NAMES, ROW_FROM, SLOT_NAMES
from parlour_maori.moves import (
    Fetch,
    Launch,
    Lay,
    MaoriMove,
    MovePawn,
    Remove,
    Rest,
    Sail,
    StepPawn,
    Store,
    Take,
)
from parlour_maori.phases import State
from parlour_maori.phases.laying import Laying
from parlour_maori.tiles import SORTS
from parlour_maori.words.names import SHAPES, tile
from parlour_maori.words.status import reach

MAX_LETTERS = 78
"""Maximum number of letters of a sentence: in a longer one, a tile is named by its shape alone."""


def prompt(view: OpenView[State], moves: Sequence[MaoriMove]) -> str:
    """Say what to choose among the moves that are possible, or that choices have left."""
    state, kinds = view.state, dict.fromkeys(map(type, moves))
    match next(iter(kinds)):
        case _ if len(moves) == 1:
            return ""
        case kind if kind is Launch:
            return "Place the ship: choose one of its places, 1 to 16."
        case kind if kind is Sail:
            return f"Sail the ship: choose how many steps, {reach(state, view.seat)}."
        case kind if kind in {Lay, Store, StepPawn}:
            return _lay(state, moves)
        case kind if kind is MovePawn:
            return "Move the pawn: choose one of your tiles, or let it stay."
    return _explore(state, kinds)


def _explore(state: State, kinds: dict[type[MaoriMove], None]) -> str:
    """Say which tiles can be taken, and what else can be done."""
    slots = [SLOT_NAMES[slot] for slot in ROW_FROM[state.ship]]
    is_column = len({slot[0] for slot in slots}) == 1
    row = f"column {slots[0][0]}" if is_column else f"row {slots[0][1:]}"
    if kinds == {Take: None}:
        return f"Take a tile: choose one of {row}."
    if kinds == {Remove: None}:
        return "Remove a tile of yours from the game: choose which."
    ways = {
        Take: f"take a tile of {row}",
        Fetch: "lay the stored one",
        Remove: "remove a tile of yours",
        Rest: "rest",
    }
    *most, last = [words for kind, words in ways.items() if kind in kinds]
    text = f"{', '.join(most)} or {last}"
    return f"{text[:1].upper()}{text[1:]}."


def _lay(state: State, moves: Sequence[MaoriMove]) -> str:
    """Say where the tile in hand can go, or how it can lie."""
    phase = state.phases[-1]
    lays = [move for move in moves if isinstance(move, Lay)]
    if not isinstance(phase, Laying) or not lays:
        return "Step with the pawn for a shell: choose a tile of yours beside it."
    sort, cell = SORTS[phase.sort], shared(lays, "cell")
    where, ways = "", "choose how to rotate it"
    if isinstance(cell, int) and len(lays) == len(moves):
        where = f" on {CELL_NAMES[cell]}"
    else:
        kinds = set(map(type, moves))
        others = {Lay: "choose a cell", Store: "store it", StepPawn: "step with the pawn"}
        named = [words for kind, words in others.items() if kind in kinds]
        ways = f"{', '.join(named[:-1])}, or {named[-1]}" if len(named) > 1 else named[0]
    names = tile(sort), SHAPES[sort.shape]
    texts = [f"Lay the {name}{where}: {ways}." for name in names]
    return next((text for text in texts if len(text) <= MAX_LETTERS), texts[-1])
