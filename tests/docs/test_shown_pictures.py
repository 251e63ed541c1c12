"""The pictures in README and in the docs are what the program draws.

``PARLOUR_REGOLD=1 pytest tests`` draws them again from the records beside this test.
"""

import os
from html import escape
from pathlib import Path

import pytest

import parlour
from docs.generated import illustrated, linked
from parlour import Picture, Viewer
from parlour.match.game import Game
from parlour.plugins.catalog import Catalog
from parlour.plugins.lessons import illustrations
from parlour.rules.picture.inks import style_sheet
from parlour.rules.picture.nodes import SVG
from tests.docs.test_rule_links import GAMES, page
from tests.games.golden import REGOLD

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "_static" / "pictures"
GAP, HEADING = 16.0, 26.0
"""Units between panels and round them all, and for the heading over each."""
SHEET = ".t { font-family: system-ui, sans-serif; }\n"

SHOWN = {
    "maori": (("display",), ("board",)),
    "rapa_nui": (("hand", "piles"), ("display",), ("tribes",)),
    "giants": (("island",), ("carriers", "you", "round", "others")),
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
            parts.append(panel.svg().replace("<svg ", f"<svg {place} ", 1))
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


# The page about each game is drawn: pictures of its lesson stand behind its five minutes


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
