"""The pictures in README and in the docs are what the program draws.

``PARLOUR_REGOLD=1 pytest tests`` draws them again from the records beside this test.
"""

import os
from html import escape
from pathlib import Path

import pytest

import parlour
from parlour import Picture, Viewer
from parlour.rules.picture.inks import style_sheet
from parlour.rules.picture.nodes import SVG
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
