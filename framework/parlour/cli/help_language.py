"""Help and errors in the language of the settings, or of the system. Other texts stay English.

A folder has a file of sentences for each language, whose codes are the English texts: paragraphs
of the help of commands, in one line each, and what the options mean. The text of an error may have
slots, {path}, and the part that stands in a slot may be an error again.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from parlour.surroundings import SETTINGS_FILE, config_folder, system_language

HelpBook: TypeAlias = Mapping[str, tuple[str, ...]]
"""Translations by the English text; a text has one form."""

FOLDER = Path(__file__).parent
"""This folder. Its folders ``help_texts`` and ``error_texts`` have a file for each language."""


def help_book(folder: str = "help_texts") -> HelpBook:
    """Return the translations into the person's language; none for English."""
    with suppress(OSError, ValueError, RuntimeError):
        language = _chosen() or system_language()
        file = FOLDER / folder / f"{language}.po"
        if language.isalpha() and file.exists():
            from parlour.words.po_file import read_po  # noqa: PLC0415  English needs none

            return read_po(file.read_text("utf-8")).texts
    return {}


def _chosen() -> str:
    """Return the language of the settings; empty without settings."""
    file = config_folder() / SETTINGS_FILE
    if not file.exists():
        return ""
    import tomllib  # noqa: PLC0415  without settings nothing is read

    return str(tomllib.loads(file.read_text("utf-8")).get("language", ""))


def in_words_of(book: HelpBook, text: str) -> str:
    """Return a text with its paragraphs translated, as far as they are; a default follows."""
    return "\n\n".join(_paragraph(book, paragraph) for paragraph in text.split("\n\n"))


def _paragraph(book: HelpBook, text: str) -> str:
    plain, gap, default = " ".join(text.split()).partition(" [default:")
    return f"{book[plain][0]}{gap}{default}" if plain in book else text


def error_in_words_of(book: HelpBook, text: str, longest: int = 600) -> str:
    """Return an error translated as far as it is: by the first text of the book that fits.

    One that is longer than the ``longest`` stays as it is: it quotes something strange.
    """
    for known, (said, *_) in book.items() if len(text) <= longest else ():
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(known))
        if slots := re.fullmatch(pattern, text):
            parts = slots.groupdict().items()
            return said.format_map({name: error_in_words_of(book, part) for name, part in parts})
    return text
