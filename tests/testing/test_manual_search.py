"""Strangers' questions find their pages, in the words of strangers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_testing.commands.manual_search import ranked
from parlour_testing.commands.pages import asked, contents, page, pages
from tests.docs.questions import FIRST, QUESTIONS

PAGES = {name: page(path) for name, path in pages().items()}
SHORT = sorted(PAGES, key=lambda name: len(PAGES[name]))[:5]
"""The shortest pages, which are searched quickly."""


@pytest.mark.parametrize(("question", "wanted"), QUESTIONS)
def test_a_question_finds_its_page(question: str, wanted: str) -> None:
    assert wanted in [answer.page for answer in ranked(PAGES, question, asked())][:FIRST]


@given(st.sampled_from(SHORT), st.sampled_from(["crossing", "crossings", "crossed"]))
def test_a_page_is_found_by_the_words_of_a_heading_and_tells_the_part(name: str, word: str) -> None:
    pages = {short: PAGES[short] for short in SHORT}
    text = f"{pages[name]}\n## Zebras {word}\n\nOne walks there.\n"

    best = ranked(pages | {name: text}, "zebra crossing")[0]

    assert (best.page, best.heading) == (name, f"Zebras {word}")


@given(st.text("xq", min_size=6))
def test_a_word_that_no_page_has_finds_nothing(word: str) -> None:
    assert ranked({"play": PAGES["play"]}, word) == []


def test_words_are_given_to_pages_that_are_there() -> None:
    assert asked().keys() <= PAGES.keys()


def test_the_contents_name_every_page_once() -> None:
    listed = [name for names in contents().values() for name in names]

    assert sorted(listed) == sorted(pages())
