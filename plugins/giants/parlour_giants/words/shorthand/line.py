"""A typed line, and the table that it is played at."""

import re
from typing import NamedTuple

from parlour import Seat, listed
from parlour.rules.errors import NotationError, UnfinishedLine
from parlour.rules.notation import Notation
from parlour.rules.words import Viewer, describe_refusal
from parlour_giants.moves import GiantsMove
from parlour_giants.phases import State
from parlour_giants.rules import Rules
from parlour_giants.view import View
from parlour_giants.words.names import SENTENCES, say
from parlour_giants.words.refusals import REFUSALS

RULES = Rules()
NOTATION: Notation[GiantsMove] = Notation(GiantsMove, "move")

_MOAI = re.compile(
    r"\b(?:size-?|size |m|moai (?:(?:of|the) )?(?:size )?|moai)([123])\b(?: moai)?|\b([123])-moai\b"
)
_WORD = re.compile(r"[a-z]+\d+[a-c]?|\d+|[a-z+-]*[a-z]|\+|@")


class Line(NamedTuple):
    """A line as somebody typed it, in small letters."""

    state: State
    """The table as its seat sees it."""
    seat: Seat
    text: str
    """The line with single spaces, and pieces as moves name them: ``moai2``."""

    @classmethod
    def of(cls, view: View, text: str) -> "Line":
        """Return a line that is typed at a view."""
        spaced = " ".join(text.lower().replace(",", " ").split())
        return cls(view, view.seat, _MOAI.sub(_named, spaced))

    @property
    def words(self) -> list[str]:
        """Its words, numbers, hexes and plus signs.

        Raises:
            NotationError: It has other marks, such as a sign before a number.
        """
        stray = _WORD.sub(" ", self.text).strip()
        if stray:
            raise NotationError(say("read.stray", text=stray))
        return _WORD.findall(self.text)


def _named(found: re.Match[str]) -> str:
    return f"moai{found[1] or found[2]}"


def own(text: str) -> str:
    """Return typed words in the language that is spoken."""
    return re.sub("[a-z]{2,}", _first_word, text)


def _first_word(found: re.Match[str]) -> str:
    return SENTENCES.worded(f"typed.{found[0]}", {}).split()[0].replace("_", " ")


def is_short_for(typed: str, word: str) -> bool:
    """Tell whether the typed text is a word, its plural, or its beginning."""
    return bool(typed) and (word.startswith(typed) or typed == f"{word}s")


def reason(state: State, seat: Seat, move: GiantsMove) -> str | None:
    """Return the sentence why a move is not possible, or None if it is."""
    refusal = RULES.why_not(state, seat, move)
    if refusal is None:
        return None
    return describe_refusal(refusal, Viewer.of_seats(state.seats), REFUSALS)


def choices(heading: str, texts: list[str]) -> UnfinishedLine:
    """Return an error that asks which of several moves is meant."""
    question = f"{heading}: {listed(map(own, texts), 'or')}"
    return UnfinishedLine(question, f"{question[:1].upper()}{question[1:]}.")
