"""Pages of numbered rules: Markdown; each rule begins with its number, ``**1.2**``."""

import re
from collections.abc import Iterator
from unicodedata import normalize

import msgspec
from msgspec import Struct

_HEADING = re.compile(r"#+\s+(?P<title>.+?)\s*#*")
_RULE = re.compile(r"(?:[-*]\s+)?\*\*(?P<number>\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*(?P<text>.*)")
_ENTRY = re.compile(r"^- (.+): (\d[\da-z.]*(?:, \d[\da-z.]*)*)$", re.MULTILINE)
MAX_ENDING = 3
"""Maximum number of letters by which one form of a word is longer than another."""
WHOLE_WORD = 4
"""Minimum number of letters of a word that is looked for inside others."""
INDEXED = 100
"""Worth of a rule that the index names first for a word; each place behind it costs 1."""


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
    index: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = ()
    """The words of each entry of the index, and the numbers of its rules, the best first.

    An entry is an item of a list: ``- tie, draw: 7.6, 3.2``.
    """

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

    def about(self, wanted: str) -> tuple[Rule, ...]:
        """Return the rules that words find, first those that the index names for them.

        A rule is found if its text has all words, or if the index names it for one of them.
        """
        worth = {rule: self._worth(rule, _words(wanted)) for rule in self.rules}
        found = [rule for rule in self.rules if all(worth[rule]) or max(worth[rule]) > 1]
        best = max((sum(worth[rule]) for rule in found), default=0)
        near = [rule for rule in found if 2 * sum(worth[rule]) >= best]
        return tuple(sorted(near, key=lambda rule: -sum(worth[rule])))

    def _worth(self, rule: Rule, wanted: frozenset[str]) -> list[int]:
        """Return how well each word leads to a rule: by the index, or 1 if its text has it."""
        text = _words(f"{rule.chapter} {rule.text}")
        entries = [
            (words, INDEXED - numbers.index(rule.number))
            for words, numbers in self.index
            if rule.number in numbers
        ]
        return [
            max([worth for words, worth in entries if _has(words, word)], default=0)
            or int(_has(text, word))
            for word in wanted
        ]

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
    entries = _ENTRY.findall(text)
    index = tuple((_words(words), tuple(numbers.split(", "))) for words, numbers in entries)
    return Rulebook(text, tuple(rules), books, language, index)


def _words(text: str) -> frozenset[str]:
    """Return the words of a text, in small letters without accents."""
    bare = normalize("NFKD", text.casefold())
    return frozenset(re.findall(r"\w+", re.sub(r"[\u0300-\u036f]", "", bare)))


def _has(words: frozenset[str], wanted: str) -> bool:
    """Return whether a word is among others, in this form or another, or as a part of one."""
    return any(_is_form_of(word, wanted) for word in words)


def _is_form_of(word: str, wanted: str) -> bool:
    """Return whether a word has another inside, or differs from it by its ending."""
    if len(wanted) >= WHOLE_WORD and wanted in word:
        return True
    stem = max(3, min(len(word), len(wanted)) * 4 // 5)
    return abs(len(word) - len(wanted)) <= MAX_ENDING and word[:stem] == wanted[:stem]
