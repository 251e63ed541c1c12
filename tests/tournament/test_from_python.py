"""Tournaments from Python: what the command line does, without it."""

from pathlib import Path
from typing import Any

import pytest

import parlour_tournament as tournament
from parlour.rules.errors import MisuseError, SetupError, StoreError
from parlour_tournament import Extension, Resources
from parlour_tournament.playing.store import Store
from parlour_tournament.running import lock_file

PLAN: dict[str, Any] = {
    "games": ["tic_tac_toe"],
    "bots": ["uniform", "search:simulations=2"],
    "blocks": 2,
    "seed": "python",
}
ONE = Resources(workers=1)


def places(path: Path) -> list[tuple[int, ...]]:
    with Store.open_file(path) as store:
        return [result.places for result in store.results()]


def test_a_plan_is_run_with_its_progress_resumed_and_extended(tmp_path: Path) -> None:
    path, seen = tmp_path / "t", list[int]()
    nothing = tournament.run(PLAN, path, resources=Resources(workers=1, time="0s"))
    first = tournament.resume(path, resources=ONE, on_progress=lambda run: seen.append(run.played))
    tournament.extend(path, Extension(bots=["search:simulations=4"], blocks=3))
    second = tournament.run(PLAN, path, resources=ONE)
    (contest,) = tournament.analyse_files(path).contests

    assert (nothing.before, nothing.matches, nothing.complete) == (0, 0, False)
    assert (first.before, first.matches, first.complete) == (0, 4, True)
    assert seen[-1] == 4
    # Three pairs of three blocks, of two matches each.
    assert (second.path, second.before, second.matches, second.complete) == (path, 4, 18, True)
    assert {bot.name: bot.matches for bot in contest.standings} == {
        "uniform": 12,
        "search:simulations=2": 12,
        "search:simulations=4": 12,
    }


def test_a_plan_in_a_file_comes_to_the_same_as_one_in_python(tmp_path: Path) -> None:
    written = tmp_path / "plan.toml"
    lines = (f"{name} = {value!r}" for name, value in PLAN.items())
    written.write_text("\n".join(lines), "utf-8")
    one, other = tmp_path / "one", tmp_path / "other"
    tournament.run(PLAN, one, resources=ONE)
    tournament.run(str(written), other, resources=ONE)

    assert places(one) == places(other) != []


def test_a_pool_settles(tmp_path: Path) -> None:
    played = tournament.run(
        PLAN | {"width": 400, "schedule": "pool"}, tmp_path / "pool", resources=ONE, settle=True
    )

    assert played.complete
    assert played.matches > 0


@pytest.mark.parametrize(
    ("plan", "kind", "reason"),
    [
        pytest.param(PLAN | {"seed": 8}, MisuseError, "holds another tournament", id="other"),
        pytest.param(PLAN | {"blok": 1}, SetupError, "plan: expected games, bots", id="setting"),
        pytest.param("none.toml", SetupError, "none.toml", id="no file"),
    ],
)
def test_what_cannot_be_run_is_refused(
    tmp_path: Path, plan: dict[str, Any] | str, kind: type[Exception], reason: str
) -> None:
    tournament.run(PLAN, tmp_path / "t", resources=Resources(workers=1, time="0s"))

    with pytest.raises(kind, match=reason):
        tournament.run(plan, tmp_path / "t", resources=ONE)


def test_a_tournament_that_runs_is_not_run_or_extended_by_another_process(tmp_path: Path) -> None:
    path = tmp_path / "t"
    tournament.run(PLAN, path, resources=Resources(workers=1, time="0s"))

    with lock_file(path):
        with pytest.raises(StoreError, match="another process is running"):
            tournament.resume(path, resources=ONE)
        with pytest.raises(StoreError, match="another process is running"):
            tournament.extend(path, Extension(blocks=9))


def test_the_public_names_are_there_and_no_others() -> None:
    assert all(hasattr(tournament, name) for name in tournament.__all__)
    assert not hasattr(tournament, "begin")
