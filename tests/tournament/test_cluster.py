"""A real cluster on this machine: its scheduler, and workers in processes of their own."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.catalog.catalog import CatalogSources
from parlour.rules.errors import ClusterError
from parlour_tournament.plan.plan import Contest, Entrant
from parlour_tournament.plan.settings import TlsFiles
from parlour_tournament.playing import workers as cluster_module
from parlour_tournament.playing.runner import Runner, StopRequest
from parlour_tournament.playing.workers import Workers, start_workers
from tests.apart import run_apart
from tests.needs import program
from tests.tournament.conftest import SOURCES, Make, finish_after, run
from tests.tournament.test_running import exported, records

pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(not find_spec("distributed"), reason="parlour[dask] is not installed"),
]


def local_cluster(workers: int, **given: Any) -> Any:
    """Start a cluster of so many processes, which restarts those that die."""
    # Imported late: each process that runs tests collects these too.
    return import_module("distributed").LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0", memory_limit=0, **given
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with local_cluster(2) as made:
        yield made


def address_of(cluster: Any) -> str:
    """Return the address of a cluster, once its workers that were killed are replaced."""
    cluster.wait_for_workers(len(cluster.workers))
    address: str = cluster.scheduler_address
    return address.replace("tcp://", "dask://")


@pytest.fixture
def workers(cluster: Any) -> Iterator[Workers]:
    found = start_workers(address_of(cluster), 1, SOURCES)
    yield found
    found.close()


def test_a_cluster_comes_to_the_same_although_a_worker_is_killed(
    make: Make, cluster: Any, workers: Workers
) -> None:
    straight, afar = make("straight", blocks=30), make("afar", blocks=30)
    run(straight)
    killed: list[int] = []

    def kill_one(runner: Runner) -> None:
        if runner.played and not killed:
            killed.append(cluster.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    assert Runner(afar).run(workers, kill_one)

    assert len(killed) == 1
    assert exported(afar) == exported(straight)
    assert records(afar) == records(straight)


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        pytest.param({"contests": (Contest("cuckoo", 2),)}, "got 'cuckoo'", id="a game"),
        pytest.param({"entrants": (Entrant("a", "falling"),)}, "no bot 'falling'", id="a bot"),
    ],
)
def test_a_cluster_without_a_game_or_bot_is_refused_at_the_start(
    make: Make, workers: Workers, plan: dict[str, Any], reason: str
) -> None:
    """The game lies at a path that the workers have not, as on another machine."""
    lacking = replace(make().tournament.plan, **plan)

    with pytest.raises(ClusterError, match=rf"^tcp://.*: cannot play: .*{reason}.*same paths$"):
        workers.submit(lacking, [])


DIES = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
"""A plugin that kills each process that loads it."""
FIRST_DIES = """
import os, signal
from parlour_samples.tic_tac_toe import parlour_games

try:
    os.open({flag!r}, os.O_CREAT | os.O_EXCL)
except FileExistsError:
    pass
else:
    os.kill(os.getpid(), signal.SIGKILL)
"""
"""A plugin that kills the first process that loads it, and makes the file ``flag`` before."""

needs_kill = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")


def plugin_at(path: Path, text: str) -> CatalogSources:
    path.write_text(text)
    return CatalogSources(paths=(str(path),))


@needs_kill
def test_a_worker_that_dies_during_the_check_is_passed_over(
    make: Make, cluster: Any, tmp_path: Path
) -> None:
    straight, afar, flag = make("straight"), make("afar"), tmp_path / "flag"
    run(straight)
    sources = plugin_at(tmp_path / "tic_tac_toe.py", FIRST_DIES.format(flag=str(flag)))
    workers = start_workers(address_of(cluster), 1, sources)

    assert Runner(afar).run(workers)
    workers.close()
    assert flag.exists()
    assert exported(afar) == exported(straight)


@needs_kill
def test_a_cluster_whose_workers_all_die_during_the_check_is_refused(
    make: Make, tmp_path: Path
) -> None:
    store, sources = make(), plugin_at(tmp_path / "leduc.py", DIES)
    with local_cluster(1) as brief:
        workers = start_workers(address_of(brief), 1, sources)

        with pytest.raises(ClusterError, match=r"^dask://[\d.:]+: no worker is left: each died"):
            Runner(store).run(workers)
        workers.close()
    assert store.count() == 0


def test_finishing_on_a_cluster_keeps_what_was_played(make: Make, workers: Workers) -> None:
    request = StopRequest()
    runner = Runner(make(blocks=200))

    assert not runner.run(workers, finish_after(1, request), request)
    assert 0 < runner.store.count() == runner.played < runner.most


class CancelledLate:
    """A future of Dask that is cancelled just after its matches came back."""

    status = "pending"

    def __init__(self, matches: int) -> None:
        self._matches = matches

    async def _result(self, *, raiseit: bool) -> list[str]:
        assert not raiseit
        return ["match"] * self._matches


@pytest.mark.parametrize("matches", [1, 3])
def test_a_batch_that_is_cancelled_as_it_comes_back_is_no_error(
    make: Make, workers: Workers, matches: int
) -> None:
    future: Future[Any] = Future()

    async def come_back() -> None:
        cascade = vars(import_module("distributed.cfexecutor"))["_cascade_future"]
        await cascade(CancelledLate(matches), future)

    run_apart(come_back())

    with pytest.raises(CancelledError):
        workers.results(future, make(blocks=1).tournament.plan, [])


def test_a_cluster_that_goes_away_ends_the_run_and_keeps_what_was_played(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for matches that will never come back."""
    monkeypatch.setattr(cluster_module, "CLUSTER_TIMEOUT", "1s")
    store = make(blocks=300)
    with local_cluster(1) as brief:
        workers = start_workers(address_of(brief), 1, SOURCES)
        runner = Runner(store)

        def close(runner: Runner) -> None:
            if runner.played:
                brief.close()

        with pytest.raises(ClusterError, match=r"dask://.*: the scheduler is gone"):
            runner.run(workers, close)
        workers.kill()
    assert 0 < store.count() == runner.played < runner.most


def test_a_path_that_a_machine_of_the_cluster_lacks_is_passed_over(
    make: Make, cluster: Any
) -> None:
    sources = CatalogSources(paths=("/nowhere/my_game",))
    workers, store = start_workers(address_of(cluster), 1, sources), make(blocks=1)

    assert Runner(store).run(workers)
    workers.close()


def test_a_cluster_that_is_not_there_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "CLUSTER_TIMEOUT", "1s")

    with pytest.raises(ClusterError, match=r"dask://127\.0\.0\.1:9: cannot be reached"):
        start_workers("dask://127.0.0.1:9", 1, SOURCES)


def test_a_cluster_without_the_files_of_its_encryption_is_said_in_a_line() -> None:
    tls = TlsFiles("/nowhere/ca.pem", "/nowhere/cert.pem", "/nowhere/key.pem")

    with pytest.raises(ClusterError, match=r"dask://127\.0\.0\.1:9: cannot be reached"):
        start_workers("dask://127.0.0.1:9", 1, SOURCES, tls)


@pytest.mark.matrix
def test_a_cluster_with_certificates_plays_for_those_who_have_one(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "CLUSTER_TIMEOUT", "5s")
    tls = certificates(tmp_path)
    straight, afar = make("straight"), make("afar")
    run(straight)
    security = import_module("distributed").Security(
        require_encryption=True,
        tls_ca_file=tls.ca,
        **{f"tls_{role}_cert": tls.cert for role in ("client", "worker", "scheduler")},
        **{f"tls_{role}_key": tls.key for role in ("client", "worker", "scheduler")},
    )
    with local_cluster(1, protocol="tls://", security=security) as encrypted:
        address = address_of(encrypted).replace("tls://", "dask://")
        workers = start_workers(address, 1, SOURCES, tls)
        assert Runner(afar).run(workers)
        workers.close()
        with pytest.raises(ClusterError, match="cannot be reached"):
            start_workers(address, 1, SOURCES)

    assert exported(afar) == exported(straight)


def certificates(folder: Path) -> TlsFiles:
    """Write a certificate of this machine that has signed itself."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    words = [program("openssl"), "req", "-x509", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    words += ["-newkey", "rsa:2048", "-keyout", str(key), "-out", str(cert)]
    subprocess.run(words, check=True, capture_output=True)  # noqa: S603  fixed
    return TlsFiles(str(cert), str(cert), str(key))
