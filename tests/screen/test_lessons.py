"""A lesson on the full screen: each step is in sight as a whole, above the line to type in."""

from pathlib import Path

import pytest

from parlour.catalog.catalog import Catalog
from parlour.catalog.lessons import lessons_of
from parlour.match.game import Game
from parlour.table.acts import Surface
from parlour.table.opening.lessons import new_lesson
from parlour.table.opening.tables import Tables
from tests.screen.screens import Driver, play

from parlour_screen.widgets import CommandLine  # isort: skip  needs textual

CATALOG = Catalog()
GAMES = [
    pytest.param(game, id=game.id, marks=[] if game.id == "giants" else [pytest.mark.matrix])
    for game in CATALOG.games().values()
    if game.lessons
]


async def shown(person: Driver, text: str) -> None:
    """Wait until a text is on the screen, folded in any way."""
    wanted = " ".join(text.split())
    await person.wait_until(lambda: wanted in " ".join(person.text.split()))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_whole_in_80_columns(game: Game, tmp_path: Path) -> None:
    (lesson,) = lessons_of(game).values()

    async def script(person: Driver) -> None:
        for step in lesson.steps:
            await shown(person, step.text(game))
            person.app.query_one(CommandLine).put(step.moves[0])
            await person.press("enter")
        await shown(person, lesson.end)

    tables = Tables(catalog=CATALOG, surface=Surface.TERMINAL)
    play(tables.create(game, new_lesson(game), tmp_path / "a.jsonl"), script)
