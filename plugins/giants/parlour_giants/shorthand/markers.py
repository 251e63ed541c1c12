"""Markers typed loosely: put on unmoved pieces, and taken back."""

from collections.abc import Iterator

from parlour_giants.components import PIECES
from parlour_giants.moves import Leave, Stow, TakeBack
from parlour_giants.shorthand.line import NOTATION, RULES, Line


def read_stowing(line: Line) -> Iterator[str]:
    """Read which unmoved piece to mark, ``mark moai 2``; to pass is to leave the rest."""
    words = [word for word in line.words if word not in {"mark", "the", "a"}]
    if words == ["pass"]:
        yield NOTATION.write(Leave())
    elif len(words) == 1 and words[0] in PIECES:
        yield NOTATION.write(Stow(PIECES.index(words[0])))


def read_taking_back(line: Line) -> Iterator[str]:
    """Read which markers to take back: ``all``, or ``none`` and ``pass`` for nothing."""
    words = [word for word in line.words if word not in {"take", "back", "markers", "marker"}]
    if words == ["all"]:
        legal = RULES.moves(line.state, line.seat)
        every = max(
            (move for move in legal if isinstance(move, TakeBack)), key=lambda m: len(m.markers)
        )
        yield NOTATION.write(every)
    elif words in (["none"], ["pass"]):
        yield NOTATION.write(TakeBack(()))
