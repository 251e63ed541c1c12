"""Phrasebooks and pages of rules: what is read of a file, and what is wrong with one."""

import pickle
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Phrasebook, Viewer
from parlour.words.language import preferred, speaking, spoken
from parlour.words.po_file import read_po
from parlour.words.rulebook import parse

HEAD = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
ENGLISH = """
msgid "card.fish"
msgstr "fish"
msgctxt "a"
msgid "card.fish"
msgstr "a fish"
msgid "draws"
msgstr "{seat} draws {card:a}."
msgctxt "you"
msgid "draws"
msgstr "You draw {card:a}."
msgid "left"
msgid_plural "left"
msgstr[0] "{number} card"
msgstr[1] "{number} cards"
msgctxt "0"
msgid "left"
msgstr "none"
msgid "for"
msgstr "{card} for {seat:inside}"
"""
NAMES = Viewer(("You", "Ann"))


def phrasebook(folder: Path, **languages: str) -> Phrasebook:
    for language, text in languages.items():
        (folder / f"{language}.po").write_text(HEAD + text, encoding="utf-8")
    return Phrasebook(folder)


@pytest.mark.parametrize(
    ("code", "values", "said"),
    [
        ("draws", {"seat": 1, "card": "fish"}, "Ann draws a fish."),
        ("draws", {"seat": 0, "card": "fish"}, "You draw a fish."),
        ("for", {"seat": 0, "card": "fish"}, "fish for you"),
        ("for", {"seat": 1, "card": "eel"}, "eel for Ann"),
        ("left", {"number": 0}, "none"),
        ("left", {"number": 1}, "1 card"),
        ("left", {"number": 2}, "2 cards"),
        ("some.no_code", {}, "no code"),
    ],
)
def test_values_choose_the_sentence(
    tmp_path: Path, code: str, values: dict[str, object], said: str
) -> None:
    assert phrasebook(tmp_path, en=ENGLISH).say(code, NAMES, **values) == said


def test_a_phrase_is_worded_in_the_language_of_the_one_who_reads_it(tmp_path: Path) -> None:
    words = phrasebook(tmp_path, en=ENGLISH, de='msgid "card.fish"\nmsgstr "Fisch"\n')
    phrase = words.phrase("for", NAMES, seat=1, card=words.phrase("card.fish"))

    with speaking("de"):
        assert str(phrase) == "Fisch for Ann", "what has no German is English"
    assert str(phrase) == "fish for Ann"
    assert pickle.loads(pickle.dumps(words)) == words  # noqa: S301  our own


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        pytest.param('msgid "draws"', 'msgid "was"', "'draws' has no sentence", id="missing"),
        pytest.param('msgid "for"', 'msgid "fur"', "'fur' is left over", id="left over"),
        pytest.param("You draw {card:a}.", "Draw!", "'draws' does not use card", id="unused"),
        pytest.param("{number} cards", "{n} cards", "'left' asks for n", id="no such value"),
        *(
            pytest.param("{number} cards", slot, "'left' has a slot with more", id=slot)
            for slot in (
                "{number:>50000000}",
                "{number:{number.__class__}}",
                "{number.__class__}",
                "{number[0]}",
                "{number!r}",
                "{}",
                "{0}",
                "{number",
                "\ufffd",
            )
        ),
        pytest.param("msgstr[0]", 'msgstr[2] ""\nmsgstr[0]', "'left' has 3 plural", id="plurals"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    words = phrasebook(tmp_path, en=ENGLISH, xx=ENGLISH.replace(old, new))

    assert any(line.startswith(f"xx: {fault}") for line in words.problems), words.problems


@given(st.text("{}:!.[]>0an", max_size=12))
def test_no_sentence_that_is_read_does_more_than_name_its_values(slot: str) -> None:
    read = read_po(f'msgid "n"\nmsgstr "x {slot}"\n')
    said = [text.format_map(defaultdict(Term)) for forms in read.texts.values() for text in forms]

    assert all(len(text) < 100 for text in said)
    assert ("n" in read.texts) is not ("n" in read.odd)


def test_only_the_program_itself_must_give_each_value(tmp_path: Path) -> None:
    """A translation that asks for more is passed over, and the sentence is English."""
    book = phrasebook(tmp_path, en=ENGLISH, xx=ENGLISH.replace("{number} cards", "{n} cards"))
    with speaking("xx"):
        said = book.say("left", number=2)

    assert said == "2 cards"
    with pytest.raises(KeyError):
        book.say("draws", NAMES, seat=1)


class Term:
    """A value in any form of the language; it has nothing that could be asked for."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        assert not form or form.isalpha()
        return "fish"


def test_a_whole_phrasebook_has_no_fault(tmp_path: Path) -> None:
    assert phrasebook(tmp_path, en=ENGLISH, xx=ENGLISH).problems == ()


def test_three_plurals_are_chosen_by_the_rule_of_the_file(tmp_path: Path) -> None:
    polish = (
        '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || '
        'n%100>=20) ? 1 : 2);\\n"\n'
        'msgid "left"\nmsgid_plural "left"\n'
        'msgstr[0] "{number} karta"\nmsgstr[1] "{number} karty"\nmsgstr[2] "{number} kart"\n'
    )
    words = phrasebook(tmp_path, en=ENGLISH)
    (tmp_path / "pl.po").write_text('msgid ""\nmsgstr ""\n' + polish, encoding="utf-8")

    with speaking("pl"):
        said = [words.say("left", number=number) for number in (1, 3, 5, 22)]

    assert said == ["1 karta", "3 karty", "5 kart", "22 karty"]


def test_lines_of_a_text_are_joined_and_its_escapes_read() -> None:
    found = read_po('msgid "a"\nmsgstr ""\n"one\\n"\n"\\"two\\""\n')

    assert found.texts == {"a": ('one\n"two"',)}


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr, it;q=0.4, de;q=0.6", "de"),
        ("it", "it"),
        ("fr", "en"),
        ("de;q=0, it", "it"),
        ("de;q=x", "en"),
        ("", "en"),
    ],
)
def test_a_browser_gets_the_language_that_it_prefers(wanted: str, language: str) -> None:
    assert preferred(wanted, {"en", "de", "it"}) == language


def test_a_language_is_spoken_for_as_long_as_a_statement_lasts() -> None:
    with speaking("de"):
        assert spoken() == "de"
    assert spoken() == "en"


# Pages of numbered rules are read by their numbers


PAGE = """# A game

What it is about, with **bold** words.

## 1 Set-up

**1.1** Each has a board.

**1.2** The tiles are shuffled,
all of them.

- a list that belongs to it

**1.2a** But not the volcano.

## 2 Turns

- **2.1** Sail.
**12.1** A rule of another chapter.
"""


@pytest.mark.parametrize(
    ("number", "found"),
    [
        pytest.param("1.1", ("1.1",), id="a rule"),
        pytest.param("1.2", ("1.2", "1.2a"), id="a rule with its sub-rule"),
        pytest.param("1", ("1.1", "1.2", "1.2a"), id="a chapter"),
        pytest.param("1.", ("1.1", "1.2", "1.2a"), id="a chapter with a full stop"),
        pytest.param("2", ("2.1",), id="not every number that begins so"),
    ],
)
def test_a_number_names_rules(number: str, found: tuple[str, ...]) -> None:
    assert tuple(rule.number for rule in parse(PAGE).at(number)) == found


def test_a_rule_keeps_its_paragraphs_and_its_chapter() -> None:
    (rule, _) = parse(PAGE).at("1.2")

    assert rule.text == "The tiles are shuffled,\nall of them.\n\n- a list that belongs to it"
    assert rule.chapter == "1 Set-up"


@pytest.mark.parametrize("number", ["3", "1.3", "", "x", "1.2b"])
def test_a_number_that_is_not_there(number: str) -> None:
    assert parse(PAGE).at(number) == ()


def test_bold_words_are_no_rules() -> None:
    assert parse(PAGE).numbers() == ("1.1", "1.2", "1.2a", "2.1", "12.1")
