"""A lesson on the full screen: each step is in sight as a whole, above the line to type in."""

from pathlib import Path

import pytest

from parlour.match.game import Game
from parlour.plugins.catalog import Catalog
from parlour.plugins.lessons import lessons_of
from parlour.table.acts import Face
from parlour.table.opening.lessons import new_lesson
from parlour.table.opening.tables import Tables
from tests.screen.screens import CommandLine, Driver, play

CATALOG = Catalog()
GAMES = [pytest.param(game, id=game.id) for game in CATALOG.games().values() if game.lessons]


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_whole_in_80_columns(game: Game, tmp_path: Path) -> None:
    (lesson,) = lessons_of(game).values()

    async def script(person: Driver) -> None:
        for step in lesson.steps:
            await person.wait_until(lambda text=step.text: words(text) in words(person.text))
            person.app.query_one(CommandLine).put(step.moves[0])
            await person.press("enter")
        await person.wait_until(lambda: words(lesson.end) in words(person.text))

    tables = Tables(catalog=CATALOG, face=Face.TERMINAL)
    play(tables.create(game, new_lesson(game), tmp_path / "a.jsonl"), script)
