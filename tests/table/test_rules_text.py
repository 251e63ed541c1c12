"""Rules are found by number, and by the words in them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from parlour import Game
from parlour.rules.errors import ParlourError
from parlour.table.text.rules_text import rules_lines
from parlour.words.language import speaking
from parlour_web.rules_page import rules_html
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


@pytest.mark.parametrize("wanted", ["row zebra", "9"])
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "expected a rule (chapters: 1,"), ("de", "erwartet wird die Nummer einer Regel")],
)
def test_what_no_rule_has_is_refused(wanted: str, language: str, said: str) -> None:
    with speaking(language), pytest.raises(ParlourError, match=re.escape(said)):
        numbers(wanted)


def printed_in(path: Path, books: str) -> Game:
    path.write_text(books, "utf-8")
    return replace(GAMES.game("tic_tac_toe"), printed=path)


BOOK = """[[books]]
title = "A & B"
language = "de"
sections = [
    { heading = "1 Zug", sentences = 3, rules = ["1", "2"] },
    { heading = "<b>Ende</b>", sentences = 1, rules = ["2"] },
]
"""


def test_a_rule_alone_says_where_it_is_printed(tmp_path: Path) -> None:
    game = printed_in(tmp_path / "printed.toml", BOOK)

    assert list(rules_lines(game, "2"))[-1] == "*A & B: 1 Zug; <b>Ende</b>*"
    assert list(rules_lines(game, "1"))[-1] == "*A & B: 1 Zug*"
    assert "A & B" not in "".join(rules_lines(game, "3"))
    assert "A & B" not in "".join(rules_lines(game, None))


def test_a_page_says_of_every_rule_where_it_is_printed(tmp_path: Path) -> None:
    page = rules_html(printed_in(tmp_path / "printed.toml", BOOK))
    small = re.findall(r'<small class="printed">(.*?)</small></(?:p|li)>', page)

    assert small == [
        'A &amp; B: <span lang="de">1 Zug</span>',
        'A &amp; B: <span lang="de">1 Zug; &lt;b&gt;Ende&lt;/b&gt;</span>',
    ]


def test_a_broken_file_of_printed_books_is_refused_in_a_line(tmp_path: Path) -> None:
    game = printed_in(tmp_path / "printed.toml", "[[books]]\n")

    with pytest.raises(ParlourError, match=r"tic_tac_toe: printed\.toml: .*title"):
        list(rules_lines(game, "2"))
