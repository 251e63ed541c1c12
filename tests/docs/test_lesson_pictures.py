"""The page about each game is drawn: pictures of its lesson stand behind its five minutes."""

import pytest

from docs.generated import illustrated, linked
from parlour.match.game import Game
from parlour.plugins.catalog import Catalog
from parlour.plugins.lessons import illustrations
from tests.docs.test_rule_links import GAMES, page

CATALOG = Catalog()


@pytest.mark.parametrize("game", [pytest.param(CATALOG.game(name), id=name) for name in GAMES])
def test_the_page_about_a_game_shows_its_first_turns(game: Game) -> None:
    before, pictures, after = illustrated(linked(page(game.id)), game).partition(
        "## The first turns in pictures\n"
    )
    shown = pictures + after.partition("## An example turn\n")[0]
    panels = [panel for _, picture in illustrations(game) for panel in picture.panels]

    assert "in five minutes" in before
    assert len(panels) >= 6
    assert [panel.name for panel in panels if panel.svg() not in shown] == []
    assert shown.count("<figcaption>") == len(list(illustrations(game)))


def test_a_game_without_a_lesson_has_no_pictures() -> None:
    assert illustrated("## An example turn\n", CATALOG.game("leduc")) == "## An example turn\n"
