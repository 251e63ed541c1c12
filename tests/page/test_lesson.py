"""A lesson at a page: begun by the button of the front page, and played to its end."""

from typing import Any

import pytest

from parlour.catalog.lessons import lessons_of
from tests.web.conftest import Sit
from tests.web.playing import at_turn, enter, play_a_move
from tests.web.served import Served
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


@pytest.mark.parametrize("game", ["giants", "rapa_nui"])
def test_a_lesson_is_played_whole_over_a_socket(server: Served, game: str) -> None:
    ((name, lesson),) = lessons_of(GAMES.game(game)).items()

    with server.lay(game, lesson=name).at(lesson.seat) as (page, first):
        sight = first
        for step in lesson.steps:
            while sight["lesson"] != step.text(GAMES.game(game)):
                sight = page.next("view")
            page.say("enter", text=step.moves[0], position=sight["position"])
            sight = page.next("view")

        while sight["lesson"] != lesson.end:
            sight = page.next("view")


@pytest.mark.parametrize(("game", "figures"), [("maori", 6), ("leduc", 0)])
def test_the_page_of_five_minutes_shows_the_first_turns(
    server: Served, game: str, figures: int
) -> None:
    status, _, body = server.http("GET", f"/games/{game}/five")

    assert (status, body.count(b"<figure><svg ")) == (200, figures)
    assert f"/games/{game}/inks.css".encode() in body


def test_the_rules_are_in_the_language_of_the_browser(server: Served) -> None:
    """A page that was made in one language is not what the next browser gets."""
    for language, said in (("de-AT,en;q=0.5", "Hausregel"), ("it", "Regola"), ("", "House")):
        status, headers, body = server.http(
            "GET", "/games/maori/rules", headers={"Accept-Language": language}
        )

        assert (status, headers["vary"]) == (200, "Accept-Encoding, Accept-Language")
        assert said in body.decode()


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
