"""The moves of the seat that looks, as far as the places of a picture depend on them.

A place stands for fields of moves one by one. So the place of a piece has the one field that tells
it best from the other pieces that can be moved; the rest is chosen after it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from parlour import Move
from parlour.rules.notation import Form
from parlour_giants.board import Board
from parlour_giants.moves import Bid, Claim, Haul, Take, TakeBack
from parlour_giants.phases import Moving, Returning, Transporting
from parlour_giants.phases.round_end import returns
from parlour_giants.phases.transport import claim_of, named, takes
from parlour_giants.state import Piece
from parlour_giants.view import View, table

Lot: TypeAlias = tuple[int, str, Claim, tuple[str, ...]]
"""Pieces that a move cannot tell apart: size, hex, right to move them, and the hexes that the move
says they have been on (rule 9.7)."""
Places: TypeAlias = Mapping[Lot, tuple[str, ...]]
"""The addresses of pieces that can be moved now, by lot."""

_FORMS: Mapping[type[Move], Form] = {kind: Form(kind) for kind in (Bid, Take, Haul, TakeBack)}
_TELLING = ("hex", "size", "been", "claim")
"""The fields that tell pieces apart, the one that is tried first before the others."""


def texts_of(move: Move) -> Mapping[str, str]:
    """Return the text of each field of a move."""
    return _FORMS[type(move)].field_texts(move)


def is_asked(view: View) -> bool:
    """Tell whether the seat that looks is to answer now."""
    return view.seat in view.awaited


def take_places(view: View) -> Places:
    """Return the addresses of the pieces that the seat can begin to move (rule 5.2)."""
    if not (isinstance(view.phases[-1], Transporting) and is_asked(view)):
        return {}
    moves = takes(table(view), view.seat)
    fields = [_telling(move) for move in moves]
    often = Counter(chain.from_iterable(fields))
    return {
        (move.size, move.hex, move.claim, move.been): (min(held, key=often.__getitem__),)
        for move, held in zip(moves, fields, strict=True)
    }


def _telling(move: Take) -> list[str]:
    texts = texts_of(move)
    return [f"{name}={texts[name]}" for name in _TELLING if texts[name]]


def piece_addresses(places: Places, on: Board, piece: Piece) -> tuple[str, ...]:
    """Return the addresses of a piece on the island; none where it cannot be moved."""
    where, claim = on.hexes[piece.hex], claim_of(piece)
    told = places.get((piece.size, where, claim, named(on, piece.been)))
    return told or places.get((piece.size, where, claim, ()), ())


def take_backs(view: View) -> Sequence[TakeBack]:
    """Return every choice of markers that the seat can take back (rule 6.3)."""
    if not (isinstance(view.phases[-1], Returning) and is_asked(view)):
        return ()
    return returns(table(view), view.seat)


def hauls(view: View) -> Sequence[Haul]:
    """Return every way to carry the piece on the move into the next hex (rule 5.3)."""
    phase = view.phases[-1]
    if not (isinstance(phase, Moving) and is_asked(view)):
        return ()
    return [move for move in phase.moves(table(view), view.seat) if isinstance(move, Haul)]
