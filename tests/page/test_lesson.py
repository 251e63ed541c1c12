"""A lesson at a page: begun by the button of the front page, and played to its end."""

from typing import Any

import pytest

from parlour.catalog.lessons import lessons_of
from tests.page.conftest import Sit
from tests.page.playing import at_turn, enter, play_a_move
from tests.web.tables import GAMES, Site

MAORI = GAMES.game("maori")
LESSON = lessons_of(MAORI)["first_islands"]


@pytest.mark.matrix
def test_a_lesson_is_played_whole_in_a_browser(site: Site, sit: Sit) -> None:
    page = sit(f"{site.base}/#{site.key}")
    page.get_by_title("Maori: Your first islands").click()
    typed(page, "sail 1", LESSON.steps[0].text(MAORI))
    page.get_by_text(LESSON.steps[0].wrong["sail 1"]).first.wait_for()
    assert page.locator("#learn").is_hidden()
    for number, step in enumerate(LESSON.steps):
        if number < 3:  # a turn by clicks, and the others by lines
            told(page, step.text(MAORI))
            play_a_move(page, "maori", step.moves[0])
        else:
            typed(page, step.moves[0], step.text(MAORI))

    told(page, LESSON.end)


def test_on_a_phone_the_lesson_is_in_sight_from_its_beginning(site: Site, sit: Sit) -> None:
    page = sit(f"{site.base}/#{site.key}", viewport={"width": 390, "height": 844})
    page.get_by_title("Maori: Your first islands").click()
    told(page, LESSON.steps[0].text(MAORI))
    box = page.locator("#lesson").bounding_box()

    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 844


def test_a_table_leads_to_the_lessons_until_the_first_move(site: Site, sit: Sit) -> None:
    page = at_turn(sit, site.lay("maori", ("human", "greedy"), "3").urls[0])
    link = page.locator("#learn")
    link.wait_for()
    assert link.get_attribute("href") == "/#learn"

    enter(page, "place ship 1")
    link.wait_for(state="hidden")


def told(page: Any, text: str) -> None:
    """Wait until the page shows a text of the lesson."""
    page.locator("#lesson", has_text=text).wait_for()


def typed(page: Any, line: str, text: str) -> None:
    """Enter a line once the page shows a text of the lesson."""
    told(page, text)
    enter(page, line)
