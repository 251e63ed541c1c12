"""The news on small screens, keys that come too early, and the terminal's own keys."""

from pathlib import Path

import pytest

from parlour.words.language import speaking
from parlour_screen.table import TableWidget
from parlour_screen.widgets import Drawing
from tests.screen.screens import Driver, play
from tests.table.seated import TWO, table_of

SIZES = ((40, 10), (60, 20), (80, 24))
"""Columns and rows; on the last a refused line leaves room for a move."""
LETTERS = 12
"""Number of letters of the first line that are compared: a sign may stand over its end."""
PLAYERS = {
    "giants": ("human", "greedy", "greedy"),
    "maori": ("human", "greedy"),
    "rapa_nui": ("human", "greedy"),
}


def shows_a_move(person: Driver) -> bool:
    """Return whether the rows of the choice show a move that can be played."""
    chair = person.table.chair(0)
    choice = person.app.query_one("#drawing-moves", Drawing).text.plain
    return any(move.label in choice for move in chair.moves.every.values())


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_the_first_line_of_news_is_the_beginning_of_a_sentence(
    tmp_path: Path, game: str, language: str
) -> None:
    async def look(person: Driver, size: tuple[int, int]) -> None:
        await person.resize(*size)
        news = person.app.query_one("#drawing-news", Drawing)
        sentences = news.text.plain.split("\n")
        first = news.render_line(bool(news.title)).text.strip()[:LETTERS]
        assert any(sentence.startswith(first) for sentence in sentences)
        assert shows_a_move(person)

    async def script(person: Driver) -> None:
        for _ in range(3):
            await person.wait_until(lambda: person.app.query_one("#command-line"))
            for size in SIZES:
                await look(person, size)
            await person.type("1")
            await person.type("yes")
        if language == "en":
            await person.type("xyz")
            assert shows_a_move(person)

    with speaking(language):
        play(table_of(tmp_path, game, PLAYERS[game], "q1"), script, SIZES[0])


@pytest.mark.parametrize(("seconds", "line"), [(0.1, ""), (0.4, "place a1")])
def test_enter_right_after_a_new_decision_was_meant_for_the_one_before(
    tmp_path: Path, seconds: float, line: str
) -> None:
    """Typed lines always count; an empty one proposes the only move."""
    now = [0.0]

    async def script(person: Driver) -> None:
        person.app.query_one(TableWidget).only_move = lambda: "place a1"  # type: ignore[method-assign]
        now[0] = seconds
        await person.press("enter")
        assert person.line == line

    play(table_of(tmp_path, "tic_tac_toe", TWO), script, clock=lambda: now[0])
