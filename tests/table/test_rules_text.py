"""Rules are found by number, and by the words in them."""

import re

import pytest

from parlour.rules.errors import ParlourError
from parlour.table.text.rules_text import rules_lines
from tests.table.seated import GAMES

NUMBER = re.compile(r"\*\*([\d.]+)\*\*")


def numbers(wanted: str) -> list[str]:
    lines = "\n".join(rules_lines(GAMES.game("tic_tac_toe"), wanted))
    return NUMBER.findall(lines)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        pytest.param("2", ["2"], id="a number"),
        pytest.param("row", ["4"], id="a word"),
        pytest.param("ROW three", ["4"], id="words in any order"),
    ],
)
def test_a_rule_is_found(wanted: str, found: list[str]) -> None:
    assert numbers(wanted) == found


def test_words_that_no_rule_has_are_refused() -> None:
    with pytest.raises(ParlourError, match="expected a rule's number or words of a rule"):
        numbers("row zebra")
