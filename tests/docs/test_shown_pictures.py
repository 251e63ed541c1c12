"""The pictures in README and in the docs are what the program draws.

``PARLOUR_REGOLD=1 pytest tests`` draws them again from the records beside this test.
"""

import os
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

import parlour
from docs.films import HIDDEN
from docs.generated import illustrated, linked
from parlour import Picture, Space, Viewer
from parlour.catalog.catalog import Catalog
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import parse
from parlour.match.replay import replayed
from parlour.rules.picture.inks import style_sheet
from parlour.rules.picture.nodes import SVG
from parlour.words.language import ENGLISH, speaking
from parlour_web.rules_page import illustrations
from tests.docs.test_rule_links import GAMES, page
from tests.games.drawings import happenings
from tests.games.golden import REGOLD

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "_static" / "pictures"
GAP, HEADING = 16.0, 26.0
"""Units between panels and round them all, and for the heading over each."""
SHEET = ".t { font-family: system-ui, sans-serif; }\n"

SHOWN = {
    "maori": (("display",), ("board",)),
    "rapa_nui": (("hand", "piles"), ("display",), ("tribes",)),
    "giants": (("island",), ("carriers", "you", "round")),
}
"""For each game the panels that stand side by side, from the left, and below each other."""


def drawn(name: str) -> str:
    """Draw the table at the end of a record, as seat 0 sees it."""
    match = parlour.open(Path(__file__).with_name(f"{name}.jsonl"))
    draw = match.game.display.picture
    assert draw is not None
    names = ("You", *("Ann", "Ben", "Cid")[: match.seats - 1])
    return arranged(draw(match.view(0), Viewer(names)), SHOWN[name])


def arranged(picture: Picture, columns: tuple[tuple[str, ...], ...]) -> str:
    """Return panels side by side as one SVG file, light or dark as its reader wishes."""
    parts, x, height = [], GAP, 0.0
    for names in columns:
        y, width = GAP / 2, max(picture.panel(name).width for name in names)
        for name in names:
            panel = picture.panel(name)
            parts.append(
                f'<text class="t fill-ink" x="{x + 2:g}" y="{y + 18:g}" font-size="16" '
                f'font-weight="bold">{escape(panel.title)}</text>'
            )
            place = (
                f'x="{x:g}" y="{y + HEADING:g}" width="{panel.width:g}" height="{panel.height:g}"'
            )
            parts.append(HIDDEN.sub("", panel.svg()).replace("<svg ", f"<svg {place} ", 1))
            y += HEADING + panel.height + GAP
        x, height = x + width + GAP, max(height, y)
    size = f'viewBox="0 0 {x:g} {height:g}" width="{x:g}"'
    paper = '<rect class="fill-paper" width="100%" height="100%"></rect>'
    sheet = f"<style>{SHEET}{style_sheet(picture.all_inks)}</style>"
    return f'<svg xmlns="{SVG}" {size}>{sheet}{paper}{"".join(parts)}</svg>\n'


@pytest.mark.parametrize("name", SHOWN)
def test_the_picture_is_what_the_program_draws(name: str) -> None:
    path = FOLDER / f"{name}.svg"
    if os.environ.get(REGOLD):
        path.write_text(drawn(name), encoding="utf-8")

    assert path.read_text(encoding="utf-8") == drawn(name)


@pytest.mark.parametrize("name", SHOWN)
def test_the_picture_is_shown(name: str) -> None:
    assert f"](_static/pictures/{name}.svg)" in (ROOT / "docs/playing.md").read_text("utf-8")


# Tables that a game gives as data


def laid(game: Game, *moves: str) -> str:
    """Draw the table of a small game after some moves, as seat 0 sees it."""
    match = game.match(seats=min(3, game.seats[-1]), seed=4)
    for move in moves:
        match.play(move)
    assert game.display.picture is not None
    names = ("You", *("Ann", "Ben")[: match.seats - 1])
    picture = game.display.picture(match.view(0), Viewer(names))
    return arranged(picture, tuple((panel.name,) for panel in picture.panels))


def expect_shown(name: str, drawn: str, page: str) -> None:
    """Expect that a page of the docs shows a picture, and that it is what the program draws."""
    path = FOLDER / f"{name}.svg"
    if os.environ.get(REGOLD):
        path.write_text(drawn, encoding="utf-8")

    assert path.read_text(encoding="utf-8") == drawn
    assert f"_static/pictures/{name}.svg)" in (ROOT / "docs" / page).read_text("utf-8")


def test_a_table_of_data_is_shown_as_it_is_drawn() -> None:
    drawn = laid(Catalog().game("leduc"), "raise", "raise", "call")

    expect_shown("leduc", drawn, "howto/rendering.md")


# The page about each game is drawn: pictures of its lesson stand behind its five minutes


CATALOG = Catalog()


def unlabelled(svg: str) -> str:
    """Return a picture as a page about a game has it: its places have no names of their own."""
    return re.sub(r'(<g\b[^>]*?) aria-label="[^"]*"', r"\1", svg)


@pytest.mark.parametrize("game", [pytest.param(CATALOG.game(name), id=name) for name in GAMES])
def test_the_page_about_a_game_shows_its_first_turns(game: Game) -> None:
    before, pictures, after = illustrated(linked(page(game.id)), game).partition(
        "## The first turns in pictures\n"
    )
    shown = pictures + after.partition("## An example turn\n")[0]
    panels = [panel for _, picture in illustrations(game) for panel in picture.panels]

    assert "in five minutes" in before
    assert len(panels) >= 6
    assert [panel.name for panel in panels if unlabelled(panel.svg()) not in shown] == []
    assert shown.count("<figcaption>") == len(list(illustrations(game)))


def test_a_game_without_a_lesson_has_no_pictures() -> None:
    assert illustrated("## An example turn\n", CATALOG.game("leduc")) == "## An example turn\n"


# The example turn of each rules page is what the program draws and tells


RECORDS = Path(__file__).with_name("examples")
FENCE = re.compile(r"(?<=^```text\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
ANN = Viewer(("Ann", "Ben", "Cid"))
SPACE: Space[Any] = Space(80, 40)

TURNS = [
    pytest.param(
        "giants",
        ("island", "you", "others"),
        (
            "move moai2 from d9 screen",
            *("to e9 with blue+log", "to f8 with blue+green", "to f7 with blue+log"),
            *("to f6 with blue+log", "to f5 with blue+log", "to g5 with blue+log", "erect g5b"),
        ),
        ("you", "others"),
        id="giants",
    ),
    pytest.param(
        "maori",
        ("display", "board"),
        ("sail 1", "take a4", "lay a2"),
        ("board",),
        id="maori",
    ),
    pytest.param(
        "rapa_nui",
        ("display", "hand", "tribes", "stone"),
        (
            *("buy nothing", "lay moai", "offer fish", "offer mulberry"),
            *("offer fish face down", "add potato", "draw 3", "take fame", "take wood"),
        ),
        ("tribes", "stone"),
        id="rapa_nui",
    ),
]
"""A game, the panels before the turn, the moves of the turn, and the panels after it."""


def page_of(game: str, language: str) -> Path:
    name = "rules.md" if language == ENGLISH else f"rules.{language}.md"
    return ROOT / "plugins" / game / f"parlour_{game}" / name


def panels(match: Match, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of panels as seat 0 sees them, each under its title."""
    assert match.game.display.panels is not None
    drawn = {p.name: p for p in match.game.display.panels(match.view(0), ANN, SPACE)}
    for number, name in enumerate(names):
        yield from ("",) * (number > 0)
        yield drawn[name].title
        yield from drawn[name].body.plain.split("\n")


def told(match: Match, since: int) -> Iterator[str]:
    """Yield what seat 0 was told from an answer on, in sentences."""
    assert match.game.words.narrate is not None
    for sentence in match.game.words.narrate(happenings(match, 0)[since:], ANN):
        yield from wrap(sentence, 90)


def block(lines: Iterator[str]) -> str:
    return "".join(f"{line.rstrip()}\n" for line in lines)


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize(("game", "before", "moves", "after"), TURNS)
def test_an_example_turn_is_what_the_program_draws_and_tells(
    game: str,
    before: tuple[str, ...],
    moves: tuple[str, ...],
    after: tuple[str, ...],
    language: str,
) -> None:
    found = parlour.load(game)
    record = parse((RECORDS / f"{game}.jsonl").read_bytes(), game)
    match = replayed(found, record, game)
    answers = len(match.steps)
    with speaking(language):
        pictures = [block(panels(match, before))]
        for move in moves:
            match.play(move)
        pictures.append(block(iter((*told(match, answers), "", *panels(match, after)))))
        typed = [found.in_own_words(move) for move in moves]
    file = page_of(game, language)
    page = file.read_text("utf-8")
    if os.environ.get(REGOLD):
        fresh = iter(pictures)
        page = FENCE.sub(lambda _: next(fresh), page)
        file.write_text(page, "utf-8")

    assert FENCE.findall(page) == pictures
    assert [move for move in typed if f"`{move}`" not in page] == []
