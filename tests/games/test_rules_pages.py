"""A page of rules in another language says what the English one says, rule for rule."""

import re
from pathlib import Path

import pytest

import parlour
from docs.generated import linked
from parlour.table.text.rules_text import contents, rulebook_of, rules_lines
from parlour.words.language import speaking
from parlour.words.rulebook import Rulebook
from parlour.words.typed import in_english
from parlour_web.rules_page import five_html, rules_html

DOCS = Path(__file__).parents[2] / "docs" / "rules"
PAGES = [(game, language) for game in ("giants", "maori", "rapa_nui") for language in ("de", "it")]
HOUSE, RECONSTRUCTED = "house", "reconstructed"
MARKS = {
    "en": {HOUSE: "[Hh]ouse", RECONSTRUCTED: "[Rr]econstructed"},
    "de": {HOUSE: "Hausregel", RECONSTRUCTED: "[Rr]ekonstruiert"},
    "it": {HOUSE: r"[Rr]egola\s+della\s+casa", RECONSTRUCTED: "[Rr]icostruit[oaie]"},
}
"""The words in italics that mark a rule."""

CODE = re.compile(r"`([^`\n]+)`")
pages = pytest.mark.parametrize(("game", "language"), PAGES)


def page_of(game: str, language: str) -> Rulebook:
    with speaking(language):
        return rulebook_of(parlour.load(game))


def typed_in(game: str, language: str, text: str) -> list[str]:
    """Return what a text says can be typed, as the table reads it in a language."""
    phrasebook = parlour.load(game).words.phrasebook
    with speaking(language):
        return sorted(in_english(code, phrasebook) for code in CODE.findall(text))


def marks(text: str, language: str) -> list[str]:
    """Return the marks of a rule in their order."""
    words = MARKS[language]
    found = re.findall("|".join(rf"\*({word})\b[^*]*\*" for word in words.values()), text)
    return [mark for one in found for mark, word in zip(words, one, strict=True) if word]


def parts(page: Rulebook) -> list[str]:
    """Return the page in parts, from each heading to the next one."""
    return re.split(r"^(?=#)", page.text, flags=re.MULTILINE)


def named(part: str) -> list[str]:
    """Return the numbers of rules and chapters in a part of a page, in order of their size."""
    said = re.sub(r"^```.*?^```$", "", part, flags=re.MULTILINE | re.DOTALL)
    return sorted(
        re.findall(r"(?<![\d*.-])\b\d\d?\.\d\d?\b(?!\*\*)", said)
        + re.findall(r"(?:[Cc]hapter|Kapitel|[Cc]apitolo)\s(\d+)", said)
    )


@pages
def test_it_has_the_same_chapters_and_rules(game: str, language: str) -> None:
    page, english = page_of(game, language), page_of(game, "en")

    assert page.language == language
    assert page.numbers() == english.numbers()
    assert [one.chapter.split()[0] for one in page.rules] == [
        one.chapter.split()[0] for one in english.rules
    ]
    assert len(parts(page)) == len(parts(english))


@pages
def test_each_rule_has_a_text_of_its_own_with_the_same_marks(game: str, language: str) -> None:
    for rule, english in zip(page_of(game, language).rules, page_of(game, "en").rules, strict=True):
        assert len(rule.text) > len(english.text) / 2, rule.number
        assert rule.text != english.text
        assert marks(rule.text, language) == marks(english.text, "en"), rule.number
        typed = [typed_in(game, language, one.text) for one in (rule, english)]
        assert typed[0] == typed[1], rule.number
        assert rule.text.count("\n- ") == english.text.count("\n- "), rule.number


@pages
def test_what_is_typed_is_read_as_on_the_english_page(game: str, language: str) -> None:
    """In no other order from part to part: examples show the same moves."""
    page, english = parts(page_of(game, language)), parts(page_of(game, "en"))

    for part, other in zip(page[:-1], english[:-1], strict=True):
        assert typed_in(game, language, part) == typed_in(game, language, other)


@pages
def test_rules_and_chapters_named_in_a_sentence_are_the_same(game: str, language: str) -> None:
    for part, other in zip(parts(page_of(game, language)), parts(page_of(game, "en")), strict=True):
        assert named(part) == named(other)


@pages
def test_all_who_show_rules_show_them_in_the_language(game: str, language: str) -> None:
    found, page = parlour.load(game), page_of(game, language)
    with speaking(language):
        assert next(rules_lines(found, None)) == page.text
        assert next(contents(found)).startswith(page.rules[0].chapter)
        assert page.rules[0].chapter in rules_html(found)
        assert "<strong>1.1" not in (short := five_html(found))
    assert "<table>" in short
    assert short != five_html(found)


@pages
def test_the_site_shows_the_page_and_links_its_rules(game: str, language: str) -> None:
    page = page_of(game, language)
    title = (DOCS / language / f"{game}.md").read_text("utf-8")
    shown = linked(page.text)
    leads_to = re.findall(r'href="#([^"]+)"', shown)

    assert title == f"{page.text.splitlines()[0]}\n"
    assert set(leads_to) <= set(re.findall(r'id="([^"]+)"', shown))
    assert len(leads_to) > len(page.numbers()) + 5


def test_a_language_without_a_page_reads_the_english_one() -> None:
    assert page_of("rapa_nui", "tlh") == page_of("rapa_nui", "en")
