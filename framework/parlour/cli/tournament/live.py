"""Progress of a running tournament on the screen, and what its interrupt key does."""

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING

from parlour.players.included import why_not_repeatable
from parlour.tournament.run.results import PlayedMatch
from parlour.tournament.run.runner import ProgressListener, Runner, StopRequest
from parlour.tournament.schedules.sequential import PooledTest, SequentialTest

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.table import Table

REDRAW_AFTER = 0.5
"""Seconds between two drawings."""
PRINT_AFTER = 30.0
"""Seconds between two lines where nothing can be redrawn."""


class NoProgress:
    """Shows nothing."""

    def on_matches(self, runner: Runner, matches: Sequence[PlayedMatch]) -> None:
        """Do nothing."""


class ProgressLines:
    """Prints a line from time to time, where standard error is no terminal."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._next = monotonic() + PRINT_AFTER

    def on_matches(self, runner: Runner, matches: Sequence[PlayedMatch]) -> None:
        """Print the progress, if it is time to."""
        if monotonic() >= self._next:
            self._next = monotonic() + PRINT_AFTER
            lines = [progress_line(runner, self._count), *lines_of_tests(runner)]
            print("\n".join(lines), file=sys.stderr, flush=True)


class LiveProgress:
    """Draws the standings and a bar, again and again in one place."""

    def __init__(self, live: "Live", count: int, request: StopRequest) -> None:
        self._live = live
        self._count = count
        self._request = request
        self._next = 0.0

    def on_matches(self, runner: Runner, matches: Sequence[PlayedMatch]) -> None:
        """Draw the progress, if it is time to."""
        if monotonic() >= self._next:
            self._next = monotonic() + REDRAW_AFTER
            self._live.update(self._drawing(runner), refresh=True)

    def _drawing(self, runner: Runner) -> "RenderableType":
        from rich.console import Group
        from rich.progress_bar import ProgressBar

        bar = ProgressBar(total=max(1, runner.most), completed=runner.played, width=60)
        lines: list[RenderableType] = [bar, f"\n{progress_line(runner, self._count)}"]
        lines += lines_of_tests(runner)
        if self._request.finishing():
            lines.append("Finishing the matches that are being played; Ctrl-C again stops at once.")
        return Group(standings(runner), *lines)


def progress_line(runner: Runner, count: int) -> str:
    """Return matches played, time left with ``count`` workers, and failures, in a line."""
    tallies = [contest.live for contest in runner.contests.values()]
    failures = sum(tally.faults + sum(tally.forfeits.values()) for tally in tallies)
    left = runner.seconds_left(count)
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


def standings(runner: Runner) -> "Table":
    """Return a table of every bot's mean result so far in each contest.

    Bots whose results do not repeat are marked with ``*``, as in a report.
    """
    from rich.table import Table

    plan = runner.tournament.plan
    table = Table(box=None, pad_edge=False)
    table.add_column("mean result so far", no_wrap=True)
    for number in runner.contests:
        table.add_column(plan.contests[number].key, justify="right")
    for who, entrant in enumerate(plan.entrants):
        means = [contest.live.mean(who) for contest in runner.contests.values()]
        mark = " *" if why_not_repeatable(entrant.bot) else ""
        table.add_row(
            entrant.name + mark, *("" if mean is None else f"{mean:.3f}" for mean in means)
        )
    return table


@contextmanager
def progress_on_screen(
    count: int, request: StopRequest, *, shown: bool
) -> Iterator[ProgressListener]:
    """Yield a listener that draws on a terminal, prints lines elsewhere, or shows nothing."""
    if not shown:
        yield NoProgress()
    elif not sys.stderr.isatty():
        yield ProgressLines(count)
    else:
        from rich.live import Live

        from parlour.terminal.screen import console

        with Live(console=console(stderr=True), auto_refresh=False, transient=True) as live:
            yield LiveProgress(live, count, request)


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
