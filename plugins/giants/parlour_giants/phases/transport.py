"""Chapter 5: moais and headdresses are carried, erected, put on moais and marked."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, left_of, pushed, swapped
from parlour_giants.board import Board, members
from parlour_giants.components import HEADDRESS, Size
from parlour_giants.moves import (
    Claim,
    Crown,
    Erect,
    GiantsMove,
    Haul,
    Leave,
    Mark,
    Pass,
    Stow,
    Take,
)
from parlour_giants.phases.moving import Completion, Moving
from parlour_giants.phases.stowing import Clearing
from parlour_giants.phases.turns import Idle, next_up
from parlour_giants.state import NOBODY, BaseState, Piece, without_piece

PASS = Pass()


class Transporting(SeatPhase[BaseState, Take | Pass], frozen=True):
    """In turn everybody moves one moai or headdress, or passes (rule 5.1)."""

    rule: ClassVar[str] = "5.1"

    passed: int = 0
    """The set of seats that have passed (rule 5.12)."""
    stuck: int = 0
    """The set of seats that have not, and could do nothing at their last turn (rule 5.14)."""

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Take | Pass]:
        """Return each piece whose movement can be ended, and to pass (rules 5.2 and 5.4)."""
        return (*takes(state, seat), PASS)

    def why_not(self, state: BaseState, seat: Seat, move: GiantsMove) -> Refusal | None:
        """Say whether the piece is missing, another seat's, or stuck (rules 5.2, 5.4 and 5.11)."""
        if isinstance(move, Haul | Erect | Crown | Mark | Stow | Leave):
            return Refusal.of("5.1", "piece_unsaid")
        if not isinstance(move, Take):
            return Refusal.of("5.1", "transport_wanted")
        if _visited(state, seat, move) is None:
            return Refusal.of(
                "5.2", "no_such_piece", size=move.size, hex=move.hex, claim=move.claim
            )
        if move.claim == "abandoned":
            return Refusal.of("5.11", "abandoned_piece_stuck")
        return Refusal.of("5.4", "piece_stuck")

    def play(self, state: BaseState, seat: Seat, move: Take | Pass, tell: Tell) -> BaseState:
        """Lift the piece, or pass for the rest of the phase (rules 5.1 and 5.12)."""
        if isinstance(move, Pass):
            passing = replace(self, passed=self.passed | 1 << seat)
            return _next_turn(state, passing, left_of(seat, state.seats), tell)
        here = state.board.index[move.hex]
        been = _visited(state, seat, move) or 0
        moving = Moving(
            seat=seat, size=move.size, hex=here, claim=move.claim, been=1 << here, before=been
        )
        return pushed(_lifted(state, seat, move, been), moving)

    def next_turn(self, state: BaseState, tell: Tell) -> BaseState:
        """Give the turn to the next seat to the left that has not passed (rule 5.1)."""
        return _next_turn(state, self, left_of(self.seat, state.seats), tell)


def transport(state: BaseState, tell: Tell) -> BaseState:
    """Begin to transport, with the start player (rule 5.1)."""
    return _next_turn(state, Transporting(seat=state.start), state.start, tell)


def _next_turn(state: BaseState, phase: Transporting, first: Seat, tell: Tell) -> BaseState:
    idle = Idle(phase.passed, phase.stuck)
    seat, idle = next_up(state, first, idle, _able, tell)
    if seat is None:
        return swapped(state, Clearing())
    return swapped(state, Transporting(seat=seat, passed=idle.passed, stuck=idle.stuck))


def _able(state: BaseState, seat: Seat) -> bool:
    is_possible = Completion(state, seat).is_possible
    return any(
        is_possible(size, here, claim, been)
        for size, here, claim, visits in _movable(state, seat)
        for been in visits
    )


def takes(state: BaseState, seat: Seat) -> list[Take]:
    """Return every piece that a seat can begin to move (rules 5.2, 5.4 and 9.7)."""
    on, is_possible = state.board, Completion(state, seat).is_possible
    return [
        Take(size, on.hexes[here], claim, named(on, been) if len(visits) > 1 else ())
        for size, here, claim, visits in _movable(state, seat)
        for been in visits
        if is_possible(size, here, claim, been)
    ]


def _movable(state: BaseState, seat: Seat) -> Iterator[tuple[Size, int, Claim, list[int]]]:
    """Yield the pieces that a seat may move in a fixed order, equal ones once (rule 5.2).

    Yield a size, a hex, a claim, and the sets of hexes that such pieces have visited (rule 9.7).
    """
    clan, on = state.clans[seat], state.board
    if clan.headdresses:
        yield HEADDRESS, on.headdress_quarry, "screen", [0]
    for size in dict.fromkeys(clan.moais):
        yield size, on.moai_quarry, "screen", [0]
    last: Piece | None = None
    visits: list[int] = []
    for piece in state.pieces:
        owner = piece.owner
        if owner not in (seat, NOBODY):
            continue
        if last and _are_alike(last, piece):
            if piece.been != visits[-1]:
                visits.append(piece.been)
            continue
        if last:
            yield last.size, last.hex, claim_of(last), visits
        last, visits = piece, [piece.been]
    if last:
        yield last.size, last.hex, claim_of(last), visits


def _are_alike(one: Piece, other: Piece) -> bool:
    """Tell whether two pieces differ at most in where they have been (rule 9.7)."""
    return (
        one.hex == other.hex
        and one.size == other.size
        and one.owner == other.owner
        and one.marked == other.marked
    )


def _visited(state: BaseState, seat: Seat, move: Take) -> int | None:
    """Return the hexes visited by the piece that a move names, or None for no piece."""
    here = state.board.index.get(move.hex, NOBODY)
    if move.claim == "screen":
        return 0 if not move.been and _stands_before_screen(state, seat, move, here) else None
    visits = [
        piece.been
        for piece in state.pieces
        if piece.hex == here
        and piece.size == move.size
        and piece.owner in {seat, NOBODY}
        and claim_of(piece) == move.claim
    ]
    if len(set(visits)) == 1 and not move.been:
        return visits[0]
    return next((been for been in visits if named(state.board, been) == move.been), None)


def _stands_before_screen(state: BaseState, seat: Seat, move: Take, here: int) -> bool:
    clan = state.clans[seat]
    held = clan.headdresses if move.size == HEADDRESS else move.size in clan.moais
    return bool(held) and here == state.board.quarry(move.size)


def named(on: Board, hexes: int) -> tuple[str, ...]:
    """Return the names of a set of hexes, in alphabetical order."""
    return tuple(sorted(on.hexes[number] for number in members(hexes)))


def claim_of(piece: Piece) -> Claim:
    """Return why a piece on the island may be moved (rule 5.2)."""
    if piece.owner == NOBODY:
        return "abandoned"
    return "marked" if piece.marked else "left"


def _lifted(state: BaseState, seat: Seat, move: Take, been: int) -> BaseState:
    """Take the piece from its place, marker and all (rule 5.9)."""
    if move.claim == "screen":
        return without_piece(state, seat, move.size)
    owner = NOBODY if move.claim == "abandoned" else seat
    pieces = list(state.pieces)
    here = state.board.index[move.hex]
    pieces.remove(Piece(move.size, here, owner, move.claim == "marked", been))
    return replace(state, pieces=tuple(pieces))
