"""The trace of each printed book: every sentence, the rules that it became, and their tests.

A line of ``tests/GAME/printed/BOOK.tsv`` has a section of the book, its sentences by number, and
the words with which they begin; then a label, the rules, and tests that cite them. The labels are
those of the rules page: ``printed``, ``ruled`` if the house decides (a mark *house*), and
``reconstructed``; a sentence that states no rule has none. What the house decides without any
sentence stands at the end of a game's first book.
"""

import csv
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import parlour
from parlour.table.text.rules_text import rulebook_of
from parlour.words.rulebook import Rulebook
from tests.games.citations import citations

TESTS = Path(__file__).parents[1]
BOOKS = {
    "giants": ("german", "italian"),
    "maori": ("rules_page",),
    "rapa_nui": ("rulebook",),
}
MARKS = {"ruled": r"\*[Hh]ouse\b[^*]*\*", "reconstructed": r"\*[Rr]econstructed\b[^*]*\*"}
pytestmark = pytest.mark.parametrize("game", BOOKS)


class Line(NamedTuple):
    section: str
    sentences: str
    begins: str
    label: str
    rules: str
    tests: str


def trace(game: str, book: str) -> list[Line]:
    text = (TESTS / game / "printed" / f"{book}.tsv").read_text("utf-8")
    _, *lines = csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [Line(*line) for line in lines]


def traces(game: str) -> list[Line]:
    return [line for book in BOOKS[game] for line in trace(game, book)]


def page_of(game: str) -> Rulebook:
    return rulebook_of(parlour.load(game))


def labels_on(page: Rulebook) -> dict[str, set[str]]:
    """Return the labels of each rule by its marks; what stands before a mark is printed."""
    return {
        rule.number: {label for label, mark in MARKS.items() if re.search(mark, rule.text)}
        | ({"printed"} if not re.match("|".join(MARKS.values()), rule.text) else set())
        for rule in page.rules
    }


def test_every_sentence_has_a_line(game: str) -> None:
    """As many as the game says that each section has."""
    for book, printed in zip(BOOKS[game], page_of(game).books, strict=True):
        numbers = {
            section.heading: list(range(1, section.sentences + 1)) for section in printed.sections
        }
        lines = [line for line in trace(game, book) if line.section != "-"]
        found: dict[str, list[int]] = {line.section: [] for line in lines}
        for line in lines:
            first, _, last = line.sentences.partition("-")
            found[line.section] += range(int(first), int(last or first) + 1)

        assert found == numbers
        assert all(line.begins for line in lines)


def test_every_rule_and_test_is_there_and_the_test_cites_the_rule(game: str) -> None:
    there = citations(TESTS / game)
    for line in traces(game):
        rules, tests = line.rules.split(), line.tests.split()

        assert bool(rules) == bool(tests) == (line.label != "-")
        assert set(tests) <= there.keys(), line
        assert set(rules) <= set().union(*(there[test] for test in tests)), line


def test_the_labels_are_the_marks_on_the_page(game: str) -> None:
    labels: dict[str, set[str]] = {number: set() for number in page_of(game).numbers()}
    for line in traces(game):
        for rule in line.rules.split():
            labels[rule].add(line.label)

    assert labels == labels_on(page_of(game))


def test_the_game_says_of_each_rule_where_it_is_printed(game: str) -> None:
    for book, printed in zip(BOOKS[game], page_of(game).books, strict=True):
        lines = trace(game, book)
        for section in printed.sections:
            rules = [line.rules.split() for line in lines if line.section == section.heading]

            assert set(section.rules) == {number for one in rules for number in one}
