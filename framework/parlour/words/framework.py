"""The framework's own sentences: the table's sentences for every game, lists, and numbers."""

from collections.abc import Iterable, Mapping
from importlib.resources import files

from parlour.words.language import ENGLISH, spoken
from parlour.words.phrasebook import Names, Phrase, Phrasebook

SENTENCES = Phrasebook(files("parlour.words") / "sentences")
"""The framework's sentences. A language is offered if it has a file here."""


def say(code: str, names: Names | None = None, /, **values: object) -> str:
    """Return a sentence of the framework, as ``Phrasebook.say`` does."""
    return SENTENCES.say(code, names, **values)


def phrase(code: str, names: Names | None = None, /, **values: object) -> Phrase:
    """Return a phrase of the framework, as ``Phrasebook.phrase`` does."""
    return SENTENCES.phrase(code, names, **values)


def offered() -> Mapping[str, str]:
    """Return the languages that are offered: the name of each, in itself, by its code."""
    return {
        code: sentences.heads.get("X-Name", code)
        for code in SENTENCES.languages
        if (sentences := SENTENCES.sentences(code)) is not None
    }


def listed(parts: Iterable[object], joint: str = "and") -> str:
    """Return a list as the spoken language writes it: ``Ann, Bob and Cid``; ``joint`` may be or."""
    *most, last = map(str, parts)
    if not most:
        return last
    return say(f"list.{joint}", most=say("list.comma").join(most), last=last)


def number(value: int) -> str:
    """Write a whole number with marks between its thousands."""
    written = f"{value:,}"
    return written if spoken() == ENGLISH else written.replace(",", say("number.thousands"))
