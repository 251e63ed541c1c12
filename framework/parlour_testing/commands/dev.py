"""``parlour dev``."""

import os
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from threading import Event, RLock, Thread
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from parlour.catalog.local_plugins import is_path
from parlour.cli.arguments import GameName, Options, Plain, Seats, can_ask, is_plain, options_given
from parlour.cli.output import FAILED, need
from parlour.rules import MisuseError
from parlour.terminal.input import LineReader, PlayerLeft
from parlour.terminal.screen import console
from parlour_testing.workbench.messages import Asked, DeskReply, SeenSeat, Setup, Sheet
from parlour_testing.workbench.process import NoAnswer, WorkbenchProcess

HELP = (
    "MOVE        make a move, or type its number; '2: MOVE' makes it for seat 2",
    "Enter       show the match again       moves  list the legal moves",
    "random [N]  make N random moves        end    play to the end at random",
    "back        take back the last move    check  check the laws again",
    "link        print the command that comes to this position by its moves",
    "position [NAME]  print this position in one line       position LINE  go to such a position",
    "quit        leave",
)
"""Help, as the prompt shows it."""

PROMPT = "dev> "

WATCHED = {".py", ".toml", ".md", ".po"}
"""Endings of the files whose edits count."""
WATCH_SECONDS = 0.3
"""Seconds between two looks at the files."""


def dev(
    game: GameName,
    seats: Seats = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Seed of the match.")] = "dev",
    option: Options = None,
    moves: Annotated[
        str, typer.Option(metavar="MOVES", help="Moves to begin with, as its 'link' prints them.")
    ] = "",
    position: Annotated[
        str | None,
        typer.Option(metavar="LINE", help="Position to begin at, as 'position' prints it."),
    ] = None,
    matches: Annotated[
        int, typer.Option(metavar="N", help="Matches that each check of the laws plays.", min=1)
    ] = 20,
    time_limit: Annotated[
        float,
        typer.Option(
            "--processor-time",
            metavar="SECONDS",
            help="Processor time for what a line does.",
            min=0.1,
        ),
    ] = 5.0,
    browser: Annotated[
        bool, typer.Option("--browser", help="Show all seats in a browser too, with pictures.")
    ] = False,
    plain: Plain = None,
) -> None:
    """Play a game while you write it.

    You see the whole state, and side by side what each seat sees and was told. If you save
    a file of the game, it is loaded again and the match stays in hand: its answers are given
    again under the new rules, as far as these allow. Every law is checked meanwhile, and what
    is broken is printed. With --browser a page shows the same, and follows each change.

    Examples:
      parlour dev ./my_game
      parlour dev ./my_game --seats 3 --seed monday
      parlour dev ./cuckoo.py --seats 2 --moves '1: swap'
      parlour dev ./cuckoo.py --browser
    """
    if not is_path(game):
        raise MisuseError(f"expected the path of a game, such as ./game.py, got '{game}'")
    first = tuple(filter(None, map(str.strip, moves.split(";"))))
    setup = Setup(game, seats, seed, options_given(option), position, first, time_limit)
    page = _DevPage()
    with page.serve() if browser else nullcontext() as address:
        if address:
            print(f"The seats are shown at {address}", flush=True)
            if can_ask():
                webbrowser.open(address)
        _DevPrompt(setup, matches, page, plain=is_plain(plain=plain)).run()


class _DevPage:
    """The page of a workbench. It has no way to make a move."""

    def __init__(self) -> None:
        self._shown: dict[str, object] = {"laws": (), "kept": True, "state": (), "seats": ()}
        self._shown |= dict.fromkeys(("title", "seed", "answers", "position"), "")
        self._said: tuple[str, ...] = ()
        self._version = 0
        self.is_served = False

    def change(self, **parts: object) -> None:
        """Show other parts."""
        self._shown = {**self._shown, **parts}
        self._version += 1

    def tell(self, *said: str) -> None:
        """Say something after what was said; nothing clears it."""
        self._said = (*self._said, *said) if said else ()
        self.change(said=self._said)

    def show(self, sheet: Sheet) -> None:
        """Show the match as it stands."""
        of_match = {"title": sheet.title, "seed": sheet.seed, "answers": sheet.answers}
        self.change(state=sheet.state, seats=sheet.drawn, position=sheet.position, **of_match)

    def serve(self) -> AbstractContextManager[str]:
        """Serve the page to browsers of this machine, and yield its address.

        Raises:
            MisuseError: The extra ``web`` is not installed.
        """
        need(("starlette", "uvicorn", "websockets"), "the seats in a browser", "web")
        from parlour_web.network.server import serve_changing_page

        self.is_served = True
        return serve_changing_page("workbench", lambda: (self._version, self._shown))


class _DevPrompt:
    """The prompt of a workbench; a thread watches the files and the check of the laws."""

    def __init__(self, setup: Setup, matches: int, page: _DevPage, *, plain: bool) -> None:
        self._page = page
        self._path = Path(setup.path)
        self._console = console(plain=plain)
        self._laws = _LawCheck([setup.path, f"--matches={matches}"])
        self._files: dict[Path, int] = {}
        self._lock = RLock()
        self._closing = Event()
        self._terminal = can_ask()
        self._game = WorkbenchProcess(setup, self._is_late)
        self._is_loaded = False

    def run(self) -> None:
        """Show the match, and do what the lines say until the person leaves.

        Raises:
            MisuseError: There is no such game, or it does not take the seats, options or position.
        """
        watcher = Thread(target=self._watch, daemon=True)
        try:
            reply = self._load()
            if reply and reply.is_misuse:
                raise MisuseError(reply.faults[0])
            watcher.start()
            self._read_lines()
        finally:
            self._closing.set()
            if watcher.is_alive():
                watcher.join()
            self._laws.stop()
            self._game.stop()

    def _read_lines(self) -> None:
        lines = LineReader(terminal=self._terminal)
        try:
            while (line := lines.next(PROMPT)) not in {"quit", "q"}:
                with self._lock:
                    self._obey(line)
        except PlayerLeft as left:
            print()
            if left.interrupted:
                return
            self._report(self._laws.result(wait=True))  # of lines that came through a pipe
            if not self._is_loaded:
                raise typer.Exit(FAILED) from None

    def _obey(self, line: str) -> None:
        """Do what a line says, and show what came of it."""
        if line in {"?", "help"}:
            print(*HELP, sep="\n")
        elif line == "check":
            self._laws.start()
        elif self._ask(line) is None:
            self._load()

    def _load(self) -> DeskReply | None:
        """Load the game as its files are now, and check its laws; show the match."""
        self._files = dict(_stamps(self._path))
        reply = self._ask(None)
        if reply and not reply.faults:
            self._laws.start()
        self._is_loaded = self._is_loaded or bool(reply and reply.sheet)
        return reply

    def _ask(self, line: str | None) -> DeskReply | None:
        """Have the game's process obey a line, or load the game; show what comes of it."""
        self._page.tell()
        try:
            reply = self._game.ask(Asked(line, self._console.width, self._page.is_served))
        except NoAnswer as fault:
            self._tell(f"! {fault}")
            return None
        if line is None and self._is_loaded and reply.said:
            self._page.change(laws=(), kept=True)
            self._tell(f"Loaded again: {reply.said[0]}")
        elif line is not None:
            print(*reply.said, sep="\n", end="\n" * bool(reply.said))
        self._tell(*(f"! {fault}" for fault in reply.faults))
        if reply.sheet:
            self._show(reply.sheet)
        return reply

    def _tell(self, *said: str) -> None:
        """Say something in the terminal, and after what it says already on the page."""
        for each in said:
            print(each)
            self._page.tell(each.removeprefix("! "))

    def _is_late(self) -> bool:
        """Tell whether nobody waits for an answer of the game as it was loaded last."""
        return self._closing.is_set() or dict(_stamps(self._path)) != self._files

    def _watch(self) -> None:
        """Load the game again after each edit, and print what the laws say."""
        while not self._closing.wait(WATCH_SECONDS):
            with self._lock:
                if self._is_late():
                    print()
                    self._load()
                    self._prompt_again()
                if said := self._laws.result():
                    print()
                    self._report(said)
                    self._prompt_again()

    def _prompt_again(self) -> None:
        if self._terminal:
            print(PROMPT, end="", flush=True)

    def _report(self, said: str) -> None:
        self._page.change(laws=said.splitlines(), kept=self._laws.are_kept)
        for line in said.splitlines():
            print(f"laws: {line}")

    def _show(self, sheet: Sheet) -> None:
        """Show the state, and the seats side by side."""
        print(*sheet.state, sep="\n")
        per_row = sheet.per_row
        for first in range(0, len(sheet.seats), per_row):
            grid = Table.grid(padding=(1, 2, 0, 0))
            grid.add_row(*map(_column, sheet.seats[first:][:per_row]))
            self._console.print(grid)
        print(*sheet.result, sep="\n", end="\n" * bool(sheet.result))
        if self._page.is_served:
            self._page.show(sheet)
        if sheet.fault:
            self._tell(f"! {sheet.fault}")


def _column(seen: SeenSeat) -> Text:
    """Return a seat's view, and the last events told to it."""
    text = Text(seen.name, "bold")
    if count := len(seen.moves):
        text.append(f", {count} legal move{'s' * (count != 1)}")
    lines = (seen.view, *(f"- {event}" for event in seen.events))
    return text.append("".join(f"\n{line}" for line in lines), "not bold")


class _LawCheck:
    """``parlour check`` in a separate process, which an edit begins again."""

    def __init__(self, arguments: list[str]) -> None:
        self._command = [sys.executable, "-m", "parlour", "check", *arguments]
        self._running: subprocess.Popen[bytes] | None = None
        self.are_kept = True
        """Whether the last check that is done found every law kept."""

    def start(self) -> None:
        """Begin a check; one that is under way ends without a word."""
        self.stop()
        self._running = subprocess.Popen(  # noqa: S603  our own command
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        )

    def result(self, *, wait: bool = False) -> str:
        """Return, once, what a check has printed that is done; empty if none is."""
        if self._running is None or (not wait and self._running.poll() is None):
            return ""
        said, _ = self._running.communicate()
        self.are_kept = not self._running.returncode
        self._running = None
        return said.decode(errors="replace")

    def stop(self) -> None:
        """End a check that is under way."""
        if self._running is not None:
            self._running.kill()
            self.result(wait=True)


def _stamps(path: Path) -> Iterator[tuple[Path, int]]:
    """Yield the files of a plugin, or those beside its file, and when each was written."""
    for file in path.rglob("*") if path.is_dir() else path.parent.glob("*"):
        if file.suffix in WATCHED:
            with suppress(OSError):
                yield file, file.stat().st_mtime_ns
