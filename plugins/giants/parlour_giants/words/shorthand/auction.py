"""Bids typed loosely, ``bid 2 + chief``, and what to carve."""

import re
from collections.abc import Iterator, Mapping

from parlour.rules.errors import NotationError, UnfinishedLine
from parlour_giants.components import SINGLE
from parlour_giants.moves import Bid, Decline, Pick
from parlour_giants.words.names import say
from parlour_giants.words.shorthand.line import NOTATION, Line, is_short_for, own

KINDS = ("markers", "workers", "sorcerer", "chief")
"""The contents of a bid; bare numbers are read in this order."""


_SMALL_WORDS = re.compile(r"\b(?:and|with|plus|a|the|my|nothing|none)\b")
_PART = re.compile(r"(\d+)? *([a-z]\S*)?")


def read_bid(line: Line) -> Iterator[str]:
    """Read a bid: numbers by their place or their word, and figures by name; or to pass."""
    first, _, rest = line.text.partition(" ")
    if line.text == "pass":
        yield NOTATION.write(Bid(0))
    elif first == "bid" and rest:
        _check_plus_signs(rest)
        held: dict[str, int] = {}
        parts = _SMALL_WORDS.sub(" ", rest)
        stray = _PART.sub("", parts.replace("+", " ")).strip()
        if stray:
            raise NotationError(say("read.bid_stray", text=stray))
        for number, word in _PART.findall(parts):
            if number or word:
                kind = _kind(number, word, held)
                if kind in held:
                    raise NotationError(say("read.bid_twice", word=own(kind)))
                held[kind] = int(number or 1)
        yield NOTATION.write(Bid(*(held.get(kind, 0) for kind in KINDS)))


def _check_plus_signs(text: str) -> None:
    """Check that a thing stands before and behind each plus sign.

    Raises:
        UnfinishedLine: Nothing stands behind the last one yet.
        NotationError: Nothing stands beside another.
    """
    *things, last = (part.strip() for part in text.split("+"))
    if not all(things):
        raise NotationError(say("read.bid_stray", text="+"))
    if not last:
        raise UnfinishedLine(say("read.beginning", text=own(f"bid {text}")))


def _kind(number: str, word: str, held: Mapping[str, int]) -> str:
    """Return what a part of a bid counts; bare numbers count markers first, then workers."""
    if not word:
        return "workers" if "markers" in held else "markers"
    kind = next((kind for kind in KINDS if is_short_for(word, kind)), None)
    if kind is None:
        raise NotationError(say("read.bid_word", text=word, words=", ".join(map(own, KINDS))))
    if number and kind in SINGLE:
        raise NotationError(say("read.single", word=own(kind)))
    return kind


def read_carving(line: Line) -> Iterator[str]:
    """Read which moai to carve, ``2`` or ``carve moai 2``; to pass is to decline."""
    words = [word for word in line.words if word not in {"carve", "pick", "take", "the"}]
    if words == ["pass"]:
        yield NOTATION.write(Decline())
    elif len(words) == 1 and words[0].removeprefix("moai") in {"1", "2", "3"}:
        yield NOTATION.write(Pick(int(words[0].removeprefix("moai"))))
