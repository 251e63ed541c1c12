"""Interruptions and workers change no result of a tournament."""

import csv
import io
import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.rules.errors import Interrupted, StoreError, WorkersDied
from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.eligibility import check_eligibility
from parlour_tournament.plan.loader import Loader
from parlour_tournament.plan.plan import Plan
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing import runner
from parlour_tournament.playing.results import PlayedMatch
from parlour_tournament.playing.runner import Runner, StopRequest, ignore
from parlour_tournament.playing.store import Store
from parlour_tournament.playing.workers import LocalWorkers, play_batch
from parlour_tournament.report.export import (
    write_csv,
    write_json_lines,
    write_records,
    write_timings,
)
from parlour_tournament.running import lock_file, planned_match_of
from parlour_tournament.schedules.blocks import PlannedMatch
from tests.tournament.conftest import LOADER, SOURCES, InThisProcess, Make, finish_after, run


def exported(store: Store) -> tuple[str, str]:
    rows, lines = io.StringIO(), io.StringIO()
    write_csv(store, rows)
    write_json_lines(store, lines)
    return rows.getvalue(), lines.getvalue()


def records(store: Store) -> list[bytes]:
    return [store.record(result.key) for result in store.results()]


class Reversed(InThisProcess):
    """Keeps batches back, and plays the last one first."""

    count = 8

    def __init__(self) -> None:
        self._waiting: list[tuple[Future[list[PlayedMatch]], Plan, Sequence[PlannedMatch]]] = []

    def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
        self._waiting.append((Future(), plan, batch))
        future = self._waiting[-1][0]
        if len(self._waiting) == 2 * self.count:
            self.play()
        return future

    def play(self) -> None:
        for future, plan, batch in reversed(self._waiting):
            future.set_result(play_batch(plan, batch, LOADER))
        self._waiting.clear()


class Dying(InThisProcess):
    """Loses every third batch, or all of them."""

    deaths: tuple[type[Exception], ...] = (BrokenProcessPool,)

    def __init__(self, every: int) -> None:
        self._every = every
        self._submitted = 0

    def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
        self._submitted += 1
        future: Future[list[PlayedMatch]] = Future()
        if self._submitted % self._every == 0:
            future.set_exception(BrokenProcessPool("it died"))
        else:
            future.set_result(play_batch(plan, batch, LOADER))
        return future


CUCKOO = Path(__file__).parents[2] / "docs/tutorial/step5/cuckoo.py"
"""A game that is not installed."""

SCHEDULES = [
    pytest.param({}, id="round robin"),
    pytest.param({"schedule": "gauntlet"}, id="gauntlet"),
    pytest.param({"schedule": "swiss", "rounds": 2}, id="Swiss"),
    pytest.param(
        {
            "schedule": "test",
            "bots": ["search:simulations=8", "uniform"],
            "games": ["tic_tac_toe"],
            "blocks": 60,
        },
        id="test",
    ),
]


@pytest.mark.parametrize("given", SCHEDULES)
def test_a_tournament_interrupted_again_and_again_comes_to_the_same(
    make: Make, given: dict[str, object]
) -> None:
    straight, interrupted = make("straight", **given), make("interrupted", **given)
    assert run(straight)

    times = 1
    while not run(interrupted, stop_after=1):
        times += 1
        Store.open_file(interrupted.path).close()

    assert times > 1
    assert exported(interrupted) == exported(straight)


def test_results_do_not_depend_on_the_order_in_which_they_come(make: Make) -> None:
    straight, turned = make("straight"), make("turned")
    run(straight)
    workers = Reversed()

    assert Runner(turned).run(workers, lambda _: workers.play())
    assert exported(turned) == exported(straight)
    assert records(turned) == records(straight)


def test_a_match_whose_worker_died_is_played_again(make: Make) -> None:
    straight, bumpy = make("straight"), make("bumpy")
    run(straight)

    assert Runner(bumpy).run(Dying(every=3))
    assert exported(bumpy) == exported(straight)


def test_workers_that_die_again_and_again_are_given_up(make: Make) -> None:
    with pytest.raises(WorkersDied, match=r"again and again, the last in .*/2 "):
        Runner(make()).run(Dying(every=1))


def test_running_what_is_complete_plays_nothing(played: Make) -> None:
    store = played()
    before, runner = store.count(), Runner(store)

    assert runner.run(InThisProcess())
    assert store.count() == runner.played == runner.before == before


def test_what_is_added_twice_is_there_once(played: Make) -> None:
    store = played()
    before, plan, first = exported(store), store.tournament.plan, next(store.results())
    store.add(play_batch(plan, [planned_match_of(store, first)], LOADER))

    assert exported(store) == before


@pytest.mark.parametrize("count", [1, 2])
def test_processes_come_to_the_same(make: Make, count: int) -> None:
    straight, local = make("straight"), make("local")
    run(straight)
    workers = LocalWorkers(count, SOURCES)

    assert Runner(local).run(workers)

    workers.close()
    assert exported(local) == exported(straight)
    assert records(local) == records(straight)


class Starting(InThisProcess):
    """Two workers that are not running yet, whose matches take as long as they say."""

    run_already = False

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self.out = 0
        self.most_out = 0

    def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
        self.out += 1
        self.most_out = max(self.most_out, self.out)
        return super().submit(plan, batch)

    def results(
        self, future: "Future[list[PlayedMatch]]", plan: Plan, batch: Sequence[PlannedMatch]
    ) -> list[PlayedMatch]:
        self.out -= 1
        return [
            replace(match, timing=replace(match.timing, seconds=self.seconds))
            for match in super().results(future, plan, batch)
        ]


@pytest.mark.parametrize(
    ("seconds", "most_out"),
    [
        pytest.param(0.0, 1, id="the start would take longer than the play"),
        pytest.param(60.0, 4, id="the play takes longer"),
    ],
)
def test_a_second_worker_starts_if_it_pays(make: Make, seconds: float, most_out: int) -> None:
    store, workers = make(), Starting(seconds)

    assert Runner(store).run(workers)
    assert workers.most_out == most_out


def test_workers_find_a_game_at_a_path_and_the_environment_stays(tmp_path: Path) -> None:
    before, catalog = dict(os.environ), Catalog([CUCKOO])
    loader = Loader(catalog)
    bots = ["uniform", {"name": "other", "bot": "uniform"}]
    plan = parse_plan({"games": ["cuckoo"], "bots": bots, "blocks": 1}, "the plan", loader)
    workers = LocalWorkers(1, catalog.sources)
    with Store.create_file(tmp_path / "t", check_eligibility(plan, loader)) as store:
        assert Runner(store).run(workers)
        assert [result.fault for result in store.results()] == [""] * 2
    workers.close()

    assert dict(os.environ) == before


def test_finishing_loses_nothing_that_was_played(make: Make) -> None:
    store, request = make(blocks=40), StopRequest()
    workers, runner = LocalWorkers(2, SOURCES), Runner(store)

    assert not runner.run(workers, finish_after(1, request), request)

    workers.close()
    assert 0 < store.count() == runner.played < runner.most


def test_stopping_at_once_is_said(make: Make) -> None:
    with pytest.raises(Interrupted, match="stopped at once"):
        Runner(make()).run(InThisProcess(), ignore, StopRequest(stop=True))


def test_a_deadline_that_is_past_lets_nothing_begin(make: Make) -> None:
    store = make()

    assert not Runner(store).run(InThisProcess(), ignore, StopRequest.within(-1.0))
    assert store.count() == 0


def test_only_one_process_runs_a_tournament(make: Make) -> None:
    store = make()

    with lock_file(store.path):
        with pytest.raises(StoreError, match="another process is running"), lock_file(store.path):
            pass
        with Store.open_file(store.path) as read:
            assert read.count() == 0
    with lock_file(store.path):
        assert store.count() == 0


def test_a_process_that_comes_while_another_ends_locks_no_file_that_is_gone(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the former file open when a third process begins with a new one."""
    store = make()
    connect = sqlite3.connect
    with ExitStack() as former, ExitStack() as third:
        former.enter_context(lock_file(store.path))

        def connect_late(*given: Any, **named: Any) -> sqlite3.Connection:
            monkeypatch.setattr(sqlite3, "connect", connect)
            connected: sqlite3.Connection = connect(*given, **named)
            former.close()
            third.enter_context(lock_file(store.path))
            return connected

        monkeypatch.setattr(sqlite3, "connect", connect_late)
        with pytest.raises(StoreError, match="another process is running"), lock_file(store.path):
            pass

    assert not store.path.with_name(f"{store.path.name}.lock").exists()


def test_no_process_takes_a_lock_that_is_given_up_away(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make()
    unlink = Path.unlink
    took: list[str] = []

    def unlink_late(path: Path, *, missing_ok: bool = False) -> None:
        monkeypatch.setattr(Path, "unlink", unlink)
        with pytest.raises(StoreError, match="another process is running"), lock_file(store.path):
            took.append("the lock")
        unlink(path, missing_ok=missing_ok)

    with lock_file(store.path):
        monkeypatch.setattr(Path, "unlink", unlink_late)

    assert took == []


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE results SET value = x'00'", id="change a result"),
        pytest.param("DELETE FROM records", id="remove a record"),
        pytest.param("UPDATE head SET value = x'00'", id="change the plan"),
    ],
)
def test_a_file_is_only_ever_added_to(make: Make, statement: str) -> None:
    store = make()
    run(store, stop_after=1)
    connection = sqlite3.connect(store.path)

    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        connection.execute(statement)
    connection.close()


def _another(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.close()


def _newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER head_no_update")
    connection.execute("UPDATE head SET value = '4' WHERE name = 'format'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        pytest.param(lambda path: path.unlink(), "there is no such file", id="not there"),
        pytest.param(
            lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(100)),
            "expected the file of a tournament",
            id="cut short",
        ),
        pytest.param(
            lambda path: path.write_text("hello", encoding="utf-8"),
            "expected the file of a tournament",
            id="no database",
        ),
        pytest.param(_another, "expected the file of a tournament", id="other"),
        pytest.param(_newer, "expected format 1 to 3, got 4", id="newer"),
    ],
)
def test_what_is_no_tournament_is_refused_in_a_line(
    make: Make, spoil: Callable[[Path], None], reason: str
) -> None:
    store = make()
    store.close()
    spoil(store.path)

    with pytest.raises(StoreError, match=reason) as refused:
        Store.open_file(store.path)
    assert "\n" not in str(refused.value)


def test_a_new_file_is_refused_where_one_is(make: Make) -> None:
    store = make()

    with pytest.raises(StoreError, match="is there already"):
        Store.create_file(store.path, store.tournament)


def test_exports_say_what_does_not_repeat_and_how_to_play_a_match_again(played: Make) -> None:
    store = played(games=["leduc"], bots=["search:seconds=0.001", "uniform"], blocks=1)
    rows, lines = exported(store)
    table = list(csv.DictReader(rows.splitlines()))
    whole = [json.loads(line) for line in lines.splitlines()]

    assert {(row["bot"], row["unrepeatable"]) for row in table} == {
        ("search:seconds=0.001", "its budget is in seconds"),
        ("uniform", ""),
    }
    assert [one["unrepeatable"] for one in whole] == [
        {"search:seconds=0.001": "its budget is in seconds"}
    ] * 2
    assert [row["replay"] for row in table[::2]] == [one["replay"] for one in whole]
    assert [one["replay"] for one in whole] == [
        "parlour tournament replay FILE leduc/2:0:0",
        "parlour tournament replay FILE leduc/2:0:1",
    ]


def test_records_and_timings_are_exported(played: Make, tmp_path: Path) -> None:
    store = played(blocks=1)
    times = io.StringIO()
    write_timings(store, times)

    assert write_records(store, tmp_path / "records") == store.count()
    names = sorted(path.relative_to(tmp_path / "records") for path in tmp_path.rglob("*.jsonl"))
    assert [str(name) for name in names][:2] == [
        "leduc-2/000000-0.jsonl",
        "leduc-2/000000-1.jsonl",
    ]
    assert (tmp_path / "records" / names[0]).read_bytes() == store.record((1, 0, 0))
    assert len(times.getvalue().splitlines()) == 1 + 2 * store.count()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_test_throws_away_at_most_a_round_of_its_workers(make: Make, count: int) -> None:
    """The search wins every block, so that the test decides at its eighth."""
    bots = ["search:simulations=50", "falling"]
    test = {"null": 0.1, "alternative": 0.9, "false_alarms": 0.1, "misses": 0.1}
    store = make(games=["tic_tac_toe"], bots=bots, schedule="test", blocks=40, test=test)
    team = InThisProcess()
    team.count = count

    assert Runner(store).run(team)
    assert 2 * 8 <= store.count() <= 2 * (8 + count)


def test_a_test_over_games_ends_them_all_with_any_number_of_workers(make: Make) -> None:
    """The search wins every block of both games: nine of each decide, where one game needs 17."""
    bots = ["search:simulations=50", "falling"]
    plan = {"schedule": "test", "blocks": 40, "bot_seed": "b", "test": {"alternative": 0.6}}
    exported = set()
    for count in (1, 2, 5):
        games = ["tic_tac_toe", "connect_four"]
        store = make(f"with {count}", games=games, bots=bots, **plan)
        team, rows = InThisProcess(), io.StringIO()
        team.count = count
        assert Runner(store).run(team)
        assert 36 <= store.count() <= 36 + 2 * 2 * count
        write_csv(store, rows)
        exported.add(rows.getvalue())
        again = Runner(store)
        assert again.run(team)
        assert again.played == again.before
    (only,) = exported
    report = analyse(store)

    assert len(only.splitlines()) == 1 + 2 * 36
    assert report.pooled is not None
    assert (report.pooled.verdict, report.pooled.blocks) == ("alternative", 18)
    assert [contest.blocks for contest in report.contests] == [9, 9]


class Cancels(InThisProcess):
    """Plays nothing, and cancels all batches in the end, of which ``wait`` does not hear."""

    def __init__(self) -> None:
        self.futures: list[Future[list[PlayedMatch]]] = []

    def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
        self.futures.append(Future())
        return self.futures[-1]

    def finish(self) -> None:
        assert all(future.cancel() for future in self.futures)


def test_a_run_ends_if_its_batches_are_cancelled(make: Make) -> None:
    workers, looks = Cancels(), iter(range(40))
    request = StopRequest(ends=lambda: bool(workers.futures) and next(looks) >= 0)

    assert not Runner(make()).run(workers, request=request)


class Silent(Cancels):
    """Two workers that play nothing for long, or have not even started."""

    run_already = False

    def __init__(self, *, is_ready: bool) -> None:
        super().__init__()
        self._is_ready = is_ready

    @property
    def is_ready(self) -> bool:
        return self._is_ready


@pytest.mark.parametrize(("is_ready", "out"), [(False, 1), (True, 4)])
def test_patience_with_the_first_match_begins_once_its_worker_has_started(
    make: Make, monkeypatch: pytest.MonkeyPatch, *, is_ready: bool, out: int
) -> None:
    monkeypatch.setattr(runner, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(runner, "TICK_SECONDS", 0.0)
    workers, looks = Silent(is_ready=is_ready), iter(range(20))
    request = StopRequest(ends=lambda: next(looks, None) is None)

    assert not Runner(make()).run(workers, request=request)
    assert len(workers.futures) == out


def test_a_lock_that_cannot_be_made_is_said_with_the_path(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "t"

    with pytest.raises(StoreError, match=f"{path}: cannot be written: "), lock_file(path):
        pass
