"""The news on small screens, keys that come too early, and the terminal's own keys."""

from pathlib import Path

import pytest

from parlour.words.language import speaking
from parlour_screen.table import TableWidget
from parlour_screen.widgets import Drawing
from tests.screen.screens import Driver, play
from tests.table.seated import TWO, table_of

LETTERS = 12
"""Number of letters of the first line that are compared: a sign may stand over its end."""
PLAYERS = {
    "giants": ("human", "greedy", "greedy"),
    "maori": ("human", "greedy"),
    "rapa_nui": ("human", "greedy"),
}


@pytest.mark.parametrize("size", [(80, 24), (40, 10), (60, 20)], ids=["80x24", "40x10", "60x20"])
@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_the_first_line_of_news_is_the_beginning_of_a_sentence(
    tmp_path: Path, game: str, language: str, size: tuple[int, int]
) -> None:
    async def script(person: Driver) -> None:
        for _ in range(3):
            await person.wait_until(lambda: person.app.query_one("#command-line"))
            news = person.app.query_one("#drawing-news", Drawing)
            sentences = news.text.plain.split("\n")
            first = news.render_line(bool(news.title)).text.strip()[:LETTERS]
            assert any(sentence.startswith(first) for sentence in sentences)
            await person.type("1")
            await person.type("yes")

    with speaking(language):
        play(table_of(tmp_path, game, PLAYERS[game], "q1"), script, size)


def test_the_terminal_may_stop_the_screen(tmp_path: Path) -> None:
    stopped: list[str] = []

    async def script(person: Driver) -> None:
        person.app.action_suspend_process = lambda: stopped.append("stopped")  # type: ignore[method-assign]
        await person.press("ctrl+z")

    play(table_of(tmp_path, "tic_tac_toe", TWO), script)

    assert stopped == ["stopped"]


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
