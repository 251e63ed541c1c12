"""A worker that is still starting does not end at the interrupt key, which reaches them all."""

import signal
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import pytest

from parlour.catalog.catalog import Catalog
from parlour_process.host import hold_interrupts
from parlour_tournament.playing.workers import LocalWorkers
from parlour_training.workers import TrainingWorkers

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has no masks of signals")
MASKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))"


def is_held() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return whether the key was held back at each call that starts processes."""
    found: list[bool] = []

    def submit(*_: object) -> Future[Any]:
        found.append(is_held())
        done: Future[Any] = Future()
        done.set_result(None)
        return done

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submit)
    return found


def test_a_process_that_is_started_within_is_not_interrupted() -> None:
    with hold_interrupts():
        done = subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-c", MASKED], capture_output=True, text=True, check=True
        )

    assert done.stdout == "True\n"
    assert not is_held()


def test_workers_of_a_tournament(held: list[bool]) -> None:
    plan: Any = None
    workers = LocalWorkers(1, Catalog().sources)
    workers.submit(plan, ())
    workers.kill()

    assert held == [True]
    assert not is_held()


def test_workers_of_a_training(held: list[bool]) -> None:
    workers = TrainingWorkers(2, Catalog(), "tic_tac_toe")
    list(workers.ask_all(id, [(), ()]))
    workers.close()

    assert held == [True, True]
    assert not is_held()
