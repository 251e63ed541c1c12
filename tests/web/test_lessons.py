"""Lessons without a browser: over a socket, and on the page of five minutes."""

import pytest

from parlour.catalog.lessons import lessons_of
from tests.web.served import Served
from tests.web.tables import GAMES


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
