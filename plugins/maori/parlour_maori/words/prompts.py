"""The sentence that says what to choose, for each decision and each half-made move."""

from collections.abc import Sequence

from parlour import OpenView, listed
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
from parlour_maori.words.names import capitalised, say, tile
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
            return say("prompt.launch")
        case kind if kind is Sail:
            return say("prompt.sail", reach=reach(state, view.seat))
        case kind if kind in {Lay, Store, StepPawn}:
            return _lay(state, moves)
        case kind if kind is MovePawn:
            return say("prompt.pawn")
    return _explore(state, kinds)


def _explore(state: State, kinds: dict[type[MaoriMove], None]) -> str:
    """Say which tiles can be taken, and what else can be done."""
    slots = [SLOT_NAMES[slot] for slot in ROW_FROM[state.ship]]
    is_column = len({slot[0] for slot in slots}) == 1
    at = slots[0][0] if is_column else slots[0][1:]
    row = say("row.column" if is_column else "row.row", at=at)
    if kinds == {Take: None}:
        return say("prompt.take", row=row)
    if kinds == {Remove: None}:
        return say("prompt.remove")
    ways = {
        Take: say("way.take", row=row),
        Fetch: say("way.fetch"),
        Remove: say("way.remove"),
        Rest: say("way.rest"),
    }
    named = listed((words for kind, words in ways.items() if kind in kinds), "or")
    return capitalised(say("prompt.explore", ways=named))


def _lay(state: State, moves: Sequence[MaoriMove]) -> str:
    """Say where the tile in hand can go, or how it can lie."""
    phase = state.phases[-1]
    lays = [move for move in moves if isinstance(move, Lay)]
    if not isinstance(phase, Laying) or not lays:
        return say("prompt.step")
    sort, cell = SORTS[phase.sort], shared(lays, "cell")
    code, where, ways = "prompt.lay", dict[str, str](), say("choose.way")
    if isinstance(cell, int) and len(lays) == len(moves):
        code, where = "prompt.lay_on", {"cell": CELL_NAMES[cell]}
    else:
        kinds = set(map(type, moves))
        others = {Lay: "choose.cell", Store: "choose.store", StepPawn: "choose.step"}
        ways = _alternatives([say(code) for kind, code in others.items() if kind in kinds])
    names = tile(sort), say("plain", shape=sort.shape)
    texts = [capitalised(say(code, tile=name, ways=ways, **where)) for name in names]
    return next((text for text in texts if len(text) <= MAX_LETTERS), texts[-1])


def _alternatives(words: Sequence[str]) -> str:
    *most, last = words
    return say("choose.or", most=", ".join(most), last=last) if most else last
