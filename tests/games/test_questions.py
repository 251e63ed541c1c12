"""Questions of players: ``rules WORDS`` answers with the rule that tells it, in each language."""

import re
from itertools import islice

import pytest

import parlour
from parlour.table.text.rules_text import rulebook_of, rules_lines
from parlour.words.language import speaking

QUESTIONS = [
    ("giants", "en", "tie", "7.6"),
    ("giants", "en", "half tablet", "4.11"),
    ("giants", "en", "worth", "7.2"),
    ("giants", "en", "what is a moai worth", "7.2"),
    ("giants", "en", "end of the game", "7.1"),
    ("giants", "en", "crowning", "5.8"),
    ("giants", "en", "reserve an ahu", "4.8"),
    ("giants", "en", "who begins", "6.4"),
    ("giants", "en", "broken die", "2.2"),
    ("giants", "en", "use foreign workers", "5.6"),
    ("giants", "de", "gleichstand", "7.6"),
    ("giants", "de", "unentschieden", "7.6"),
    ("giants", "de", "krönen", "5.8"),
    ("giants", "de", "halbe tafel", "4.11"),
    ("giants", "de", "Schmuck", "5.8"),
    ("giants", "de", "Spielende", "7.1"),
    ("giants", "de", "Baumstämme", "4.3"),
    ("giants", "de", "wieviele Sockel", "1.4"),
    ("giants", "it", "parità", "7.6"),
    ("giants", "it", "pareggi", "7.6"),
    ("giants", "it", "corona", "5.8"),
    ("giants", "it", "fine della partita", "7.1"),
    ("giants", "it", "mezza tavoletta", "4.11"),
    ("giants", "it", "erigere", "5.7"),
    ("maori", "en", "tie", "7.9"),
    ("maori", "en", "finished islands", "7.2"),
    ("maori", "en", "price of a tile", "4.1"),
    ("maori", "en", "turn a tile", "4.3"),
    ("maori", "de", "Gleichstand", "7.9"),
    ("maori", "de", "drehen", "4.3"),
    ("maori", "de", "Kränze", "7.4"),
    ("maori", "de", "Vulkane", "4.10"),
    ("maori", "it", "pareggio", "7.9"),
    ("maori", "it", "ruotata", "4.3"),
    ("maori", "it", "capanne", "7.3"),
    ("rapa_nui", "en", "draw", "9.5"),
    ("rapa_nui", "en", "empty pile", "7.7"),
    ("rapa_nui", "en", "buying", "3.1"),
    ("rapa_nui", "de", "Mehrheit", "7.2"),
    ("rapa_nui", "de", "Opferrunde", "5.1"),
    ("rapa_nui", "de", "kaufen", "3.1"),
    ("rapa_nui", "it", "parità", "9.5"),
    ("rapa_nui", "it", "comprare", "3.1"),
    ("rapa_nui", "it", "fine della partita", "9.1"),
]
HEADING = re.compile(r"^\*\*(\d+\.\d+)\*\*", re.MULTILINE)


@pytest.mark.parametrize(("game", "language", "asked", "rule"), QUESTIONS)
def test_a_question_is_answered_by_one_of_the_first_two_rules(
    game: str, language: str, asked: str, rule: str
) -> None:
    with speaking(language):
        text = "\n".join(rules_lines(parlour.load(game), asked))

    assert rule in list(islice(HEADING.findall(text), 2))


@pytest.mark.parametrize("game", ["giants", "maori", "rapa_nui"])
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_each_word_of_the_index_finds_its_first_rule(game: str, language: str) -> None:
    with speaking(language):
        book = rulebook_of(parlour.load(game))

    assert len(book.index) > 20
    for words, numbers in book.index:
        assert set(numbers) <= {*book.numbers()}
        assert numbers[0] in [rule.number for rule in book.about(" ".join(words))][:1]


def test_what_stands_in_no_rule_is_not_found() -> None:
    book = rulebook_of(parlour.load("giants"))

    assert book.about("zebra") == ()
    assert book.about("") == book.rules
