"""One small tournament, with all that a page can show."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.eligibility import check_eligibility
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing.store import Store
from parlour_tournament.report.report_html import report_as_html
from tests.tournament.conftest import LOADER, run

PLAN: dict[str, Any] = {
    "games": ["tic_tac_toe", "maori"],
    "bots": ["uniform", "greedy", {"name": "a <b>bold</b> & long-winded name", "bot": "uniform"}],
    "anchors": [2, 4],
    "blocks": 2,
}


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("page") / "shown.tournament"
    with Store.create_file(path, check_eligibility(parse_plan(PLAN, "x", LOADER), LOADER)) as made:
        run(made)
        yield made


@pytest.fixture(scope="session")
def file(store: Store) -> Path:
    """Return the page."""
    path = store.path.with_name("page.html")
    path.write_text(report_as_html(store, analyse(store), "Tournament shown"), encoding="utf-8")
    return path
