"""Finds the pages of the documentation for the words of a question."""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import log
from types import MappingProxyType

from msgspec import Struct

WORD = re.compile(r"[a-z0-9]+")
ENDING = re.compile(r"(?<=\w{4})(s|ing|ed|e)$")
"""Endings of a plural and of an activity."""
LONG = 4
"""Least number of letters of a word that finds longer words, too."""
IN_HEADING = 3.0
"""Occurrences in the text that one in a heading counts for."""
HALF = 1.5
"""Occurrences that count half of what any number of them counts."""


class Section(Struct, frozen=True):
    """A part of a page under one heading."""

    page: str
    heading: str
    text: str


def ranked(
    pages: Mapping[str, str],
    question: str,
    asked: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> list[Section]:
    """Return the best section of each page that has a word of a question, the best page first.

    ``asked`` holds further words of a page, which count as if they stood at its beginning.

    A word counts by how few sections have it and by how often it stands in one, as in BM25
    (Robertson and Zaragoza 2009), and a section by how many words of the question it has.
    """
    patterns = [_pattern(word) for word in sorted(set(WORD.findall(question.lower())))]
    sections = [
        section
        for page, text in pages.items()
        for section in _sections(page, text, " ".join(asked.get(page, ())))
    ]
    counted = [[_count(pattern, section) for pattern in patterns] for section in sections]
    rarity = [
        log(1 + len(sections) / (1 + sum(count > 0 for count in counts)))
        for counts in zip(*counted, strict=True)
    ]
    best: dict[str, tuple[float, Section]] = {}
    for section, counts in zip(sections, counted, strict=True):
        several = sum(count > 0 for count in counts)
        weighed = zip(rarity, counts, strict=True)
        worth = several * sum(rare * count / (count + HALF) for rare, count in weighed)
        if worth > best.get(section.page, (0.0, section))[0]:
            best[section.page] = worth, section
    return [section for _, section in sorted(best.values(), key=lambda pair: -pair[0])]


def _pattern(word: str) -> re.Pattern[str]:
    """Return what finds a word, a long one also with another ending."""
    stem = ENDING.sub("", word)
    return re.compile(rf"\b{stem}\w*" if len(stem) >= LONG else rf"\b{word}\b", re.IGNORECASE)


def _sections(page: str, text: str, words: str) -> Iterator[Section]:
    """Yield the parts of a page; the first one has the title of the page."""
    title, _, rest = text.partition("\n")
    headings = [title.removeprefix("# "), *re.findall(r"^##+ (.+)$", rest, re.MULTILINE)]
    parts = re.split(r"^##+ .+$", f"{words}\n{rest}", flags=re.MULTILINE)
    for heading, part in zip(headings, parts, strict=True):
        yield Section(page, heading, part)


def _count(pattern: re.Pattern[str], section: Section) -> float:
    """Return how often a word stands in a section, with what its heading counts."""
    in_heading = IN_HEADING * len(pattern.findall(section.heading))
    return len(pattern.findall(section.text)) + in_heading
