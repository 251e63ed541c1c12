"""Chapter 4: a player discovers an island, or does one of four other things."""

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, replaced, swapped
from parlour_maori.components import ROW_FROM, SIDES, SLOT_NAMES
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
from parlour_maori.state import (
    NO_PAWN,
    BaseState,
    Board,
    cells_in_reach,
    free_cells,
    paying,
    with_board,
)
from parlour_maori.tiles import SORT, VOLCANO

Discovery: TypeAlias = Take | Fetch | Remove | Rest


class Exploring(SeatPhase[BaseState, Discovery], frozen=True, gc=False):
    """Rule 2.2: take a tile, fetch the stored one, remove one, or rest."""

    rule: ClassVar[str] = "2.2"

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Discovery]:
        """Rules 4.1, 4.2 and 4.6 to 4.9: tiles that can be paid and placed, removals, a rest."""
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
        """Say why no tile is to be had there, or that the action comes now (rules 2.1, 2.2)."""
        board = state.boards[seat]
        match move:
            case Take(slot):
                return _why_not_take(state, board, slot)
            case Fetch():
                return _why_not_fetch(state, board)
            case Remove(cell) if cell == board.pawn:
                return Refusal.of("8.5", "under_pawn")
            case Remove():
                return Refusal.of("4.8", "no_own_tile")
            case Launch() | Sail():
                return Refusal.of("2.1", "has_sailed")
            case _:
                return Refusal.of("2.2", "action_first")

    def play(self, state: BaseState, seat: Seat, move: Discovery, tell: Tell) -> BaseState:
        """Rules 4.1, 4.7, 4.8 and 4.9: take, fetch, remove or rest."""
        match move:
            case Take(slot):
                return self._take(state, slot, tell)
            case Fetch():
                return self._fetch(state)
            case Remove(cell):
                return self._remove(state, cell)
            case Rest():
                phases = after_action(state, seat, state.boards[seat])
                return replace(state, unchanged=state.unchanged + 1, phases=phases)

    def _take(self, state: BaseState, slot: int, tell: Tell) -> BaseState:
        """Rules 4.1 and 4.2: the tile comes into the hand, and the skipped ones are paid for."""
        price = dict(prices(state.display, state.ship))[slot]
        laying = Laying(self.seat, state.display[slot], slot)
        taken = replace(
            state,
            display=replaced(state.display, slot, 0),
            unchanged=0,
            phases=(*state.phases[:-1], laying),
        )
        return paying(taken, self.seat, price, tell)

    def _fetch(self, state: BaseState) -> BaseState:
        """Rule 4.7: the stored tile comes into the hand."""
        board = state.boards[self.seat]
        emptied = with_board(state, self.seat, replace(board, storage=0))
        return swapped(replace(emptied, unchanged=0), Laying(self.seat, board.storage))

    def _remove(self, state: BaseState, cell: int) -> BaseState:
        """Rule 4.8: the tile leaves the game."""
        board = state.boards[self.seat]
        bare = replace(board, cells=replaced(board.cells, cell, 0))
        return replace(
            state,
            boards=replaced(state.boards, self.seat, bare),
            removed=tuple(sorted((*state.removed, SORT[board.cells[cell]]))),
            unchanged=0,
            phases=after_action(state, self.seat, bare),
        )


def prices(display: tuple[int, ...], ship: int) -> list[tuple[int, int]]:
    """Return the slots whose tile can be seen from the ship, each with its price in shells.

    One shell a tile skipped, none for an empty slot (rule 4.2); a volcano hides
    itself and the tiles behind it (rule 4.10).
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
    """Say why the tile cannot be had (rules 4.1, 4.2, 4.6, 4.10 and 8.3)."""
    name = SLOT_NAMES[slot]
    price = dict(prices(state.display, state.ship)).get(slot)
    if price is None:
        return _why_unseen(state, slot)
    if price > board.shells:
        return Refusal.of("4.2", "too_dear", slot=name, number=price, shells=board.shells)
    if _pawn_binds(state, board):
        return Refusal.of("8.3", "taken_out_of_reach", slot=name)
    return Refusal.of("4.6", "taken_without_room", slot=name)


def _why_unseen(state: BaseState, slot: int) -> Refusal:
    """Say why the ship sees no tile there to take (rules 4.1 and 4.10)."""
    name = SLOT_NAMES[slot]
    if slot not in ROW_FROM[state.ship]:
        return Refusal.of("4.1", "not_in_row", slot=name)
    if not state.display[slot]:
        return Refusal.of("4.1", "empty_slot", slot=name)
    if state.display[slot] == VOLCANO:
        return Refusal.of("4.10", "volcano")
    return Refusal.of("4.10", "behind_volcano", slot=name)


def _why_not_fetch(state: BaseState, board: Board) -> Refusal:
    """Say why the stored tile cannot be fetched (rules 4.7 and 8.3)."""
    if not board.storage:
        return Refusal.of("4.7", "nothing_stored")
    if _pawn_binds(state, board):
        return Refusal.of("8.3", "fetched_out_of_reach")
    return Refusal.of("4.7", "fetched_without_room")


def _pawn_binds(state: BaseState, board: Board) -> bool:
    """Tell whether there are free cells, which the pawn alone puts out of reach (rule 8.3)."""
    return board.pawn != NO_PAWN and bool(free_cells(board, SIDES[state.options.side]))


def rests_to_the_end(state: BaseState) -> int:
    """Return how many rests in a row end the match, the next one included (rule 6.3)."""
    return 2 * len(state.boards) - state.unchanged
