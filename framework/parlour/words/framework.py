"""The framework's own sentences: the table's sentences for every game, lists, and numbers."""

from collections.abc import Iterable, Mapping
from importlib.resources import files

from parlour.words.language import ENGLISH, spoken
from parlour.words.phrasebook import Names, Phrase, Phrasebook

SENTENCES = Phrasebook(files("parlour.words") / "sentences")
"""The framework's sentences."""

BOOKS: list[Phrasebook] = []
"""The phrasebooks of the games that are loaded."""


def say(code: str, names: Names | None = None, /, **values: object) -> str:
    """Return the sentence of a ``code`` with ``names`` and ``values``: ``Phrasebook.say``."""
    return SENTENCES.say(code, names, **values)


def phrase(code: str, names: Names | None = None, /, **values: object) -> Phrase:
    """Return the phrase of a ``code`` with ``names`` and ``values``: ``Phrasebook.phrase``."""
    return SENTENCES.phrase(code, names, **values)


def offered() -> Mapping[str, str]:
    """Return the languages that are offered: the name of each, in itself, by its code.

    A language of the framework or of a loaded game is. What one of them lacks is said in English.
    """
    own = _names(SENTENCES, SENTENCES.languages)
    for book in BOOKS:
        own |= _names(book, [code for code in book.languages if code not in own])
    return own


def _names(book: Phrasebook, codes: Iterable[str]) -> dict[str, str]:
    """Return the name of each language of a phrasebook, in itself, by its code."""
    known = ((code, book.sentences(code)) for code in codes)
    return {code: one.heads.get("X-Name", code) for code, one in known if one is not None}


def listed(parts: Iterable[object], joint: str = "and") -> str:
    """Return ``parts`` as the spoken language lists them; ``joint`` may be ``"or"``.

    >>> listed(["Ann", "Bob", "Cid"])
    'Ann, Bob and Cid'
    """
    *most, last = map(str, parts)
    if not most:
        return last
    return say(f"list.{joint}", most=say("list.comma").join(most), last=last)


def number(value: int) -> str:
    """Write ``value``, a whole number, with marks between its thousands."""
    written = f"{value:,}"
    return written if spoken() == ENGLISH else written.replace(",", say("number.thousands"))
