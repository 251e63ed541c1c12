"""Bots that end the process they play in: tried once more, then forfeited by name."""

from pathlib import Path

import pytest

from parlour.plugins.catalog import Catalog
from parlour.tournament.plan.eligibility import check_eligibility
from parlour.tournament.plan.loader import Loader
from parlour.tournament.plan.plan_file import parse_plan
from parlour.tournament.playing.runner import Runner
from parlour.tournament.playing.store import Store
from parlour.tournament.playing.workers import LocalWorkers

KILLER = """
import os
from pathlib import Path

import parlour
from parlour.players.uniform import Uniform

MARK = Path({mark!r})


class Killer(Uniform):
    asked = 0

    def choose(self, decision):
        self.asked += 1
        if self.asked == 2 and ({always} or not MARK.exists()):
            MARK.write_text("")
            os._exit(3)
        return super().choose(decision)


@parlour.hookimpl
def parlour_bots():
    yield parlour.Bot(name="killer", make=lambda game, rng, _: Killer(game, rng))
"""


def played(folder: Path, bots: list[object], *, always: bool) -> list[tuple[str, ...]]:
    """Play a block of each two bots with two workers; return who forfeited in each match."""
    plugin = folder / f"killer_{folder.name}.py"
    plugin.write_text(KILLER.format(mark=str(folder / "mark"), always=always), "utf-8")
    catalog = Catalog([plugin])
    given = {"games": ["tic_tac_toe"], "bots": bots, "blocks": 1, "seed": "s"}
    plan = parse_plan(given, "the plan", loader := Loader(catalog))
    workers = LocalWorkers(2, catalog.sources)
    names = [entrant.name for entrant in plan.entrants]
    with Store.create_file(folder / "t", check_eligibility(plan, loader)) as store:
        assert Runner(store).run(workers)
        workers.close()
        assert all(not result.fault for result in store.results())
        return [
            tuple(
                f"{names[result.lineup[one.seat]]} {one.cause}: {one.reason}"
                for one in result.forfeits
            )
            for result in store.results()
        ]


REASON = "killer died: it ended the process that played the match, twice"

TWINS = (REASON, REASON.replace("killer", "twin"))


@pytest.mark.parametrize(
    ("bots", "forfeits"),
    [
        pytest.param(["killer", "uniform"], [(REASON,)] * 2, id="one"),
        pytest.param(["killer", {"name": "twin", "bot": "killer"}], [TWINS] * 2, id="both"),
    ],
)
def test_a_bot_that_ends_its_process_forfeits_by_name(
    tmp_path: Path, bots: list[object], forfeits: list[tuple[str, ...]]
) -> None:
    found = played(tmp_path, bots, always=True)

    assert sorted(map(sorted, found)) == sorted(map(sorted, forfeits))


def test_a_process_that_died_once_costs_nobody_a_match(tmp_path: Path) -> None:
    assert played(tmp_path, ["killer", "uniform"], always=False) == [()] * 2
    assert (tmp_path / "mark").exists()
