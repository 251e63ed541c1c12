"""Chapter 5: moais and headdresses are carried, erected, put on moais and marked."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, left_of, pushed, swapped
from parlour_giants.board import Board, members
from parlour_giants.components import HEADDRESS
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
        find = _stands_before_screen if move.claim == "screen" else _meant
        if not find(state, seat, move):
            return Refusal.of(
                "5.2", "no_such_piece", size=move.size, hex=move.hex, claim=move.claim
            )
        if move.claim == "abandoned":
            return Refusal.of("5.11", "abandoned_piece_stuck")
        if _has_lain(state, seat, move):
            return Refusal.of("5.15", "piece_has_lain")
        return Refusal.of("5.4", "piece_stuck")

    def play(self, state: BaseState, seat: Seat, move: Take | Pass, tell: Tell) -> BaseState:
        """Lift the piece, or pass for the rest of the phase (rules 5.1 and 5.12)."""
        if isinstance(move, Pass):
            passing = replace(self, passed=self.passed | 1 << seat)
            return _next_turn(state, passing, left_of(seat, state.seats), tell)
        here = state.board.index[move.hex]
        piece = _meant(state, seat, move) if move.claim != "screen" else None
        lifted = _lifted(state, piece) if piece else without_piece(state, seat, move.size)
        before = piece.been if piece else 0
        if state.options.edition_rules.visits == "rest":
            before |= 1 << here  # 5.15
        return pushed(lifted, Moving(seat, move.size, here, move.claim, 1 << here, before))

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
    return next(_movable(state, seat), None) is not None


def takes(state: BaseState, seat: Seat) -> list[Take]:
    """Return every piece that a seat can begin to move (rules 5.2, 5.4, 5.15 and 9.7)."""
    hexes = state.board.hexes
    return [
        Take(piece.size, hexes[piece.hex], claim, _visits(state, piece) if piece.been else ())
        for piece, claim in _movable(state, seat)
    ]


def _movable(state: BaseState, seat: Seat) -> Iterator[tuple[Piece, Claim]]:
    """Yield the pieces that a seat can begin to move in a fixed order, equal ones once (rule 5.2).

    A piece before its screen is yielded as it will stand on its quarry hex.
    """
    clan, is_possible = state.clans[seat], Completion(state, seat).is_possible
    for size in dict.fromkeys((HEADDRESS,) * clan.headdresses + clan.moais):
        quarry = state.board.quarry(size)
        if is_possible(size, quarry, "screen"):
            yield Piece(size, quarry, seat), "screen"
    owners, last = (seat, NOBODY), None  # 5.2
    for piece in state.pieces:
        if piece.owner in owners and piece != last:
            last = piece
            claim: Claim = "marked" if piece.marked else "left"
            if piece.owner == NOBODY:
                claim = "abandoned"
            if is_possible(piece.size, piece.hex, claim, piece.been):
                yield piece, claim


def _visits(state: BaseState, piece: Piece) -> tuple[str, ...]:
    """Return the hexes of a piece if only these tell it from others (rules 5.15 and 9.7)."""
    alike = [other for other in _at(state, piece.hex) if _are_alike(other, piece)]
    return named(state.board, piece.been) if len(set(alike)) > 1 else ()


def _are_alike(one: Piece, other: Piece) -> bool:
    """Tell whether two pieces differ at most in where they have been (rules 5.15 and 9.7)."""
    return (
        one.hex == other.hex
        and one.size == other.size
        and one.owner == other.owner
        and one.marked == other.marked
    )


def _at(state: BaseState, here: int) -> list[Piece]:
    """Return the pieces on a hex."""
    return [piece for piece in state.pieces if piece.hex == here]


def _meant(state: BaseState, seat: Seat, move: Take) -> Piece | None:
    """Return the piece on the island that a move names, or None."""
    here = state.board.index.get(move.hex, NOBODY)
    owner = NOBODY if move.claim == "abandoned" else seat
    piece = Piece(move.size, here, owner, move.claim == "marked")
    if piece in state.pieces and not move.been:
        return piece
    alike = [other for other in _at(state, here) if _are_alike(other, piece)]
    if len(set(alike)) == 1 and not move.been:
        return alike[0]
    return next((other for other in alike if named(state.board, other.been) == move.been), None)


def _has_lain(state: BaseState, seat: Seat, move: Take) -> bool:
    """Tell whether a piece that a move names was moved before in this transport (rule 5.15)."""
    piece = _meant(state, seat, move) if move.claim != "screen" else None
    return state.options.edition_rules.visits == "rest" and piece is not None and piece.been > 0


def _stands_before_screen(state: BaseState, seat: Seat, move: Take) -> bool:
    clan = state.clans[seat]
    held = clan.headdresses if move.size == HEADDRESS else move.size in clan.moais
    here = state.board.index.get(move.hex, NOBODY)
    return bool(held) and here == state.board.quarry(move.size) and not move.been


def named(on: Board, hexes: int) -> tuple[str, ...]:
    """Return the names of a set of hexes, in alphabetical order."""
    return tuple(sorted(on.hexes[number] for number in members(hexes)))


def _lifted(state: BaseState, piece: Piece) -> BaseState:
    """Take a piece from the island, marker and all (rule 5.9)."""
    place = state.pieces.index(piece)
    return replace(state, pieces=state.pieces[:place] + state.pieces[place + 1 :])
