"""Words typed in a reader's own language: ``lege b2`` is read as ``lay b2``.

A phrasebook has them as the codes ``typed.WORD``: the words of the language that stand for it.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache

from parlour.words.framework import SENTENCES
from parlour.words.language import ENGLISH, speaking, spoken
from parlour.words.phrasebook import Phrasebook

MIN_LETTERS = 4
"""Minimum number of letters of a word that is read although it is misspelt."""
MIN_LIKENESS = 0.8
"""Minimum likeness, 0 … 1, of a misspelt word to the one that is meant."""

SAVE = "save"
"""The command that a path follows, which stays as it is."""

_WORD = re.compile(r"[^\W\d_]{2,}")


def in_english(line: str, phrasebook: Phrasebook | None) -> str:
    """Return a typed line with the words of the spoken language as they stand in records."""
    language = spoken()
    if language == ENGLISH:
        return line
    known = _known(phrasebook, language)
    head, space, rest = line.strip().partition(" ")
    if _meant(head, known) == SAVE:
        return f"{SAVE}{space}{rest}"
    return _WORD.sub(lambda word: _meant(word[0], known), line)


def _meant(word: str, known: Mapping[str, str]) -> str:
    """Return what a word stands for, also if it is misspelt; another word stays as it is."""
    small = word.casefold()
    if small in known:
        return known[small]
    near = get_close_matches(small, known, 1, MIN_LIKENESS) if len(word) >= MIN_LETTERS else []
    return known[near[0]] if near else word


@lru_cache(maxsize=64)
def _known(phrasebook: Phrasebook | None, language: str) -> Mapping[str, str]:
    """Return what each word stands for; a game's words come before those of the table."""
    known: dict[str, str] = {}
    with speaking(language):
        for one in filter(None, (SENTENCES, phrasebook)):
            for meant, words in one.under("typed").items():
                known |= dict.fromkeys((meant, *str(words).casefold().split()), meant)
    return known
