"""The language that is spoken: of a process in a terminal, of each page in a browser."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ENGLISH = "en"
"""The language of every sentence that another language lacks."""

HERE: ContextVar[str] = ContextVar("language", default="")
"""The language that ``speaking`` names; "" stands for the language of the process."""


class ProcessLanguage:
    """The language of this process, which has one reader at its terminal."""

    code = ENGLISH
    """Code of the language that is spoken unless ``speaking`` names another."""


def spoken() -> str:
    """Return the code of the language that is spoken here: ``de``."""
    return HERE.get() or ProcessLanguage.code


def speak(language: str) -> None:
    """Speak a language in this process, unless ``speaking`` names another."""
    ProcessLanguage.code = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language during a ``with`` statement."""
    before = HERE.set(language)
    try:
        yield
    finally:
        HERE.reset(before)


def preferred(wanted: str, offered: Collection[str]) -> str:
    """Return the offered language that comes first in a browser's ``Accept-Language``, or English.

    ``wanted`` looks like ``it-CH, de;q=0.8``.
    """
    ranked = sorted(map(_ranked, wanted.split(",")), key=lambda pair: -pair[0])
    return next((code for weight, code in ranked if weight and code in offered), ENGLISH)


def _ranked(entry: str) -> tuple[float, str]:
    """Return the weight of an entry, and its language without a region."""
    name, _, weight = entry.partition(";q=")
    code = name.strip().partition("-")[0].casefold()
    try:
        return float(weight or 1), code
    except ValueError:
        return 0.0, code
