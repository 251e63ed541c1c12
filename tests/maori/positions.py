"""Positions of Maori, written in a few words."""

from typing import Any

from msgspec.structs import replace

from parlour import Viewer
from parlour.rules.words import refusal_sentence
from parlour_maori.options import Options
from parlour_maori.outcomes import TileDrawn
from parlour_maori.phases import State
from parlour_maori.phases.exploring import Exploring
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.sailing import Sailing
from parlour_maori.phases.turns import Turns
from parlour_maori.plugin import parlour_games
from parlour_maori.rules import Rules
from parlour_maori.state import Board
from parlour_maori.tiles import NUMBER, SORT
from parlour_maori.words.positions import read_board, read_display, stack_without

PLAIN_WATER = TileDrawn(NUMBER["water"])

RULES = Rules()
(GAME,) = parlour_games()
NOTATION: Any = GAME.move_notation
board = read_board
NAMES = Viewer(("Ann", "Ben", "Cid", "Dan", "Eve"))


def position(
    *boards: Board, tiles: str = "", berth: int = 1, phase: Any = None, **fields: Any
) -> State:
    """Make a state in the turn of seat 0, who has sailed unless ``phase`` is given."""
    boards = boards or (board(), board())
    boards = (*boards, *(board() for _ in range(2 - len(boards))))
    options = Options(fields.pop("variant", "basic"), fields.pop("side", "front"))
    laid_out = read_display(tiles)
    gone = [*laid_out, *(SORT[f] for b in boards for f in b.cells), *(b.storage for b in boards)]
    phase = phase or Exploring(0)
    if isinstance(phase, Laying):
        gone.append(phase.sort)
    stack, supply = stack_without(gone), 30 - sum(b.shells for b in boards)
    assert supply >= 0, "more shells than there are"
    state = State((Turns(0), phase), options, laid_out, berth - 1, boards, stack, supply)
    return replace(state, **fields)


def sailing(*boards: Board, **fields: Any) -> State:
    """Make a state before seat 0 sails."""
    return position(*boards, phase=Sailing(0), **fields)


def laying(tile: str, *boards: Board, slot: int = 0, **fields: Any) -> State:
    """Make a state with ``tile`` in the hand of seat 0; slot -1 means from the storage."""
    return position(*boards, phase=Laying(0, NUMBER[tile], slot), **fields)


def texts(state: State, seat: int = 0) -> set[str]:
    """Return the legal moves as texts."""
    return {write(move) for move in RULES.moves(state, seat)}


def refused(state: State, move: str, seat: int = 0) -> tuple[str, str]:
    """Return the number of the rule that forbids a move, and the sentence."""
    refusal = RULES.why_not(state, seat, NOTATION.read(move))
    assert refusal is not None
    return refusal.rule, refusal_sentence(refusal, NAMES, GAME.words.refusals)


def write(move: Any) -> str:
    return str(NOTATION.write(move))


def play(state: State, *moves: str) -> State:
    """Play moves of the awaited seats; chance draws plain water."""
    for text in moves:
        seat = RULES.awaited(state).seats[0]
        move = NOTATION.read(text)
        assert move in RULES.moves(state, seat), RULES.why_not(state, seat, move)
        state = RULES.play(state, seat, move)
        while not RULES.awaited(state).seats and not RULES.awaited(state).is_over:
            assert state.stack[PLAIN_WATER.sort], "no plain water is left to draw"
            state = RULES.resolve(state, PLAIN_WATER)
    return state
