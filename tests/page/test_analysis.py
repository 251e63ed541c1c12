"""The analysis of a finished match at a page: each loss leads to its position."""

import json

from tests.page.conftest import Sit
from tests.web.tables import Site
from tests.web.test_analysing import finished

WORST = "Ben played 'place b1' (0%); 'place a3' was better (50%)"
KEPT = json.dumps(
    {
        "game": "tic_tac_toe",
        "measure": "chance of winning",
        "simulations": 800,
        "decisions": [
            {
                "answer": 4,
                "seat": 1,
                "made": {"text": "place b1", "value": 0.0, "error": 0.0, "line": []},
                "best": {"text": "place a3", "value": 0.5, "error": 0.0, "line": []},
            },
            {
                "answer": 5,
                "seat": 0,
                "made": {"text": "place a3", "value": 1.0, "error": 0.0, "line": []},
                "best": None,
            },
        ],
        "result": {"scores": [1, -1], "places": [1, 2]},
    }
)


def test_the_move_that_lost_is_named_and_leads_to_its_position(site: Site, sit: Sit) -> None:
    table = finished(site)
    table.path.with_name(f"{table.name}.analysis.json").write_text(KEPT, "utf-8")
    page = sit(table.urls[1])
    page.locator("#tabs button", has_text="Analysis").click()
    page.get_by_role("button", name="Judge the moves").click()

    page.locator("#analysis ol button").filter(has_text=WORST).click()
    page.locator("#turn").filter(has_text="Looking back").wait_for()
    page.get_by_label("b1, free").wait_for()
    page.locator("[data-id=now]").click()
    page.get_by_label("b1, free").wait_for(state="detached")
    page.locator("#analysis g.spot").last.click()
    page.get_by_label("a3, free").wait_for()
    page.keyboard.press("x")
    page.locator("#said").filter(has_text=WORST).wait_for()
    page.get_by_label("b1, free").wait_for()
    page.keyboard.press("M")
    page.get_by_label("c1, free").wait_for()
    page.keyboard.press("t")
    page.get_by_label("c1, free").wait_for(state="detached")
