"""What a person sees while a tournament runs."""

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING

from parlour.tournament.run.results import Played
from parlour.tournament.run.runner import Running, Watcher, Wishes

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.table import Table

OFTEN = 0.5
"""Seconds between two drawings."""
STILL = 30.0
"""Seconds between two lines where nothing can be redrawn."""


class Unseen:
    """Nobody watches."""

    def saw(self, running: Running, matches: Sequence[Played]) -> None:
        """Do nothing."""


class Lines:
    """Prints a line now and then, where standard error is no terminal."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._next = monotonic() + STILL

    def saw(self, running: Running, matches: Sequence[Played]) -> None:
        """Say how far it has come, if it is time to."""
        if monotonic() >= self._next:
            self._next = monotonic() + STILL
            print(progress(running, self._count), file=sys.stderr, flush=True)


class Drawn:
    """Draws a bar and the standings, again and again in the same place."""

    def __init__(self, live: "Live", count: int, wishes: Wishes) -> None:
        self._live = live
        self._count = count
        self._wishes = wishes
        self._next = 0.0

    def saw(self, running: Running, matches: Sequence[Played]) -> None:
        """Draw how it stands, if it is time to."""
        if monotonic() >= self._next:
            self._next = monotonic() + OFTEN
            self._live.update(self._drawn(running), refresh=True)

    def _drawn(self, running: Running) -> "RenderableType":
        from rich.console import Group
        from rich.progress_bar import ProgressBar

        bar = ProgressBar(total=max(1, running.most), completed=running.played, width=60)
        lines: list[RenderableType] = [bar, f"\n{progress(running, self._count)}"]
        if self._wishes.finishing():
            lines.append("Finishing the matches that are being played; Ctrl-C again stops at once.")
        return Group(standings(running), *lines)


def progress(running: Running, count: int) -> str:
    """Say in a line how many matches have been played, and how long the rest will take."""
    failed = sum(
        held.live.faults + sum(held.live.forfeits.values()) for held in running.contests.values()
    )
    left = running.seconds_left(count)
    parts = [
        f"{running.played:,} of {'up to ' if running.may_stop else ''}{running.most:,} matches",
        f"about {_told(left)} left" if left is not None else "",
        f"{failed} failures" if failed else "",
    ]
    return ", ".join(filter(None, parts))


def standings(running: Running) -> "Table":
    """Return every bot's mean result so far, game by game."""
    from rich.table import Table

    plan = running.tournament.plan
    table = Table(box=None, pad_edge=False)
    table.add_column("mean result so far", no_wrap=True)
    for number in running.contests:
        table.add_column(plan.contests[number].key, justify="right")
    for who, entrant in enumerate(plan.entrants):
        means = [held.live.mean(who) for held in running.contests.values()]
        table.add_row(entrant.name, *("" if mean is None else f"{mean:.3f}" for mean in means))
    return table


@contextmanager
def watching(running: Running, count: int, wishes: Wishes, *, shown: bool) -> Iterator[Watcher]:
    """Yield who watches: a screen, a log of lines, or nobody."""
    if not shown:
        yield Unseen()
    elif not sys.stderr.isatty():
        yield Lines(count)
    else:
        from rich.console import Console
        from rich.live import Live

        console = Console(stderr=True, highlight=False, emoji=False, markup=False)
        with Live(console=console, auto_refresh=False, transient=True) as live:
            yield Drawn(live, count, wishes)


@contextmanager
def interrupts(wishes: Wishes) -> Iterator[None]:
    """Let the first Ctrl-C mean finishing, and the second stopping at once."""

    def heard(number: int, frame: FrameType | None) -> None:
        if wishes.finish or number == signal.SIGTERM:
            wishes.stop = True
        wishes.finish = True

    before = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _told(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
