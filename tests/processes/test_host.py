"""A worker that is still starting does not end at the interrupt key, which reaches them all."""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from parlour.plugins.catalog import Catalog
from parlour.tournament.run.workers import LocalWorkers
from parlour.training.workers import TrainingWorkers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals are listed in /proc")


@pytest.fixture
def held() -> Iterator[Callable[[], list[bool]]]:
    """Return what tells of each new process whether the interrupt key is held back from it."""
    known = set(multiprocessing.active_children())

    def new() -> set[Any]:
        return set(multiprocessing.active_children()) - known

    yield lambda: [_is_held(process.pid) for process in new()]
    for process in new():
        process.kill()
        process.join()


def _is_held(process: int) -> bool:
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    (mask,) = [line.split()[1] for line in lines if line.startswith("SigBlk:")]
    return bool(int(mask, 16) >> (signal.SIGINT - 1) & 1)


def test_workers_of_a_tournament(held: Callable[[], list[bool]]) -> None:
    plan: Any = None
    workers = LocalWorkers(1, Catalog().sources)
    workers.submit(plan, ())

    assert held() == [True]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    workers.kill()


def test_workers_of_a_training(
    held: Callable[[], list[bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are looked at where the first answer would be waited for."""
    monkeypatch.setattr(Future, "result", lambda _: held())
    workers = TrainingWorkers(2, Catalog(), "tic_tac_toe")

    assert next(workers.ask_all(id, [()])) == [True]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    workers.close()
