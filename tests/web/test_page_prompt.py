"""The sentence above the table, and the points of all, which stay in sight."""

from typing import Any

import pytest

from tests.web.conftest import Sit
from tests.web.playing import at_turn
from tests.web.tables import Site

PHONE = {"viewport": {"width": 390, "height": 844}}

STEPS = [
    # kept match; moves that are left; the sentence; a place to click on, or a line; what it says
    pytest.param(
        ("maori/expert-atoll-3.jsonl", 200),
        "Lay the vertical middle piece: choose a cell, store it, or step with the pawn.",
        ("cell=a1", "Lay the vertical middle piece on a1: choose how to rotate it."), id="maori",
    ),
    pytest.param(
        ("rapa_nui/two-seats.jsonl", 35), "Your moais are scored: take 1 wood or 1 fame.",
        ("form=take fame", "= take fame: 1 fame, you have "), id="rapa nui",
    ),
    pytest.param(
        ("giants/three-seats.jsonl", 63),
        "Choose who carries the size-2 moai into d10: one of these chiefs.",
        ("to d10 with b", "= to d10 with blue-chief: Blue earns 2 points"), id="giants, typed",
    ),
    pytest.param(
        ("giants/three-seats.jsonl", 50),
        "Place a figure: choose it and its hex, or buy half a tablet, or pass.",
        ("gain=worker", "Place a figure on e2: choose which."), id="giants, too many to be sent",
    ),
]  # fmt: skip

CLICK = """address => [...document.querySelectorAll("[data-at]")]
    .find(one => JSON.parse(one.dataset.at).includes(address))
    .dispatchEvent(new MouseEvent("click", {bubbles: true}))"""
SAYS = "text => document.querySelector('#prompt').textContent.startsWith(text)"


@pytest.mark.parametrize(("at", "asked", "way"), STEPS)
def test_one_sentence_says_what_to_choose_next(
    site: Site, sit: Sit, at: tuple[str, int], asked: str, way: tuple[str, str]
) -> None:
    table, (chosen, then) = site.lay_late(*at), way
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    assert page.locator("#prompt").text_content() == asked

    if "=" in chosen:
        page.locator(f"[data-at*='{chosen}'].live").first.wait_for()
        page.evaluate(CLICK, chosen)
    else:
        page.fill("#typed", chosen)
    page.wait_for_function(SAYS, arg=then)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["wide", "phone"])
def test_points_and_the_sentence_stay_in_sight(site: Site, sit: Sit, size: dict[str, Any]) -> None:
    table = site.lay_late("giants/five-seats-italian.jsonl", 40)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]], **size)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    width, height = page.viewport_size["width"], page.viewport_size["height"]

    boxes = [one.bounding_box() for one in page.locator("#seats b, #prompt").all()]

    assert len(boxes) == 6
    for box in boxes:
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height / 4
