"""Small tournaments, played in this process, and bots that come from a plugin."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import pytest

from parlour.catalog.catalog import Catalog, CatalogSources
from parlour_tournament.analysis.report_model import TournamentReport
from parlour_tournament.plan import NO_TLS, TlsFiles
from parlour_tournament.plan.eligibility import check_eligibility
from parlour_tournament.plan.loader import Loader
from parlour_tournament.plan.plan import Plan
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing.results import PlayedMatch
from parlour_tournament.playing.runner import Listener, Runner, StopRequest
from parlour_tournament.playing.store import Store
from parlour_tournament.playing.workers import Workers, play_batch, start_workers
from parlour_tournament.report.report_text import report_as_text
from parlour_tournament.schedules.blocks import PlannedMatch

FAILING_BOTS = EntryPoint("failing_bots", "tests.tournament.failing_bots", "parlour")
SOURCES = Catalog().sources
LOADER = Loader(Catalog(installed=[*entry_points(group="parlour"), FAILING_BOTS]))
"""Games and bots that are installed, and bots that fail."""

SMALL: dict[str, Any] = {
    "games": ["tic_tac_toe", "leduc"],
    "bots": ["uniform", "search:simulations=4", "search:simulations=8"],
    "blocks": 3,
    "seed": "small",
}


class InThisProcess(Workers):
    """Plays a batch when it is submitted; the last submitted comes back first."""

    count = 2

    def __init__(self, loader: Loader = LOADER) -> None:
        self._loader = loader

    def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
        future: Future[list[PlayedMatch]] = Future()
        future.set_result(play_batch(plan, batch, self._loader))
        return future

    def close(self) -> None:
        """End the processes of bots, as a worker does at its end."""
        self._loader.dismiss_bots()


def start_here(
    executor: str, count: int, sources: CatalogSources, tls: TlsFiles = NO_TLS
) -> Workers:
    """Play in this process if one worker is enough; else start the workers."""
    if executor == "local" and count == 1:
        return InThisProcess(Loader(Catalog.from_sources(sources)))
    return start_workers(executor, count, sources, tls)


Make = Callable[..., Store]


@pytest.fixture(autouse=True)
def _one_worker(one_worker: None) -> None:
    """Play all tournaments in one process, if a test asks for no more."""


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Return what makes the file of a tournament; what is given overrules the small one."""
    stores: list[Store] = []

    def making(name: str = "small", **given: Any) -> Store:
        plan = parse_plan(SMALL | given, "the plan", LOADER)
        tournament = check_eligibility(plan, LOADER)
        stores.append(Store.create_file(tmp_path / f"{name}.tournament", tournament))
        return stores[-1]

    yield making
    for store in stores:
        store.close()


@pytest.fixture
def played(make: Make) -> Make:
    """Return what makes the file of a tournament, and plays it to its end."""

    def playing(name: str = "small", **given: Any) -> Store:
        store = make(name, **given)
        assert run(store)
        return store

    return playing


def run(store: Store, stop_after: int | None = None) -> bool:
    """Play a tournament on in this process; True if all has been played."""
    request = StopRequest()
    return Runner(store).run(InThisProcess(), finish_after(stop_after, request), request)


def finish_after(matches: int | None, request: StopRequest) -> Listener:
    """Return a listener that asks to finish once so many matches of the run have been played."""

    def listen(runner: Runner) -> None:
        if matches is not None and runner.played - runner.before >= matches:
            request.finish = True

    return listen


def lines(report: TournamentReport) -> str:
    return "\n".join(part for part in report_as_text(report) if isinstance(part, str))


def cells(report: TournamentReport) -> list[str]:
    tables = [part for part in report_as_text(report) if not isinstance(part, str)]
    return [cell for table in tables for row in table.texts() for cell in row]
