"""Bids typed loosely, ``bid 2 + chief``, and what to carve."""

from collections.abc import Iterator

from parlour.rules.errors import NotationError
from parlour_giants.moves import Bid, Decline, Pick
from parlour_giants.words.shorthand.line import NOTATION, Line, is_short_for

KINDS = ("markers", "workers", "sorcerer", "chief")
"""The contents of a bid; bare numbers are read in this order."""
SINGLE = ("sorcerer", "chief")
"""The figures that a seat has once: a number before them may count something else."""
SMALL_WORDS = {"and", "with", "plus", "a", "the", "my", "nothing", "none"}


def read_bid(line: Line) -> Iterator[str]:
    """Read a bid: numbers by their place or their word, and figures by name; none to pass."""
    if line.text == "pass":
        yield NOTATION.write(Bid(0))
        return
    first, *words = line.words or [""]
    if first != "bid" or not words:
        return
    held: dict[str, int] = {}
    parts = iter([*(word for word in words if word not in SMALL_WORDS), "+"])
    for part in parts:
        if part.isdecimal():
            following = next(parts)
            kind = _counted(following)
            _put(held, kind or _next(held), int(part))
            if kind is None and following.isdecimal():
                _put(held, _next(held), int(following))
        elif part != "+":
            _put(held, _kind(part), 1)
    yield NOTATION.write(Bid(*(held.get(kind, 0) for kind in KINDS)))


def _counted(following: str) -> str | None:
    """Return what a number counts by the word after it, or None if no word says it."""
    if following == "+" or following.isdecimal():
        return None
    kind = _kind(following)
    if kind in SINGLE:
        raise NotationError(f"write '{kind}' without a number, and '+' before it")
    return kind


def _kind(word: str) -> str:
    """Return what a word names."""
    kind = next((kind for kind in KINDS if is_short_for(word, kind)), None)
    if kind is None:
        raise NotationError(f"cannot read '{word}' in a bid: expected {', '.join(KINDS)}")
    return kind


def _next(held: dict[str, int]) -> str:
    """Return what a bare number counts: markers first, then workers."""
    return "workers" if "markers" in held else "markers"


def _put(held: dict[str, int], kind: str, number: int) -> None:
    if kind in held:
        raise NotationError(f"expected {kind} once in a bid")
    held[kind] = number


def read_carving(line: Line) -> Iterator[str]:
    """Read which moai to carve, ``2`` or ``carve moai 2``; to pass is to decline."""
    words = [word for word in line.words if word not in {"carve", "pick", "take", "the"}]
    if words == ["pass"]:
        yield NOTATION.write(Decline())
    elif len(words) == 1 and words[0].removeprefix("moai") in {"1", "2", "3"}:
        yield NOTATION.write(Pick(int(words[0].removeprefix("moai"))))
