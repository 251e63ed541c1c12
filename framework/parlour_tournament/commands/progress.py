"""Progress of a running tournament on the screen, and what its interrupt key does."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic
from types import FrameType

from rich.console import Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from parlour.terminal.screen import console
from parlour_tournament.plan import Loader, Resources
from parlour_tournament.playing import Listener, Runner, StopRequest, ignore
from parlour_tournament.running import TournamentRun, play
from parlour_tournament.schedules import PooledTest, SequentialTest

REDRAW_SECONDS = 0.5
"""Seconds between two drawings."""
PRINT_SECONDS = 30.0
"""Seconds between two lines, if nothing can be redrawn."""


@contextmanager
def played_on_screen(
    loader: Loader, resources: Resources, *, shown: bool
) -> Iterator[tuple[Callable[..., TournamentRun], StopRequest]]:
    """Yield what plays a file's matches, as ``play`` does, and the request that ends it."""
    request = StopRequest.within(resources.seconds)
    with interrupts(request), progress_on_screen(request, shown=shown) as listener:
        yield (
            partial(
                play, loader=loader, resources=resources, on_progress=listener, request=request
            ),
            request,
        )


@contextmanager
def progress_on_screen(request: StopRequest, *, shown: bool) -> Iterator[Listener]:
    """Yield a listener that draws on a terminal, prints lines elsewhere, or shows nothing."""
    if not shown:
        yield ignore
    elif not sys.stderr.isatty():
        yield from_time_to_time(print_lines, PRINT_SECONDS, monotonic() + PRINT_SECONDS)
    else:
        with Live(console=console(stderr=True), auto_refresh=False, transient=True) as live:
            yield from_time_to_time(
                lambda runner: live.update(drawing(runner, request), refresh=True), REDRAW_SECONDS
            )


def from_time_to_time(show: Listener, seconds: float, first: float = 0.0) -> Listener:
    """Return a listener that shows the progress once in some seconds, after a ``first`` moment."""
    due = first

    def listen(runner: Runner) -> None:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + seconds
            show(runner)

    return listen


def print_lines(runner: Runner) -> None:
    """Print the progress where standard error is no terminal."""
    print("\n".join([progress_line(runner), *lines_of_tests(runner)]), file=sys.stderr, flush=True)


def drawing(runner: Runner, request: StopRequest) -> Group:
    """Return the standings and a bar, to be drawn again and again in one place."""
    bar = ProgressBar(total=max(1, runner.most), completed=runner.played, width=60)
    lines = [f"\n{progress_line(runner)}", *lines_of_tests(runner)]
    if request.finishing():
        lines.append("Finishing the matches that are being played; Ctrl-C again stops at once.")
    return Group(standings(runner), bar, *lines)


def progress_line(runner: Runner) -> str:
    """Return matches played, time left, and failures, in a line."""
    failures = sum(contest.live.failures for contest in runner.contests.values())
    left = runner.seconds_left()
    up_to = "up to " if runner.may_stop else ""
    parts = [
        f"{runner.played:,} {'' if runner.endless else f'of {up_to}{runner.most:,} '}matches",
        f"about {_clock_time(left)} left" if left is not None and not runner.endless else "",
        f"{failures} failures" if failures else "",
        "all intervals are narrow: waiting for bots to join" if runner.awaits_bots else "",
    ]
    return ", ".join(filter(None, parts))


def lines_of_tests(runner: Runner) -> list[str]:
    """Return a line about each sequential test: its ratio so far, between its bounds."""
    if runner.test is None:
        return []
    runner.test.update()
    plan = runner.tournament.plan
    tests: dict[str, SequentialTest | PooledTest] = {
        plan.contests[number].key: test for number, test in runner.test.tests.items()
    }
    if len(tests) > 1:
        tests["all games"] = runner.test
    return [
        f"test, {key}: {test.ratio:+.2f} after {test.blocks:,} blocks, "
        f"no better at {test.low:.2f}, better at {test.high:+.2f}"
        for key, test in tests.items()
    ]


def standings(runner: Runner) -> Table:
    """Return a table of every bot's mean result so far in each contest.

    Bots whose results do not repeat are marked with ``*``, as in a report.
    """
    plan = runner.tournament.plan
    table = Table(box=None, pad_edge=False)
    table.add_column("mean result so far", no_wrap=True)
    for number in runner.contests:
        table.add_column(plan.contests[number].key, justify="right")
    for who, entrant in enumerate(plan.entrants):
        means = [contest.live.mean(who) for contest in runner.contests.values()]
        mark = " *" if entrant.why_not_repeatable else ""
        table.add_row(
            entrant.name + mark, *("" if mean is None else f"{mean:.3f}" for mean in means)
        )
    return table


@contextmanager
def interrupts(request: StopRequest) -> Iterator[None]:
    """Let the first Ctrl-C ask to finish, the second and SIGTERM to stop at once."""

    def receive(number: int, frame: FrameType | None) -> None:
        if request.finish or number == signal.SIGTERM:
            request.stop = True
        request.finish = True

    before = {number: signal.signal(number, receive) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _clock_time(seconds: float) -> str:
    """Return a time as ``9 s``, ``3 min 00 s`` or ``5 h 00 min``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
