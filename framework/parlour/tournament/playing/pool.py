"""A pool while it runs: bots join and leave, and it waits for them once all are rated."""

from collections.abc import Callable
from threading import Event
from typing import TypeAlias

from parlour.tournament.plan.plan import Tournament
from parlour.tournament.playing.runner import Listener, Runner, StopRequest
from parlour.tournament.playing.store import Store
from parlour.tournament.playing.workers import Workers

LOOK = 0.5
"""Seconds between two looks for bots that have joined, while nothing is to be played."""

Admit: TypeAlias = Callable[[Tournament], Tournament | None]
"""Returns a tournament as it is played, or None where its bots may not be started."""


def run_pool(
    store: Store,
    workers: Workers,
    listener: Listener,
    request: StopRequest,
    *,
    settle: bool,
    admit: Admit,
) -> Runner:
    """Play a pool until a request ends it, or, to ``settle``, until all intervals are narrow.

    Raises:
        ClusterError: The cluster is gone.
        Interrupted: The request was to stop at once.
        WorkersDied: Workers die again and again.
    """
    pause = Event()
    before: int | None = None
    while True:
        seen = store.extensions()

        def ends(before: int = seen) -> bool:
            return request.finishing() or store.extensions() != before

        runner = Runner(store, ends)
        # The run began before the bots that have joined or left since.
        before = runner.before = runner.before if before is None else before
        runner.run(workers, listener, request)
        while store.extensions() == seen:
            if settle or request.finishing():
                return runner
            runner.awaits_bots = True
            listener(runner)
            pause.wait(LOOK)
        if request.finishing():
            return runner
        store.tournament = admit(store.newest()) or store.tournament
