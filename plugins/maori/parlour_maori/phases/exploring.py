"""Chapter 4: a player discovers an island, or does one of four other things."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Decide, DecisionPhase, Refusal, Seat, Tell, await_seat, swapped
from parlour_maori.board import ROW_FROM, SIDES, SLOT_NAMES
from parlour_maori.boards import NO_PAWN, Board, cells_in_reach, free_cells
from parlour_maori.changes import paying, with_board, with_entry
from parlour_maori.moves import (
    FETCH,
    REMOVE,
    REST,
    TAKE,
    Fetch,
    Launch,
    MaoriMove,
    Remove,
    Rest,
    Sail,
    Take,
)
from parlour_maori.phases.laying import Laying
from parlour_maori.phases.pawn import after_action
from parlour_maori.state import BaseState
from parlour_maori.tiles import SORT, VOLCANO

Discovery = Take | Fetch | Remove | Rest


class Exploring(DecisionPhase["BaseState", Discovery], frozen=True, gc=False):
    """Rule 2.2: take a tile, fetch the stored one, remove one, or rest."""

    rule: ClassVar[str] = "2.2"
    seat: Seat

    def awaited(self, state: BaseState) -> Decide:
        return await_seat(self.seat)

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Discovery]:
        board = state.boards[seat]
        moves: list[Discovery] = [
            TAKE[slot]
            for slot, price in prices(state.display, state.ship)
            if price <= board.shells and can_place(state, board, price)
        ]
        if board.storage and cells_in_reach(board, SIDES[state.options.side], board.shells):
            moves.append(FETCH)
        moves += [REMOVE[c] for c, face in enumerate(board.cells) if face and c != board.pawn]
        moves.append(REST)
        return moves

    def why_not(self, state: BaseState, seat: Seat, move: MaoriMove) -> Refusal | None:
        board = state.boards[seat]
        match move:
            case Take(slot):
                return _why_not_take(state, board, slot)
            case Fetch():
                return _why_not_fetch(state, board)
            case Remove(cell) if cell == board.pawn:
                return Refusal("8.5", "the tile under the pawn cannot be removed")
            case Remove():
                return Refusal("4.8", "there is no own tile on that cell")
            case Launch() | Sail():
                return Refusal("2.1", "the ship has sailed this turn")
            case _:
                return Refusal("2.2", "first take a tile, fetch the stored one, remove one or rest")

    def play(self, state: BaseState, seat: Seat, move: Discovery, tell: Tell) -> BaseState:
        board = state.boards[seat]
        match move:
            case Take(slot):
                return self._take(state, slot, tell)
            case Fetch():
                emptied = with_board(state.boards, seat, replace(board, storage=0))
                fetched = replace(state, boards=emptied, unchanged=0)
                return swapped(fetched, Laying(seat, board.storage))
            case Remove(cell):
                bare = replace(board, cells=with_entry(board.cells, cell, 0))
                gone = replace(
                    state,
                    boards=with_board(state.boards, seat, bare),
                    removed=tuple(sorted((*state.removed, SORT[board.cells[cell]]))),
                    unchanged=0,
                )
                return after_action(gone, seat)
            case Rest():
                return after_action(replace(state, unchanged=state.unchanged + 1), seat)

    def _take(self, state: BaseState, slot: int, tell: Tell) -> BaseState:
        """Rules 4.1 and 4.2: the tile comes into the hand, and the skipped ones are paid for."""
        price = dict(prices(state.display, state.ship))[slot]
        taken = replace(state, display=with_entry(state.display, slot, 0), unchanged=0)
        paid = paying(taken, self.seat, price, tell)
        return swapped(paid, Laying(self.seat, state.display[slot], slot))


def prices(display: tuple[int, ...], ship: int) -> list[tuple[int, int]]:
    """Return the slots whose tile can be seen from the ship, each with its price in shells.

    One shell a tile skipped, none for an empty slot (rule 4.2); a volcano hides
    itself and what lies behind it (rule 4.10).
    """
    found: list[tuple[int, int]] = []
    for slot in ROW_FROM[ship]:
        if display[slot] == VOLCANO:
            break
        if display[slot]:
            found.append((slot, len(found)))
    return found


def can_place(state: BaseState, board: Board, price: int) -> bool:
    """Tell whether a tile from the display could be stored or laid once it is paid for."""
    return not board.storage or bool(
        cells_in_reach(board, SIDES[state.options.side], board.shells - price)
    )


def _why_not_take(state: BaseState, board: Board, slot: int) -> Refusal:
    row, name = ROW_FROM[state.ship], SLOT_NAMES[slot]
    if slot not in row:
        return Refusal("4.1", f"{name} is not in the row of the ship")
    if not state.display[slot]:
        return Refusal("4.1", f"there is no tile on {name}")
    if state.display[slot] == VOLCANO:
        return Refusal("4.10", "a volcano cannot be taken")
    price = dict(prices(state.display, state.ship)).get(slot)
    if price is None:
        return Refusal("4.10", f"a volcano lies between the ship and {name}")
    if price > board.shells:
        return Refusal("4.2", f"{name} costs {price} shells, and there are {board.shells}")
    return _nowhere(state, board, f"the tile on {name} could neither be laid nor stored", "4.6")


def _why_not_fetch(state: BaseState, board: Board) -> Refusal:
    if not board.storage:
        return Refusal("4.7", "the stored tile is not there")
    return _nowhere(state, board, "the stored tile cannot be laid", "4.7")


def _nowhere(state: BaseState, board: Board, what: str, rule: str) -> Refusal:
    """Say why no cell will do: the pawn binds the tile (rule 8.3), or the board is full."""
    if board.pawn != NO_PAWN and free_cells(board, SIDES[state.options.side]):
        return Refusal("8.3", f"{what}: no free cell is in reach of the pawn")
    return Refusal(rule, f"{what}: no cell is free")
