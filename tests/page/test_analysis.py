"""The analysis of a finished match at a page: each loss leads to its position."""

import json
from pathlib import Path

from parlour_web.options import ServerSettings
from parlour_web.tables.analysing import Analyst, ShownAnalysis
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.web.conftest import Sit
from tests.web.served import Served
from tests.web.tables import GAMES, Site, Table

LOST = ("place b2", "place a1", "place c1", "place b1", "place a3")
"""The second player lets the first finish a diagonal, by the fourth answer."""
WORST = "Ben played 'place b1' (0%); 'place a3' was better (50%)"


def finished(site: Site) -> Table:
    return site.lay("tic_tac_toe", names=("Ann", "Ben"), moves=LOST)


def asked(site: Site, table: Table, key: str) -> tuple[int, dict[str, str]]:
    """Ask for an analysis with a key."""
    path, bearer = f"/t/{table.name}/analysis", {"Authorization": f"Bearer {key}"}
    status, _, body = Served(site.base).http("POST", path, headers=bearer)
    return status, json.loads(body)


def test_the_move_that_lost_is_named_and_leads_to_its_position(site: Site, sit: Sit) -> None:
    table = finished(site)
    table.path.with_name(f"{table.name}.analysis.json").write_text(KEPT, "utf-8")
    page = sit(table.urls[1])
    page.locator("#tabs button", has_text="Analysis").click()
    page.get_by_role("button", name="Judge the moves").click()

    page.locator("#analysis ol button").filter(has_text=WORST).click()
    page.locator("#turn").filter(has_text="Looking back").wait_for()
    page.get_by_label("b1, free").wait_for()
    page.locator("#now").click()
    page.get_by_label("b1, free").wait_for(state="detached")
    page.locator("#analysis g.spot").last.click()
    page.get_by_label("a3, free").wait_for()


def test_a_match_that_goes_on_is_not_analysed(site: Site) -> None:
    table = site.lay("leduc")
    status, answer = asked(site, table, table.urls[0].partition("#")[2])

    assert status == 409
    assert "once it is over" in answer["error"]


def test_an_analysis_needs_a_key_of_the_table(site: Site) -> None:
    status, answer = asked(site, finished(site), "another")

    assert (status, answer) == (403, {"error": "This key opens nothing here."})


def test_a_spectator_begins_no_analysis(site: Site) -> None:
    status, answer = asked(site, finished(site), "")

    assert status == 409
    assert "only a person with a seat, or the host" in answer["error"]


def test_an_analysis_is_made_once_and_kept_beside_the_record(tmp_path: Path) -> None:
    async def twice() -> tuple[ShownAnalysis, ShownAnalysis, int]:
        store = TableStore(tmp_path, GAMES, ServerSettings(analysis=1.0))
        analyst = Analyst(store)
        first = await analyst.analysis(table.name, 0)
        kept = table.path.with_name(f"{table.name}.analysis.json")
        changed = kept.stat().st_mtime_ns
        again = await analyst.analysis(table.name, None)
        await store.close()
        return first, again, kept.stat().st_mtime_ns - changed

    table = finished(Site("", tmp_path))
    first, again, later = run_apart(twice())

    assert (again, later) == (first, 0)
    assert first.lines[0] == "Ann wins."
    assert first.stops["answer 4"] == 3


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
