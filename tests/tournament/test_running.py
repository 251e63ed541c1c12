"""Whatever interrupts a tournament, and whoever plays it: the results are the same."""

import io
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from parlour.rules.errors import Interrupted, StoreError, WorkersDied
from parlour.tournament.plan.plan import Plan
from parlour.tournament.report.export import (
    write_csv,
    write_json_lines,
    write_records,
    write_timings,
)
from parlour.tournament.run.lock import alone
from parlour.tournament.run.results import Played
from parlour.tournament.run.runner import Running, Wishes
from parlour.tournament.run.store import Store
from parlour.tournament.run.workers import LocalWorkers, play
from parlour.tournament.schedules.blocks import Fixture
from tests.tournament.conftest import InThisProcess, Make, Seen, run


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
        self._waiting: list[tuple[Future[list[Played]], Plan, Sequence[Fixture]]] = []

    def submit(self, plan: Plan, batch: Sequence[Fixture]) -> "Future[list[Played]]":
        self._waiting.append((Future(), plan, batch))
        future = self._waiting[-1][0]
        if len(self._waiting) == 2 * self.count:
            self.play()
        return future

    def play(self) -> None:
        for future, plan, batch in reversed(self._waiting):
            future.set_result(play(plan, batch))
        self._waiting.clear()


class Dying(InThisProcess):
    """Loses every third batch, or all of them."""

    deaths: tuple[type[Exception], ...] = (BrokenProcessPool,)

    def __init__(self, every: int) -> None:
        self._every = every
        self._submitted = 0

    def submit(self, plan: Plan, batch: Sequence[Fixture]) -> "Future[list[Played]]":
        self._submitted += 1
        future: Future[list[Played]] = Future()
        if self._submitted % self._every == 0:
            future.set_exception(BrokenProcessPool("it died"))
        else:
            future.set_result(play(plan, batch))
        return future


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
    straight, truncated = make("straight", **given), make("torn", **given)
    assert run(straight)

    times = 1
    while not run(truncated, stop_after=1):
        times += 1
        Store.opened(truncated.path).close()

    assert times > 1
    assert exported(truncated) == exported(straight)


def test_results_do_not_depend_on_the_order_in_which_they_come(make: Make) -> None:
    straight, turned = make("straight"), make("turned")
    run(straight)
    running, workers = Running(turned), Reversed()
    wishes = Wishes()

    class Prompter(Seen):
        def saw(self, running: Running, matches: Sequence[Played]) -> None:
            workers.play()

    assert running.run(workers, Prompter(), wishes)
    assert exported(turned) == exported(straight)
    assert records(turned) == records(straight)


def test_a_match_whose_worker_died_is_played_again(make: Make) -> None:
    straight, bumpy = make("straight"), make("bumpy")
    run(straight)

    assert Running(bumpy).run(Dying(every=3), Seen(), Wishes())
    assert exported(bumpy) == exported(straight)


def test_workers_that_die_again_and_again_are_given_up(make: Make) -> None:
    with pytest.raises(WorkersDied, match=r"again and again, the last in .*/2 "):
        Running(make()).run(Dying(every=1), Seen(), Wishes())


def test_running_what_is_complete_plays_nothing(make: Make) -> None:
    store = make()
    run(store)
    before, seen = store.count(), Seen()

    assert Running(store).run(InThisProcess(), seen, Wishes())
    assert (store.count(), seen.matches) == (before, 0)


def test_what_is_added_twice_is_there_once(make: Make) -> None:
    store = make()
    played: list[Played] = []

    class Keeping(Seen):
        def saw(self, running: Running, matches: Sequence[Played]) -> None:
            played.extend(matches)

    Running(store).run(InThisProcess(), Keeping(), Wishes())
    before = exported(store)
    store.add(played)

    assert exported(store) == before


@pytest.mark.parametrize("count", [1, 2])
def test_processes_come_to_the_same(make: Make, count: int) -> None:
    straight, local = make("straight"), make("local")
    run(straight)
    workers = LocalWorkers(count)

    assert Running(local).run(workers, Seen(), Wishes())

    workers.close()
    assert exported(local) == exported(straight)
    assert records(local) == records(straight)


def test_finishing_loses_nothing_that_was_played(make: Make) -> None:
    store, wishes = make(blocks=40), Wishes()
    workers, seen = LocalWorkers(2), Seen(wishes, stop_after=1)

    assert not Running(store).run(workers, seen, wishes)

    workers.close()
    assert 0 < store.count() == seen.matches < Running(store).most


def test_stopping_at_once_is_said(make: Make) -> None:
    with pytest.raises(Interrupted, match="stopped at once"):
        Running(make()).run(InThisProcess(), Seen(), Wishes(finish=False, stop=True))


def test_a_deadline_that_is_past_lets_nothing_begin(make: Make) -> None:
    store = make()

    assert not Running(store).run(InThisProcess(), Seen(), Wishes.within(-1.0))
    assert store.count() == 0


def test_only_one_process_runs_a_tournament(make: Make) -> None:
    store = make()

    with alone(store.path):
        with pytest.raises(StoreError, match="another process is running"), alone(store.path):
            pass
        assert Store.opened(store.path).count() == 0
    with alone(store.path):
        assert store.count() == 0


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
    connection.execute("UPDATE head SET value = '2' WHERE name = 'format'")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        pytest.param(lambda path: path.unlink(), "there is no such file", id="not there"),
        pytest.param(
            lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(100)),
            "expected the file of a tournament",
            id="torn",
        ),
        pytest.param(
            lambda path: path.write_text("hello", encoding="utf-8"),
            "expected the file of a tournament",
            id="no database",
        ),
        pytest.param(_another, "expected the file of a tournament", id="other"),
        pytest.param(_newer, "expected format 1, got 2", id="newer"),
    ],
)
def test_what_is_no_tournament_is_refused_in_a_line(
    make: Make, spoil: Callable[[Path], None], reason: str
) -> None:
    store = make()
    store.close()
    spoil(store.path)

    with pytest.raises(StoreError, match=reason) as refused:
        Store.opened(store.path)
    assert "\n" not in str(refused.value)


def test_a_new_file_is_refused_where_one_is(make: Make) -> None:
    store = make()

    with pytest.raises(StoreError, match="is there already"):
        Store.made(store.path, store.tournament)


def test_records_and_timings_are_exported(make: Make, tmp_path: Path) -> None:
    store = make(blocks=1)
    run(store)
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
