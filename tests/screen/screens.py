"""Matches on the full screen, driven key by key, and read as lines of text."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from inspect import Parameter, Signature, signature
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style

from parlour import Game
from parlour.match.match import Match
from parlour.match.record import RecordFile
from parlour.players.base import Player
from parlour.players.time_control import TimeControl
from parlour.table.acts import Surface
from parlour.table.seating import HUMAN
from parlour.table.session import Session
from parlour.table.table import Table
from parlour.table.text.telling import Pace
from tests.apart import run_apart
from tests.table.seated import match_of, table_of

pytest.importorskip("textual", reason="the extra 'screen' is not installed")

from textual.events import Key
from textual.pilot import Pilot

from parlour_screen.app import TableApp
from parlour_screen.widgets import CommandLine

Script = Callable[["Driver"], Awaitable[None]]


class Driver:
    """A person at the keyboard and the mouse of a full screen."""

    def __init__(self, app: "Ringing", pilot: Pilot[None], table: Table) -> None:
        self.app = app
        self._pilot = pilot
        self.table = table

    @property
    def lines(self) -> list[str]:
        """The rows of the screen, without spaces at their ends."""
        return ["".join(text for text, _ in line).rstrip() for line in self.styled]

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join(self.lines)

    @property
    def styled(self) -> list[list[tuple[str, Style]]]:
        """The rows of the screen, each in parts with their styles."""
        strips = self.app.screen._compositor.render_strips()  # noqa: SLF001  no public way to read it
        return [[(part.text, part.style or Style()) for part in strip] for strip in strips]

    @property
    def line(self) -> str:
        """The line as it is typed so far."""
        return self.app.query_one(CommandLine).value

    @property
    def match(self) -> Match:
        """The match that is played."""
        return match_of(self.table)

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the screen is drawn."""
        await self._pilot.press(*keys)
        await self._pilot.pause()

    async def type(self, line: str) -> None:
        """Type a line, and press Enter."""
        await self.write(line)
        await self.press("enter")

    async def write(self, text: str) -> None:
        """Type without pressing Enter."""
        # The pilot sleeps after each key until the process is idle: here once, after the last.
        for letter in text:
            self.app.post_message(Key("space" if letter == " " else letter, letter))
        await self._pilot.pause()

    async def click(self, text: str) -> None:
        """Click on the first letter of a text on the screen."""
        row, line = next((y, one) for y, one in enumerate(self.lines) if text in one)
        await self._pilot.click(offset=(line.index(text), row))
        await self._pilot.pause()

    async def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        await self._pilot.resize_terminal(columns, rows)
        await self._pilot.pause()

    async def wait(self, text: str) -> None:
        """Wait until a text is on the screen."""
        await self.wait_until(lambda: text in self.text)

    async def wait_until(self, shows: Callable[[], object]) -> None:
        """Wait until the screen shows something."""
        while not shows():
            await self._pilot.pause(0.01)


def seated(match: Match, file: RecordFile, bots: Sequence[Player | None]) -> Table:
    """Return a table for a match with players that are made already; None is a person."""
    session = Session(
        match, bots, file, TimeControl(), resume_command=lambda at: f"resume {at.name}"
    )
    return Table(session, Surface.TERMINAL)


def on_screen(
    game: Game,
    players: Sequence[str] = (HUMAN, "greedy"),
    seed: str = "1",
    pace: Pace = "off",
    **changes: Any,
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., None]]:
    """Make a test of a script: it drives a new match on the full screen."""

    def decorate(script: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        def test(tmp_path: Path, **given: object) -> None:
            table = table_of(tmp_path, game, players, seed, **changes)
            play(table, partial(script, **given), pace=pace)

        _, *fixtures = signature(script).parameters.values()
        path = Parameter("tmp_path", Parameter.POSITIONAL_OR_KEYWORD)
        test.__signature__ = Signature([path, *fixtures])  # type: ignore[attr-defined]
        return test

    return decorate


class Ringing(TableApp):
    """The full screen with a bell, which is counted."""

    rung = 0

    def bell(self) -> None:
        """Count it."""
        self.rung += 1


def play(
    table: Table,
    script: Script,
    size: tuple[int, int] = (80, 24),
    pace: Pace = "off",
    clock: Callable[[], float] | None = None,
) -> Ringing:
    """Run a script on the full screen of a table; return the app once it is closed."""
    app = Ringing(table, bell=True, pace=pace, clock=clock or count().__next__)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await asyncio.wait_for(script(Driver(app, pilot, table)), timeout=300)

    with table:
        run_apart(run())
    if app.fault is not None:
        raise app.fault
    return app
