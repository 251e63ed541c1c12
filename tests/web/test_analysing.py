"""The analysis of a finished match: who may ask for it, and that it is made once."""

import json
from pathlib import Path

from parlour_web.options import ServerSettings
from parlour_web.tables.analysing import Analyst, ShownAnalysis
from parlour_web.tables.store import TableStore
from tests.apart import run_apart
from tests.web.served import Served
from tests.web.tables import GAMES, Site, Table

LOST = ("place b2", "place a1", "place c1", "place b1", "place a3")
"""The second player lets the first finish a diagonal, by the fourth answer."""


def finished(site: Site) -> Table:
    return site.lay("tic_tac_toe", names=("Ann", "Ben"), moves=LOST)


def asked(site: Site, table: Table, key: str) -> tuple[int, dict[str, str]]:
    """Ask for an analysis with a key."""
    path, bearer = f"/t/{table.name}/analysis", {"Authorization": f"Bearer {key}"}
    status, _, body = Served(site.base).http("POST", path, headers=bearer)
    return status, json.loads(body)


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
