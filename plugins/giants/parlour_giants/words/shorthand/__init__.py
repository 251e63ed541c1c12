"""Shorthand: short lines to type instead of a move's text, or of several moves in a row."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from parlour.rules.errors import NotationError, UnfinishedLine
from parlour_giants.components import PIECES
from parlour_giants.moves import BEARERS
from parlour_giants.phases import (
    AnyPhase,
    Bidding,
    Moving,
    Picking,
    Placing,
    Returning,
    Stowing,
    Transporting,
)
from parlour_giants.view import View
from parlour_giants.words.names import say
from parlour_giants.words.shorthand.auction import KINDS, read_bid, read_carving
from parlour_giants.words.shorthand.line import Line, own
from parlour_giants.words.shorthand.placing import GAINS, SMALL_WORDS, read_placement
from parlour_giants.words.shorthand.transport import (
    CLAIMS,
    read_movement,
    read_stowing,
    read_taking_back,
    read_transport,
)

Reader: TypeAlias = Callable[[Line], Iterator[str]]

PIECE_NAMES = " ".join(("moai", *PIECES))
WAY = f"to over via then with and on erect crown mark leave {' '.join(BEARERS)}"
"""Words on the way of a piece."""
PLACING = " ".join((*SMALL_WORDS, *GAINS, "quarry village hut moai headdress logs 1 2"))
"""Words behind a figure."""

READERS: Mapping[type[AnyPhase], tuple[Reader, str, str]] = {
    Bidding: (read_bid, "bid pass", f"{' '.join(KINDS)} and with plus a the my nothing none"),
    Picking: (read_carving, f"carve pick take the {PIECE_NAMES} 1 2 3 pass", f"the {PIECE_NAMES}"),
    Placing: (read_placement, "place put worker sorcerer chief buy half pass", PLACING),
    Transporting: (
        read_transport,
        f"move carry the {PIECE_NAMES} pass",
        f"the from {PIECE_NAMES} {WAY} {' '.join(CLAIMS)}",
    ),
    Moving: (read_movement, f"move carry it {WAY}", f"it {WAY}"),
    Stowing: (read_stowing, f"mark the a {PIECE_NAMES} pass", f"the a {PIECE_NAMES}"),
    Returning: (read_taking_back, "take back markers all none pass", "back markers all"),
}
"""The reader of lines in each phase, the words that its lines may begin with, and the others."""

EXAMPLES: Mapping[type[AnyPhase], tuple[str, ...]] = {
    Bidding: ("bid 1 + chief", "bid 2 markers + 1 worker", "bid nothing"),
    Picking: ("carve 2", "carve 1", "pass"),
    Placing: ("worker e9", "worker e9 with 2 logs", "sorcerer village", "sorcerer b2a", "buy"),
    Transporting: (
        "move moai 1 to e9 erect", "move moai 2 to f8 erect", "move moai 2 to f8",
        "move headdress to a3 crown", "move moai 2 d9 e9 with red+log mark",
    ),
    Moving: ("f8 erect", "e9 erect", "to f8", "to e9"),
    Stowing: ("mark moai 2", "mark moai 1"),
    Returning: ("all", "none"),
}  # fmt: skip
"""Lines that may be typed in each phase."""

_LAST_WORD = re.compile(r"(.*?)[ +]?([^ +]*)")


def parse_shorthand(view: View, text: str) -> tuple[str, ...]:
    """Return the texts of the moves that a line stands for; none where it is no such line.

    Raises:
        UnfinishedLine: It may become one with more letters.
        NotationError: It is one, but cannot be played, or may mean several moves; the text says
            why, or which.
    """
    if type(view.phases[-1]) not in READERS or view.seat not in view.awaited:
        return ()
    line = Line.of(view, text)
    try:
        found = _read(line)
    except UnfinishedLine:
        raise
    except NotationError as fault:
        if _may_grow(line, is_whole=True):
            raise UnfinishedLine(str(fault)) from None
        raise
    if not found and _may_grow(line, is_whole=False):
        raise UnfinishedLine(say("read.beginning", text=own(text)))
    return found


def _read(line: Line) -> tuple[str, ...]:
    read, _, _ = READERS[type(line.state.phases[-1])]
    return tuple(read(line))


def _may_grow(line: Line, *, is_whole: bool) -> bool:
    """Tell whether a line may become one, by the words that can follow those before the last.

    If it ``is_whole``, its last word must have further letters.
    """
    on, phase = line.state.board, type(line.state.phases[-1])
    parts = _LAST_WORD.fullmatch(line.text)
    head, last = (parts[1], parts[2]) if parts else ("", "")
    _, first, others = READERS[phase]
    known = set((others if head else first).split())
    if (phase in {Placing, Transporting} and head) or phase is Moving:
        known.update(on.hexes, () if last in on.hexes else on.ahu_index)
    if not any(word.startswith(last) and (word != last or not is_whole) for word in known):
        return False
    before = line._replace(text=head)
    try:
        return not head or bool(_read(before)) or _may_grow(before, is_whole=False)
    except UnfinishedLine:
        return True
    except NotationError:
        return _may_grow(before, is_whole=True)


def examples(view: View) -> Sequence[str]:
    """Return lines that may be typed in the phase that a view shows."""
    return EXAMPLES.get(type(view.phases[-1]), ())
