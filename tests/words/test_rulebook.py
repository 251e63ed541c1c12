"""Pages of numbered rules are read by their numbers."""

import pytest

from parlour.words.rulebook import parse

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
