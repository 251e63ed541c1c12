"""Small tournaments, played in this process, and bots that come from a plugin."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from parlour.tournament.plan.eligibility import admitted
from parlour.tournament.plan.plan import Plan
from parlour.tournament.plan.plan_file import planned
from parlour.tournament.run.results import Played
from parlour.tournament.run.runner import Running, Wishes
from parlour.tournament.run.store import Store
from parlour.tournament.run.workers import play
from parlour.tournament.schedules.blocks import Fixture

SMALL: dict[str, Any] = {
    "games": ["tic_tac_toe", "leduc"],
    "bots": ["uniform", "search:simulations=4", "search:simulations=8"],
    "blocks": 3,
    "seed": "small",
}


class InThisProcess:
    """Plays a batch when it is submitted; the last submitted comes back first."""

    count = 2
    deaths: tuple[type[Exception], ...] = ()

    def submit(self, plan: Plan, batch: Sequence[Fixture]) -> "Future[list[Played]]":
        future: Future[list[Played]] = Future()
        future.set_result(play(plan, batch))
        return future

    def check(self) -> None:
        pass

    def finish(self) -> None:
        pass

    def close(self) -> None:
        pass

    def kill(self) -> None:
        pass


class Seen:
    """Counts what it sees, and may want something at a certain number."""

    def __init__(self, wishes: Wishes | None = None, stop_after: int | None = None) -> None:
        self.matches = 0
        self._wishes = wishes
        self._stop_after = stop_after

    def saw(self, running: Running, matches: Sequence[Played]) -> None:
        self.matches += len(matches)
        if self._wishes and self._stop_after is not None and self.matches >= self._stop_after:
            self._wishes.finish = True


Make = Callable[..., Store]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Return what makes the file of a tournament; what is given overrules the small one."""
    stores: list[Store] = []

    def making(name: str = "small", **given: Any) -> Store:
        plan = planned(SMALL | given, "the plan")
        stores.append(Store.made(tmp_path / f"{name}.tournament", admitted(plan)))
        return stores[-1]

    yield making
    for store in stores:
        store.close()


def run(store: Store, stop_after: int | None = None) -> bool:
    """Play a tournament on in this process; True if all has been played."""
    wishes = Wishes()
    return Running(store).run(InThisProcess(), Seen(wishes, stop_after), wishes)
