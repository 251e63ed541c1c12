"""The moves of the seat that looks, as far as the places of a picture depend on them.

A place stands for fields of moves one by one. So the place of a piece has the one field that tells
it best from the other pieces that can be moved; the rest is chosen after it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from parlour import Move
from parlour.rules.notation import Form
from parlour_giants.components import PIECES, Size
from parlour_giants.moves import Bid, Haul, Take, TakeBack
from parlour_giants.phases import Moving, Returning, Transporting
from parlour_giants.phases.round_end import returns
from parlour_giants.phases.transport import takes
from parlour_giants.view import View, table

_FORMS: Mapping[type[Move], Form] = {kind: Form(kind) for kind in (Bid, Take, Haul, TakeBack)}
_TELLING = ("hex", "size", "been", "claim")
"""The fields that tell pieces apart, the one that is tried first before the others."""


def texts_of(move: Move) -> Mapping[str, str]:
    """Return the text of each field of a move."""
    return _FORMS[type(move)].field_texts(move)


def is_asked(view: View) -> bool:
    """Tell whether the seat that looks is to answer now."""
    return view.seat in view.awaited


def take_addresses(view: View) -> Iterator[tuple[Take, str]]:
    """Yield each piece that the seat can begin to move, with its address (rule 5.2)."""
    if not (isinstance(view.phases[-1], Transporting) and is_asked(view)):
        return
    moves = takes(table(view), view.seat)
    fields = [_telling(move) for move in moves]
    often = Counter(chain.from_iterable(fields))
    for move, held in zip(moves, fields, strict=True):
        yield move, min(held, key=often.__getitem__)


def _telling(move: Take) -> list[str]:
    texts = texts_of(move)
    return [f"{name}={texts[name]}" for name in _TELLING if texts[name]]


def screen_address(view: View, size: Size) -> str:
    """Return the address of a piece in front of the screen, to move or to mark (5.2 and 5.13)."""
    found = (
        address
        for move, address in take_addresses(view)
        if move.size == size and move.claim == "screen"
    )
    return next(found, f"size={PIECES[size]}")


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
