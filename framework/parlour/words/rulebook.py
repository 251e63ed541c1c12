"""Pages of numbered rules: Markdown; each rule begins with its number, ``**1.2**``."""

import re
from collections.abc import Iterator

import msgspec
from msgspec import Struct

_HEADING = re.compile(r"#+\s+(?P<title>.+?)\s*#*")
_RULE = re.compile(r"(?:[-*]\s+)?\*\*(?P<number>\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*(?P<text>.*)")


class Rule(Struct, frozen=True):
    """One numbered rule."""

    number: str
    text: str
    """Text of the rule as Markdown, without its number."""
    chapter: str
    """The heading it stands under."""


class PrintedSection(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a printed book."""

    heading: str
    """Its heading, in the language of the book."""
    sentences: int
    """Number of its sentences and lines."""
    rules: tuple[str, ...]
    """The numbers of the rules that it prints."""


class PrintedBook(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed book of a game's rules."""

    title: str
    language: str
    """The code of its language: ``de``."""
    sections: tuple[PrintedSection, ...]


class _PrintedBooks(Struct, frozen=True, forbid_unknown_fields=True):
    books: tuple[PrintedBook, ...]


class Rulebook(Struct, frozen=True):
    """The rules of a game."""

    text: str
    """The whole page, as Markdown."""
    rules: tuple[Rule, ...]
    books: tuple[PrintedBook, ...] = ()
    """The books that print them."""
    language: str = "en"
    """The code of the language of the page."""

    def sources(self, number: str) -> Iterator[tuple[PrintedBook, str]]:
        """Yield each book that prints a rule, and the headings of its sections that do."""
        for book in self.books:
            headings = [section.heading for section in book.sections if number in section.rules]
            if headings:
                yield book, "; ".join(headings)

    def numbers(self) -> tuple[str, ...]:
        """Return the number of every rule, in order."""
        return tuple(rule.number for rule in self.rules)

    def chapters(self) -> tuple[str, ...]:
        """Return the headings that have rules under them, in order."""
        return tuple(dict.fromkeys(rule.chapter for rule in self.rules))

    def at(self, number: str) -> tuple[Rule, ...]:
        """Return the rule of this number with its sub-rules, or a chapter's: "3" or "3.2"."""
        wanted = number.strip().rstrip(".")
        return tuple(
            rule
            for rule in self.rules
            if rule.number == wanted
            or rule.number.startswith(f"{wanted}.")
            or re.fullmatch(re.escape(wanted) + "[a-z]", rule.number)
        )


def parse(text: str, printed: str = "books = []", language: str = "en") -> Rulebook:
    """Read a page of rules in a language, and the TOML text of the books that print them.

    Raises:
        msgspec.DecodeError: ``printed`` is no such text.
    """
    rules: list[Rule] = []
    chapter = ""
    number = ""
    lines: list[str] = []
    for line in [*text.splitlines(), "# end"]:
        heading = _HEADING.fullmatch(line)
        rule = _RULE.fullmatch(line)
        if (heading or rule) and number:
            rules.append(Rule(number, "\n".join(lines).strip(), chapter))
            number = ""
        if heading:
            chapter = heading["title"]
        elif rule:
            number = rule["number"]
            lines = [rule["text"]]
        elif number:
            lines.append(line)
    books = msgspec.toml.decode(printed, type=_PrintedBooks).books
    return Rulebook(text, tuple(rules), books, language)
