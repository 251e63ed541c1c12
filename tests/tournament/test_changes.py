"""Tournaments that go on, grow, or are played again after rules or bots have changed."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from parlour_tournament.playing.store import Store
from parlour_tournament.running import lock_file

Run = Callable[..., subprocess.CompletedProcess[str]]

SMALL = ["--game", "tic_tac_toe", "--bot", "uniform", "--bot", "search:simulations=8"]


def test_results_by_other_rules_are_not_mixed_in(run: Run, tmp_path: Path) -> None:
    run("tournament", "run", *SMALL, "--file", "now", "--time", "0s", "--quiet")
    with Store.open_file(tmp_path / "now") as store:
        begun = store.tournament
    older = replace(begun, roster=replace(begun.roster, rules=(0,)))
    Store.create_file(tmp_path / "older", older).close()
    done = run("tournament", "run", "older")

    assert done.returncode == 2
    assert "tic_tac_toe/2: expected rules version 0, with which the tournament" in done.stderr


def test_an_older_tournament_goes_on_by_the_rules_with_which_it_was_begun(
    run: Run, tmp_path: Path
) -> None:
    """Giants plays the rules of its version 1 too, and the deals stay those of the plan."""
    (tmp_path / "plan.toml").write_text(
        'seed = "old"\nblocks = 1\nbots = ["uniform", "greedy"]\n'
        'games = [{ game = "giants", options = { round_limit = 1 } }]\n',
        "utf-8",
    )
    run("tournament", "run", "plan.toml", "--file", "now", "--time", "0s", "--quiet")
    with Store.open_file(tmp_path / "now") as store:
        begun = store.tournament
    older = replace(begun, roster=replace(begun.roster, rules=(1,)))
    Store.create_file(tmp_path / "older", older).close()
    done = run("tournament", "run", "older", "--quiet")
    run("tournament", "export", "older", "--records", "records")
    headers = [path.read_text("utf-8") for path in (tmp_path / "records").rglob("*.jsonl")]

    assert done.returncode == 0, done.stderr
    assert headers
    assert all('"rulings":"first"' in text.split("\n", 1)[0] for text in headers)


def test_a_match_is_played_again_and_a_bot_that_changed_shows(run: Run, tmp_path: Path) -> None:
    starter = Path(__file__).parents[2] / "starters" / "python" / "bot.py"
    script = tmp_path / "my_bot.py"
    script.write_text(starter.read_text("utf-8"), "utf-8")
    bots = ["--bot", f"exec:{sys.executable} my_bot.py", "--bot", "search:simulations=8"]
    game = ["--game", "leduc", "--game", "tic_tac_toe", "--seed", "s", "--bot-seed", "b"]
    run("tournament", "run", *game, *bots, "--blocks", "2", "--file", "t", "--quiet")
    again = [run("tournament", "replay", "--again", "t", f"leduc/2:1:{match}") for match in (0, 1)]
    kept = run("tournament", "replay", "--again", "t", "leduc/2:1:1", "--record", "again.jsonl")
    shown = run("tournament", "replay", "t", "leduc/2:1:1")
    record = run("tournament", "export", "t", "--match", "leduc/2:1:1").stdout
    told = json.loads(run("tournament", "replay", "t", "leduc/2:1:1", "--json").stdout)
    same = json.loads(run("tournament", "replay", "--again", "t", "leduc/2:1:1", "--json").stdout)

    assert [done.returncode for done in (*again, kept)] == [0, 0, 0], again[0].stderr
    assert "seat 1: my_bot.py, place" in again[0].stdout
    assert "seat 2: my_bot.py, place" in again[1].stdout
    assert "The match came as in the file:" in again[1].stdout
    assert shown.stdout.startswith("Leduc poker: Search, my_bot.py")
    assert shown.stdout.count("Chance: ") == record.count('"outcome"')
    assert f"{told['answers'][-1]['sentences'][0]}\n" in shown.stdout
    assert (same["differs_at"], same["result"]["lineup"]) == (None, [1, 0])
    assert (tmp_path / "again.jsonl").read_text("utf-8") == record

    changed = starter.read_text("utf-8").replace("rng.choice(message", "(lambda ms: ms[0])(message")
    script.write_text(changed, "utf-8")
    differs = run("tournament", "replay", "--again", "t", "tic_tac_toe/2:1:1")
    refused = run("tournament", "run", "t")

    assert differs.returncode == 1
    assert "otherwise than in the file, from line" in differs.stdout
    assert refused.returncode == 2
    assert "my_bot.py: expected the bot that has played under this name" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


# The commands that let tournaments grow, each in a process of its own


POOL = ["--game", "leduc", "--bot", "uniform", "--bot", "search:simulations=2", "--seed", "s"]
ENDLESS = [*POOL, "--schedule", "pool"]


def test_a_pool_settles_and_a_bot_joins_it_while_it_runs(run: Run, tmp_path: Path) -> None:
    first = run("tournament", "run", *ENDLESS, "--width", "400", "--settle", "--workers", "1")
    change = ("--bot", "search:simulations=8", "--without", "uniform")
    with lock_file(tmp_path / "parlour.pool"):
        joins = run("tournament", "run", "parlour.pool", *change)
    again = run("tournament", "run", "parlour.pool", "--settle", "--workers", "1", "--json")
    other = run("tournament", "run", *ENDLESS, "--width", "300")
    figures = json.loads(again.stdout)

    assert first.returncode == 0, first.stderr
    assert "Matches played:" in first.stdout
    assert (joins.returncode, again.returncode) == (0, 0), joins.stderr + again.stderr
    assert "the process that runs this pool takes it up" in joins.stdout
    (contest,) = figures["contests"]
    assert {row["name"] for row in contest["standings"]} == {
        "search:simulations=8",
        "search:simulations=2",
        "uniform",
    }
    assert other.returncode == 2
    assert "holds another pool" in other.stderr


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(["played", "--seed", "t"], "has begun; expected --bot, --without", id="seed"),
        pytest.param(["played", "--file", "other"], "or --rounds, got --file", id="file"),
        pytest.param(["played", "--schedule", "pool"], "got --schedule", id="schedule"),
        pytest.param([*POOL, "--without", "uniform"], "--without with FILE", id="nothing begun"),
        pytest.param([*ENDLESS, "--blocks", "3"], "expected --blocks with schedule", id="blocks"),
    ],
)
def test_what_a_begun_tournament_and_a_pool_do_not_take(
    run: Run, typed: list[str], said: str
) -> None:
    kept = ("--file", "played", "--blocks", "1", "--workers", "1", "--quiet")
    run("tournament", "run", *POOL, *kept)
    done = run("tournament", "run", *typed)

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr


def test_a_pool_stops_when_its_time_is_up(run: Run) -> None:
    done = run("tournament", "run", *ENDLESS, "--width", "1", "--time", "0.5s", "--workers", "1")

    assert done.returncode == 0, done.stderr
    assert "To resume:    parlour tournament run parlour.pool" in done.stdout


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
