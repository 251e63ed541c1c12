"""Words typed in a reader's own language: ``lege b2`` is read as ``lay b2``, and shown so.

A phrasebook has them as the codes ``typed.WORD``: the words of the language that stand for it,
the one that is shown first. A line under a letter stands for a space: ``typed.face_down``.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache

from msgspec import Struct

from parlour.words.framework import SENTENCES
from parlour.words.language import ENGLISH, speaking, spoken
from parlour.words.phrasebook import NamedSeat, Phrasebook

MIN_LETTERS = 4
"""Minimum number of letters of a word that is read although it is misspelt."""
MIN_LIKENESS = 0.8
"""Minimum likeness, 0 … 1, of a misspelt word to the one that is meant."""

QUOTING = frozenset({"order", "rules", "save"})
"""Commands that no words of a move follow: a name, a path, or words of the page of rules."""

EXACT = frozenset({"again", "now", "quit", "replay", "resign", "undo"})
"""Commands that are read only if they are typed whole, since they change the table at once."""

WORD = r"[^\W\d_]{2,}"


class OwnLine(Struct, frozen=True):
    """A line as it stands in records, for a sentence that somebody else reads later."""

    parts: tuple["str | NamedSeat", ...]
    """Texts as they stand in records, and names of seats."""
    phrasebook: Phrasebook | None

    def __str__(self) -> str:
        """Return it with the words of the spoken language."""
        return "".join(
            in_own_words(part, self.phrasebook) if isinstance(part, str) else f"{part:inside}"
            for part in self.parts
        )


def in_english(line: str, phrasebook: Phrasebook | None, names: Iterable[str] = ()) -> str:
    """Return a typed line with the words of the spoken language as they stand in records.

    Its last word may be a beginning. Behind the first word, ``names`` of seats stay as they are.
    """
    language = spoken()
    if language == ENGLISH:
        return line
    known, pattern = _known(phrasebook, language)
    text = line.strip()
    head, space, rest = text.partition(" ")
    if (command := _meant(head, known)) in QUOTING:
        return f"{command}{space}{rest}"
    end = len(text)
    kept = {word.casefold() for name in names for word in name.split()}
    return pattern.sub(
        lambda word: (
            word[0]
            if word.start() and word[0].casefold() in kept
            else _meant(word[0], known, is_begun=word.end() == end)
        ),
        text,
    )


def in_own_words(line: str, phrasebook: Phrasebook | None) -> str:
    """Return a line as it stands in records with the words of the spoken language."""
    shown, pattern = _own(phrasebook, spoken())
    return pattern.sub(lambda word: shown.get(word[0], word[0]), line) if shown else line


def own_words(phrasebook: Phrasebook | None) -> Mapping[str, str]:
    """Return the shown word for each word of records, in the spoken language; none in English."""
    return _own(phrasebook, spoken())[0]


def _meant(word: str, known: Mapping[str, str], *, is_begun: bool = False) -> str:
    """Return what a word stands for, also if it is misspelt; another word stays as it is."""
    small = word.casefold()
    if small in known:
        return known[small]
    near = [term for term in known if is_begun and term.startswith(small)]
    if not near and len(word) >= MIN_LETTERS:
        near = get_close_matches(small, known, 5, MIN_LIKENESS)
    meant = {known[term] for term in near}
    return meant.pop() if len(meant) == 1 and meant.isdisjoint(EXACT) else word


@lru_cache(maxsize=64)
def _known(
    phrasebook: Phrasebook | None, language: str
) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return what each word stands for; a game's words come before the table's words."""
    known: dict[str, str] = {}
    for book in _typed(phrasebook, language):
        by_word: dict[str, str] = {}
        for meant, words in book.items():
            for word in (meant, *words):
                by_word.setdefault(word.casefold(), meant)
        known |= by_word
    return known, _pattern(known)


@lru_cache(maxsize=64)
def _own(phrasebook: Phrasebook | None, language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return the first word for each that stands in records; none in English."""
    books = [] if language == ENGLISH else _typed(phrasebook, language)
    shown = {meant: words[0] for book in books for meant, words in book.items()}
    return shown, _pattern(shown)


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds terms in a line, terms of several words first."""
    several = sorted((re.escape(term) for term in words if " " in term), key=len, reverse=True)
    return re.compile(
        "|".join([*(rf"(?<!\w){term}(?!\w)" for term in several), WORD]), re.IGNORECASE
    )


def _typed(phrasebook: Phrasebook | None, language: str) -> list[dict[str, list[str]]]:
    """Return the words of the table, then a game's words, each with its translations."""
    with speaking(language):
        return [
            {
                _spaced(meant): list(map(_spaced, str(words).split()))
                for meant, words in book.under("typed").items()
            }
            for book in filter(None, (SENTENCES, phrasebook))
        ]


def _spaced(word: str) -> str:
    return word.replace("_", " ")
