"""Words of hints: plans, and expected results in each language."""

import re
from collections.abc import Iterable
from math import inf

import pytest
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match.game import Game
from parlour.players.advice import AdviceBudget, Prospect, ResultKind
from parlour.rules.words import Viewer
from parlour.words.framework import SENTENCES
from parlour.words.language import speaking
from parlour_search.hints import hint_for, plan_after, result_in_words
from tests.broken_games import knock
from tests.table.test_hints import opened


@pytest.mark.parametrize(
    ("best", "other", "said"),
    [
        pytest.param("a1 b1 c1", "a2 b1 c1", "; then as after the first", id="the same"),
        pytest.param("a1 b1 c1", "b1 a1 c1", "; then place a1, place c1", id="transposed"),
        pytest.param("a1 b1 c1", "a2 c1 b1", "; then place c1, place b1", id="in other order"),
        pytest.param("a1 b1", "a2 b2", "; then place b2", id="nothing is the same"),
        pytest.param("a1 b1 c1", "a2 b1 b3", "; then place b1, place b3", id="one is replaced"),
        pytest.param("a1 b1", "a2 b1:1", "; then place b1", id="the move of another seat"),
        pytest.param("a1 b1 c1", "a2", "", id="nothing follows"),
        pytest.param("a1", "a2", "", id="nothing follows on either"),
    ],
)
def test_a_plan_is_told_in_full_unless_it_is_that_of_the_first(
    best: str, other: str, said: str
) -> None:
    game = Catalog().game("tic_tac_toe")

    assert plan_after(game, planned(game, other), planned(game, best)) == said


@pytest.mark.parametrize(
    ("moves", "english", "german", "italian"),
    [
        pytest.param(8, "", "", "", id="eight, all told"),
        pytest.param(9, " and one more", " und ein weiterer", " e un'altra", id="nine"),
        pytest.param(10, " and 2 more", " und 2 weitere", " e altre 2", id="ten"),
    ],
)
def test_a_plan_says_how_many_of_its_moves_are_not_told(
    moves: int, english: str, german: str, italian: str
) -> None:
    game = Catalog().game("tic_tac_toe")
    first = planned(game, "a1" + moves * " b1")
    told = ", ".join(["place b1"] * 8)
    for language, then, more in (
        ("en", "then", english),
        ("de", "dann", german),
        ("it", "poi", italian),
    ):
        with speaking(language):
            assert plan_after(game, first, first) == f"; {then} {told}{more}"


def planned(game: Game, cells: str) -> Prospect:
    """Return an opinion on the first cell; the others follow, ``:`` before another seat."""
    first, *rest = (cell.partition(":") for cell in cells.split())
    line = tuple((int(seat or 0), game.read_move(f"place {cell}")) for cell, _, seat in rest)
    return Prospect(game.read_move(f"place {first[0]}"), 0.5, "lead", 0.0, 0.0, line)


def expecting(
    kind: ResultKind, value: float, error: float, count: int, chance: float | None = None
) -> Prospect:
    """Return an opinion of such a result; a chance beside it has an error of half a per cent."""
    return Prospect(knock.Add(1), 0.5, kind, value, error, (), chance, 0.005, count)


@pytest.mark.parametrize(
    ("one", "english", "german", "italian"),
    [
        pytest.param(
            expecting("chance", 0.666, 0.01, 90),
            "chance of winning 67% ± 2%",
            "Gewinnchance 67 % ± 2 %",
            "probabilità di vittoria 67 % ± 2 %",
            id="1.96 % is 2 %",
        ),
        pytest.param(
            expecting("chance", 0.5, 0.0001, 90),
            "chance of winning 50% ± 1%",
            "Gewinnchance 50 % ± 1 %",
            "probabilità di vittoria 50 % ± 1 %",
            id="never ± 0",
        ),
        pytest.param(
            expecting("chance", 1.0, 0.0, 1234),
            "chance of winning 100%, in all 1,234 simulations",
            "Gewinnchance 100 %, in allen 1.234 Simulationen",
            "probabilità di vittoria 100 %, in tutte le 1.234 simulazioni",
            id="all agree",
        ),
        pytest.param(
            replace(expecting("chance", 0.0, 0.0, 9), is_proved=True),
            "chance of winning 0%, proved",
            "Gewinnchance 0 %, bewiesen",
            "probabilità di vittoria 0 %, dimostrata",
            id="proved",
        ),
        pytest.param(
            expecting("gain", 0.5, 0.1, 90),
            "expected result +0.5 ± 0.2 points",
            "erwartetes Ergebnis +0,5 ± 0,2 Punkte",
            "risultato atteso +0,5 ± 0,2 punti",
            id="points that may be lost",
        ),
        pytest.param(
            expecting("points", 7.8, 0.03, 90),
            "expected result 7.8 ± 0.1 points",
            "erwartetes Ergebnis 7,8 ± 0,1 Punkte",
            "risultato atteso 7,8 ± 0,1 punti",
            id="points",
        ),
        pytest.param(
            expecting("lead", -1.25, 0.11, 90),
            "expected lead -1.2 ± 0.3 points",
            "erwarteter Vorsprung -1,2 ± 0,3 Punkte",
            "vantaggio atteso -1,2 ± 0,3 punti",
            id="a lead",
        ),
        pytest.param(
            expecting("lead", 1.6, 0.0, 4, chance=0.07),
            "expected lead +1.6 points, chance of winning 7% ± 1%, in all 4 simulations",
            "erwarteter Vorsprung +1,6 Punkte, Gewinnchance 7 % ± 1 %, in allen 4 Simulationen",
            (
                "vantaggio atteso +1,6 punti, probabilità di vittoria 7 % ± 1 %, "
                "in tutte le 4 simulazioni"
            ),
            id="a lead with a chance",
        ),
        pytest.param(
            expecting("lead", 2.0, inf, 1),
            "expected lead +2.0 points, by one simulation",
            "erwarteter Vorsprung +2,0 Punkte, nach einer Simulation",
            "vantaggio atteso +2,0 punti, dopo una simulazione",
            id="one simulation",
        ),
        pytest.param(
            expecting("lead", 2.0, inf, 3),
            "expected lead +2.0 points, by 3 simulations",
            "erwarteter Vorsprung +2,0 Punkte, nach 3 Simulationen",
            "vantaggio atteso +2,0 punti, dopo 3 simulazioni",
            id="three simulations",
        ),
        pytest.param(
            expecting("lead", 0.0, inf, 0),
            "greedy's choice, not played on",
            "von greedy gewählt und nicht weitergespielt",
            "la scelta di greedy, non giocata oltre",
            id="no simulation",
        ),
    ],
)
def test_a_result_is_told_with_its_interval_in_each_language(
    one: Prospect, english: str, german: str, italian: str
) -> None:
    """1.96 standard errors to either side, rounded up; per cent stays on the line of its number."""
    for language, words in (("en", english), ("de", german), ("it", italian)):
        with speaking(language):
            assert result_in_words(one) == words.replace(" %", "\N{NO-BREAK SPACE}%")


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", ["rapa_nui", "giants"])
def test_a_hint_in_another_language_has_no_english_word(game: str, language: str) -> None:
    """The English words are those of the framework's sentences for hints."""
    match = opened(game, 4)
    decision = match.decision(match.awaited.seats[0])
    with speaking(language):
        hint = hint_for(
            match.game, decision, Viewer(("A", "B", "C")), [AdviceBudget(simulations=60)]
        )

    assert words_of("en") - words_of(language) >= {"expected", "lead", "points", "simulations"}
    assert words_in(hint.lines) & (words_of("en") - words_of(language)) == set()


def words_of(language: str) -> set[str]:
    """Return the words of the sentences for hints."""
    found = SENTENCES.sentences(language)
    assert found is not None
    hinting = (texts for code, texts in found.texts.items() if code.startswith("hint."))
    return words_in(re.sub(r"\{\w+\}", "", text) for texts in hinting for text in texts)


def words_in(lines: Iterable[str]) -> set[str]:
    return {word for line in lines for word in re.findall(r"[^\W\d_]{3,}", line)}
