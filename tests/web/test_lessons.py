"""Lessons without a browser: over a socket, and on the page of five minutes."""

import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from parlour.catalog.lessons import lessons_of
from parlour_web.tables import store
from tests.web.served import Laid, Page, Served, served
from tests.web.tables import GAMES

LESSON = {"game": "maori", "lesson": "first_islands"}


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


def test_the_rules_are_in_the_language_that_was_chosen_or_of_the_browser(server: Served) -> None:
    """A page that was made in one language is not what the next browser gets."""
    chosen = "x=1; parlour_language=it"
    for language, cookie, said in (
        ("de-AT,en;q=0.5", "", "Hausregel"),
        ("it", "", "Regola"),
        ("", "", "House"),
        ("de", chosen, "Regola"),
        ("de", "parlour_language=xx", "Hausregel"),
    ):
        status, headers, body = server.http(
            "GET", "/games/maori/rules", headers={"Accept-Language": language, "Cookie": cookie}
        )

        assert (status, headers["vary"]) == (200, "Accept-Encoding, Accept-Language, Cookie")
        assert said in body.decode()


def test_everybody_begins_a_lesson(server: Served) -> None:
    first = lessons_of(GAMES.game("maori"))["first_islands"].steps[0]
    with taken(server).at(0) as (page, sight):
        told = sight["lesson"]
        while told != first.text(GAMES.game("maori")):
            told = page.next("view")["lesson"]


def test_a_new_lesson_of_a_guest_takes_the_place_of_the_oldest_that_nobody_looks_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Guests cannot fill the folder, and no lesson ends under the person who takes it."""
    monkeypatch.setattr(store, "MAX_GUESTS", 2)
    with served(tmp_path) as house:
        kept = house.lay("tic_tac_toe", "me", "friend")
        looked_at, left = taken(house), taken(house)
        with looked_at.at(0):
            newest = taken(house)
            with newest.at(0):
                status, _, _ = house.http("POST", "/tables", LESSON)
        there = {path.name.partition(".")[0] for path in tmp_path.glob("*.*") if path.stem}

    assert status == 429
    assert {kept.name, looked_at.name, newest.name} <= there
    assert left.name not in there


def test_a_guest_who_comes_while_older_lessons_are_deleted_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as house, ExitStack() as stack:
        older, old = taken(house), taken(house)
        monkeypatch.setattr(store, "MAX_GUESTS", 1)
        delete = Path.unlink
        pages: list[Page] = []

        def come(path: Path, *, missing_ok: bool = False) -> None:
            if path.name.startswith(f"{older.name}.table") and not pages:
                pages.append(stack.enter_context(old.at(0))[0])
            delete(path, missing_ok=missing_ok)

        monkeypatch.setattr(Path, "unlink", come)
        status, _, _ = house.http("POST", "/tables", LESSON)
        there = {path.name.partition(".")[0] for path in tmp_path.glob("*.table.json")}

    assert status == 429
    assert there == {old.name}


def taken(house: Served) -> Laid:
    """Return the table of a lesson that somebody without a key begins."""
    status, _, body = house.http("POST", "/tables", LESSON)
    made = json.loads(body)
    assert status == 201, made
    keys = {one["seat"]: one["url"].partition("#")[2] for one in made["links"]}
    return Laid(house, made["table"], keys)
