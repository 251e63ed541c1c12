"""The commands that let tournaments grow, each in a process of its own."""

import json
import subprocess
from collections.abc import Callable

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

POOL = ["--game", "leduc", "--bot", "uniform", "--bot", "search:simulations=2", "--seed", "s"]


def test_a_pool_settles_and_a_bot_joins_it(run: Run) -> None:
    first = run("tournament", "pool", *POOL, "--width", "400", "--settle", "--workers", "1")
    joins = run(
        "tournament",
        "extend",
        "parlour.pool",
        "--bot",
        "search:simulations=8",
        "--without",
        "uniform",
    )
    again = run("tournament", "pool", "--settle", "--workers", "1", "--json")
    other = run("tournament", "pool", *POOL, "--width", "300")
    figures = json.loads(again.stdout)

    assert first.returncode == 0, first.stderr
    assert "Matches played:" in first.stdout
    assert (joins.returncode, again.returncode) == (0, 0), joins.stderr + again.stderr
    assert "a pool that runs takes it up" in joins.stdout
    (contest,) = figures["contests"]
    assert {row["name"] for row in contest["standings"]} == {
        "search:simulations=8",
        "search:simulations=2",
        "uniform",
    }
    assert other.returncode == 2
    assert "holds another pool" in other.stderr


def test_a_tournament_of_another_schedule_is_no_pool(run: Run) -> None:
    kept = ["--file", "played.tournament"]
    run("tournament", "run", *POOL[:-2], *kept, "--blocks", "1", "--workers", "1", "--quiet")
    done = run("tournament", "pool", *kept)

    assert done.returncode == 2, done.stdout
    assert "played.tournament: expected a pool, got a round-robin tournament" in done.stderr


def test_a_pool_stops_when_its_time_is_up(run: Run) -> None:
    done = run("tournament", "pool", *POOL, "--width", "1", "--time", "0.5s", "--workers", "1")

    assert done.returncode == 0, done.stderr
    assert "To resume:    parlour tournament resume parlour.pool" in done.stdout


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param("--rounds 3", "expected --rounds with schedule swiss, got round-robin"),
        pytest.param("--test null=0.4", "expected --test with schedule test, got round-robin"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(run: Run, typed: str, said: str) -> None:
    done = run("tournament", "run", *POOL, *typed.split())

    assert done.returncode == 2, done.stdout
    assert said in done.stderr


def test_a_run_can_be_watched(run_alone: Run) -> None:
    """Run apart: a server shuts the handlers of all logs, and absl's closes what pytest reads."""
    plan = ["--blocks", "1", "--workers", "1", "--watch"]
    done = run_alone("tournament", "run", *POOL, *plan)

    assert done.returncode == 0, done.stderr
    assert "The report as it grows: http://127.0.0.1:" in done.stdout
