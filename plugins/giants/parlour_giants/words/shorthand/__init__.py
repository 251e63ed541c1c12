"""Shorthand: what people type in place of a move's text, or of several moves in a row."""

from parlour_giants.phases import (
    Bidding,
    Moving,
    Picking,
    Placing,
    Returning,
    Stowing,
    Transporting,
)
from parlour_giants.view import View
from parlour_giants.words.shorthand.auction import read_bid, read_carving
from parlour_giants.words.shorthand.line import Line
from parlour_giants.words.shorthand.placing import read_placement
from parlour_giants.words.shorthand.transport import (
    read_movement,
    read_stowing,
    read_taking_back,
    read_transport,
)

READERS = {
    Bidding: read_bid,
    Picking: read_carving,
    Placing: read_placement,
    Transporting: read_transport,
    Moving: read_movement,
    Stowing: read_stowing,
    Returning: read_taking_back,
}
"""The reader of lines in each phase."""


def parse_shorthand(view: View, text: str) -> tuple[str, ...]:
    """Return the texts of the moves that a line stands for; none where it is no such line.

    Raises:
        NotationError: It is one, but cannot be played, or may mean several moves; the text says
            why, or which.
    """
    read = READERS.get(type(view.phases[-1]))
    if read is None or view.seat not in view.awaited:
        return ()
    return tuple(read(Line.of(view, text)))
