"""``parlour dev``."""

import os
import re
import shlex
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Event, RLock, Thread
from typing import Annotated, NamedTuple

import typer
from rich.table import Table
from rich.text import Text

from parlour.catalog.local_plugins import is_path
from parlour.cli.arguments import (
    GameName,
    Options,
    Plain,
    Seats,
    can_ask,
    explain_game_fault,
    is_plain,
    options_given,
)
from parlour.cli.output import need
from parlour.front_door import load
from parlour.match import picture_of, view_text
from parlour.rules import MisuseError, ParlourError, Result, Seat, Viewer
from parlour.table import MoveList
from parlour.table.text.sentences import result_lines, sentence
from parlour.terminal.input import LineReader, PlayerLeft
from parlour.terminal.screen import console
from parlour_testing.workbench import Workbench

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
MIN_COLUMN = 38
"""Minimum width of the column of a seat."""
PAGE_COLUMNS = 60
"""Columns of a seat's view on the page."""
MAX_EVENTS = 4
"""Maximum number of events shown for a seat."""
MAX_RANDOM_MOVES = 9999
"""Maximum number of random moves that one line makes."""


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
    options = options_given(option)
    desk = Workbench(lambda: load(game), seats, seed, options, position)
    typed_options = [f"--option={name}={value}" for name, value in options.items()]
    page = _DevPage(desk)
    with page.serve() if browser else nullcontext() as address:
        if address:
            print(f"The seats are shown at {address}", flush=True)
            if can_ask():
                webbrowser.open(address)
        _DevPrompt(desk, game, typed_options, matches, page, plain=is_plain(plain=plain)).run(moves)


class _SeenSeat(NamedTuple):
    """View of a seat, the events that it was told last, and its legal moves."""

    name: str
    moves: tuple[str, ...]
    view: str
    events: tuple[str, ...]
    picture: str = ""
    """Its picture as HTML; empty if the game draws none."""


class _DevPage:
    """The page of a workbench. It has no way to make a move."""

    def __init__(self, desk: Workbench) -> None:
        self._desk = desk
        self._shown: dict[str, object] = {"laws": (), "kept": True, "state": (), "seats": ()}
        self._shown |= dict.fromkeys(("said", "title", "seed", "answers", "position"), "")
        self._version = 0
        self._is_served = False

    def change(self, **parts: object) -> None:
        """Show other parts."""
        self._shown = {**self._shown, **parts}
        self._version += 1

    def show(self, state: list[str]) -> None:
        """Show the match as it stands."""
        if self._is_served:
            match = self._desk.match
            seats = [
                _seen(self._desk, seat, PAGE_COLUMNS, drawn=True) for seat in range(match.seats)
            ]
            of_match = {"title": match.game.title, "seed": match.seed, "answers": len(match.lines)}
            self.change(state=state, seats=seats, position=self._desk.position(), **of_match)

    def serve(self) -> AbstractContextManager[str]:
        """Serve the page to browsers of this machine, and yield its address.

        Raises:
            MisuseError: The extra ``web`` is not installed.
        """
        need(("starlette", "uvicorn", "websockets"), "the seats in a browser", "web")
        from parlour_web.network.server import serve_changing_page

        self._is_served = True
        return serve_changing_page("workbench", lambda: (self._version, self._shown))


class _DevPrompt:
    """The prompt of a workbench; a thread watches the files and the check of the laws."""

    def __init__(
        self,
        desk: Workbench,
        path: str,
        options: list[str],
        matches: int,
        page: _DevPage,
        *,
        plain: bool,
    ) -> None:
        self._desk = desk
        self._game = path
        self._options = options
        self._page = page
        self._path = Path(path)
        self._console = console(plain=plain)
        self._laws = _LawCheck([path, f"--matches={matches}"])
        self._files = dict(_stamps(self._path))
        self._lock = RLock()
        self._closing = Event()
        self._terminal = can_ask()

    def run(self, moves: str) -> None:
        """Show the match, and do what the lines say until the person leaves."""
        for move in filter(None, map(str.strip, moves.split(";"))):
            self._do(move)
        self._show()
        self._laws.start()
        watcher = Thread(target=self._watch, daemon=True)
        watcher.start()
        try:
            self._ask()
        finally:
            self._closing.set()
            watcher.join()
            self._laws.stop()

    def _ask(self) -> None:
        lines = LineReader(terminal=self._terminal)
        try:
            while (line := lines.next(PROMPT)) not in {"quit", "q"}:
                with self._lock:
                    self._obey(line)
        except PlayerLeft as left:
            print()
            if not left.interrupted:  # lines that came through a pipe: the laws are awaited
                self._report(self._laws.result(wait=True))

    def _obey(self, line: str) -> None:
        """Do what a line says, and show what came of it."""
        self._page.change(said="")
        if line in {"?", "help"}:
            print(*HELP, sep="\n")
        elif line == "moves":
            with self._telling():
                for seat in self._desk.match.awaited.seats:
                    listed = map(str, self._moves(seat).every.values())
                    print(f"Seat {seat + 1}: {', '.join(listed)}")
        elif line == "link":
            with self._telling():
                print(shlex.join(self._link()))
        elif line == "check":
            self._laws.start()
        elif asked := re.fullmatch(r"position(?: (?!\{|[\w-]+:\d+:)(.*))?", line):
            with self._telling():
                print(self._desk.position(asked[1] or ""))
        else:
            self._do(line)
            self._show()

    def _link(self) -> list[str]:
        """Return the command that comes to the position by its moves."""
        match = self._desk.match
        first = self._desk.beginning()
        begin = [f"--position={first}"] if first else [f"--seats={match.seats}", *self._options]
        moves = [f"--seed={match.seed}", f"--moves={self._desk.moves_made()}"]
        return ["parlour", "dev", self._game, *begin, *moves]

    def _do(self, line: str) -> None:
        """Make the moves of a line, or take one back."""
        desk = self._desk
        with self._telling():
            if line == "back":
                desk.go_back()
            elif line.startswith("position "):
                desk.set_up(line.removeprefix("position ").strip())
            elif random := re.fullmatch(r"end|random(?: (\d{1,4}))?", line):
                desk.play_random(MAX_RANDOM_MOVES if line == "end" else int(random[1] or 1))
            elif typed := re.fullmatch(r"(?:(?:seat )?(\d{1,3}): *)?(.+)", line):
                if typed[1] and not 0 < int(typed[1]) <= desk.match.seats:
                    expected = f"expected a seat from 1 to {desk.match.seats}"
                    raise MisuseError(f"{expected}, got {typed[1]}")
                self._play(typed[2], int(typed[1]) - 1 if typed[1] else None)

    def _play(self, said: str, seat: Seat | None) -> None:
        """Make a move, given as text, or by its number among the seat's moves."""
        movers = self._desk.match.awaited.seats[:1] if seat is None else (seat,)
        numbered = [self._moves(mover).meant(said) for mover in movers if said.isdecimal()]
        texts = [self._desk.game.write_move(move) for meant in numbered for move in meant]
        for text in texts or [said]:
            self._desk.play(text, seat)

    def _moves(self, seat: Seat) -> MoveList:
        """Return the legal moves and offers of a seat, numbered as at a table."""
        match = self._desk.match
        return MoveList(match.game, match.view(seat), match.moves(seat), match.offers(seat))

    def _watch(self) -> None:
        """Load the game again after each edit, and print what the laws say."""
        while not self._closing.wait(WATCH_SECONDS):
            files = dict(_stamps(self._path))
            with self._lock:
                if files != self._files:
                    self._files = files
                    print()
                    with self._telling():
                        said = f"Loaded again: {self._desk.reload()}"
                        print(said)
                        self._page.change(said=said, laws=(), kept=True)
                        self._laws.start()
                    self._show()
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

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell an error in a line, and go on."""
        try:
            with explain_game_fault(self._desk.game.id, self._desk.game, installed=False):
                yield
        except ParlourError as fault:
            self._page.change(said=str(fault))
            print(f"! {fault}")

    def _show(self) -> None:
        """Show the state, and the seats side by side."""
        with self._telling():
            match = self._desk.match
            viewer = _viewer(self._desk.match.seats)
            state = list(self._desk.state_lines())
            print(*state, sep="\n")
            per_row = max(1, min(match.seats, self._console.width // MIN_COLUMN))
            width = self._console.width // per_row - 2
            for first in range(0, match.seats, per_row):
                grid = Table.grid(padding=(1, 2, 0, 0))
                grid.add_row(
                    *(self._seat(seat, width) for seat in range(match.seats)[first:][:per_row])
                )
                self._console.print(grid)
            if isinstance(match.awaited, Result):
                print(*result_lines(match.game, match.awaited, viewer), sep="\n")
            self._page.show(state)

    def _seat(self, seat: Seat, width: int) -> Text:
        """Return a seat's view, and the last events told to it."""
        seen = _seen(self._desk, seat, width)
        text = Text(seen.name, "bold")
        if count := len(seen.moves):
            text.append(f", {count} legal move{'s' * (count != 1)}")
        lines = (seen.view, *(f"- {event}" for event in seen.events))
        return text.append("".join(f"\n{line}" for line in lines), "not bold")


def _seen(desk: Workbench, seat: Seat, width: int, *, drawn: bool = False) -> _SeenSeat:
    """Return what a seat sees in ``width`` columns; its picture only if it is to be ``drawn``."""
    match = desk.match
    viewer = _viewer(desk.match.seats)
    view = match.view(seat)
    game = match.game
    moves = match.moves(seat) if seat in match.awaited.seats else ()
    told = match.events(seat)[-MAX_EVENTS:]
    has_picture = drawn and game.display.picture is not None
    return _SeenSeat(
        viewer.name(seat),
        tuple(map(game.write_move, moves)),
        view_text(game.display, view, viewer, width),
        tuple(str(sentence(game, event, viewer) or event) for event in told),
        picture_of(game.display, view, viewer, game.title).html() if has_picture else "",
    )


def _viewer(seats: int) -> Viewer:
    """Return a viewer that counts the seats from 1, as the screen does."""
    return Viewer(tuple(f"Seat {seat}" for seat in range(1, seats + 1)))


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
