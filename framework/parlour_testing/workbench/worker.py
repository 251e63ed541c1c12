"""Obedience to the lines that are typed at a workbench."""

import re
import shlex
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from math import inf
from pathlib import Path

from msgspec.structs import replace

from parlour.cli.arguments import GameFault, explain_game_fault
from parlour.front_door import load
from parlour.match import Game, Match, picture_of, view_text
from parlour.rules import (
    IllegalMove,
    MatchError,
    MisuseError,
    ParlourError,
    Result,
    Seat,
    SetupError,
    UnknownGame,
    Viewer,
)
from parlour.table import MoveList
from parlour.table.text.sentences import result_lines, sentence
from parlour_testing.time_limit import TimeLimit, TimeSpent
from parlour_testing.workbench.desk import Workbench
from parlour_testing.workbench.messages import Asked, DeskReply, SeenSeat, Setup, Sheet

MIN_COLUMN = 38
"""Minimum width of the column of a seat."""
PAGE_COLUMNS = 60
"""Columns of a seat's view on the page."""
MAX_EVENTS = 4
"""Maximum number of events shown for a seat."""
MAX_RANDOM_MOVES = 9999
"""Maximum number of random moves that one line makes."""

_QUESTION = re.compile(r"moves|link|position(?: (?!\{|[\w-]+:\d+:)(.*))?")
"""A line that asks, and changes nothing."""


class WorkbenchWorker:
    """Loads the game, keeps its workbench, and obeys lines. It runs rules, so it may not return."""

    def __init__(self, setup: Setup, record: bytes = b"") -> None:
        """Begin as ``setup`` says, or with the match of a record in hand."""
        self._setup = setup
        self._record = record
        self._desk: Workbench | None = None
        self._faults: list[str] = []
        self._is_misuse = False

    def answer(self, asked: Asked) -> DeskReply:
        """Obey a line, or load the game again; say and show what came of it."""
        self._faults = []
        self._is_misuse = False
        said: tuple[str, ...] = ()
        with self._telling():
            said = (self._load(),) if asked.line is None else self._obeyed(asked.line)
        sheet = None
        if self._desk is not None and not (asked.line and _QUESTION.fullmatch(asked.line)):
            with self._telling():
                sheet = self._sheet(self._desk, asked)
        return DeskReply(said, tuple(self._faults), sheet, self._record, self._is_misuse)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Note an error in a line, and go on."""
        try:
            with self._explained():
                yield
        except ParlourError as fault:
            missing = isinstance(fault, UnknownGame) and not Path(self._setup.path).exists()
            self._is_misuse = missing or isinstance(fault, SetupError)
            self._faults.append(str(fault))

    def _explained(self) -> AbstractContextManager[None]:
        game = self._desk.game if self._desk else None
        return explain_game_fault(game.id if game else self._setup.path, game, installed=False)

    @contextmanager
    def _limited(self, what: str) -> Iterator[None]:
        """Limit the processor time of ``what``.

        Raises:
            GameFault: It is spent.
        """
        limit = TimeLimit(self._setup.seconds, inf)
        try:
            with limit, limit.call(what):
                yield
        except TimeSpent as fault:
            raise GameFault(limit.describe(fault)) from None

    # Loading

    def _load(self) -> str:
        """Load the game, give it the match in hand, and say how far its answers go."""
        game = load(self._setup.path)
        is_new = self._desk is None and not self._record
        with self._limited("the match played again"):
            desk = self._desk or self._begun(game)
            said = desk.reload(game)
        self._desk = desk
        self._record = desk.record
        for move in self._setup.moves if is_new else ():
            with self._telling():
                self._obeyed(move)
        return said

    def _begun(self, game: Game) -> Workbench:
        if self._record:
            return Workbench.resumed(game, self._record)
        setup = self._setup
        match = game.match(setup.seats, setup.seed, None, setup.position, **setup.options)
        return Workbench(match)

    def _sheet(self, desk: Workbench, asked: Asked) -> Sheet:
        """Return all that the author sees of the match, as far as the game shows it."""
        match = desk.match
        state = tuple(desk.state_lines())
        sheet = Sheet(match.game.title, match.seed, len(match.lines), state)
        seats = range(match.seats)
        per_row = max(1, min(match.seats, asked.columns // MIN_COLUMN))
        width = asked.columns // per_row - 2
        try:
            with self._explained(), self._limited("what the seats see"):
                seen = tuple(_seen(match, seat, width) for seat in seats)
                sheet = replace(sheet, per_row=per_row, seats=seen, result=_result(match))
                if asked.is_drawn:
                    drawn = tuple(_seen(match, seat, PAGE_COLUMNS, drawn=True) for seat in seats)
                    sheet = replace(sheet, drawn=drawn, position=desk.position())
        except ParlourError as fault:
            return replace(sheet, fault=str(fault))
        return sheet

    # Lines

    def _obeyed(self, line: str) -> tuple[str, ...]:
        """Obey a line; return the answer to a question."""
        desk = self._desk
        if desk is None:
            raise MatchError("the game is not loaded: save a repair of its files")
        try:
            with self._limited(f"the line '{line}'"):
                if _QUESTION.fullmatch(line):
                    return tuple(self._answers(desk, line))
                _do(desk, line)
        except GameFault:  # the match may stand in the middle of a step
            desk.reload(desk.game)
            raise
        self._record = desk.record
        return ()

    def _answers(self, desk: Workbench, line: str) -> Iterator[str]:
        """Yield the lines that answer a question."""
        if line == "moves":
            for seat in desk.match.awaited.seats:
                listed = map(str, _moves(desk, seat).every.values())
                yield f"Seat {seat + 1}: {', '.join(listed)}"
        elif line == "link":
            yield shlex.join(self._link(desk))
        else:
            yield desk.position(line.removeprefix("position").strip())

    def _link(self, desk: Workbench) -> list[str]:
        """Return the command that comes to the position by its moves."""
        match = desk.match
        first = desk.beginning()
        options = [f"--option={name}={value}" for name, value in self._setup.options.items()]
        begin = [f"--position={first}"] if first else [f"--seats={match.seats}", *options]
        moves = [f"--seed={match.seed}", f"--moves={desk.moves_made()}"]
        return ["parlour", "dev", self._setup.path, *begin, *moves]


def _do(desk: Workbench, line: str) -> None:
    """Make the moves of a line, or take one back."""
    if line == "back":
        desk.go_back()
    elif line.startswith("position "):
        desk.set_up(line.removeprefix("position ").strip())
    elif random := re.fullmatch(r"end|random(?: (\d{1,4}))?", line):
        desk.play_random(MAX_RANDOM_MOVES if line == "end" else int(random[1] or 1))
    elif typed := re.fullmatch(r"(?:(?:seat )?(\d{1,3}): *)?(.+)", line):
        if typed[1] and not 0 < int(typed[1]) <= desk.match.seats:
            raise MisuseError(f"expected a seat from 1 to {desk.match.seats}, got {typed[1]}")
        _play(desk, typed[2], int(typed[1]) - 1 if typed[1] else None)


def _play(desk: Workbench, said: str, seat: Seat | None) -> None:
    """Make a move, given as people type it, or by its number among the seat's moves."""
    match = desk.match
    viewer = _viewer(match)
    movers = match.awaited.seats if seat is None else (seat,)
    if len(movers) > 1:
        awaited = f"{viewer.listed(movers)} are awaited"
        raise MisuseError(f"expected a seat, as in '{movers[0] + 1}: {said}', since {awaited}")
    numbered = [_moves(desk, mover).meant(said) for mover in movers if said.isdecimal()]
    moves = [move for meant in numbered for move in meant]
    for move in moves or [match.game.read_typed(said, viewer)]:
        try:
            desk.play(match.game.write_move(move), seat)
        except IllegalMove as illegal:
            why = match.describe_refusal(illegal.refusal, viewer)
            shown = match.game.in_own_words(move, viewer)
            raise IllegalMove(shown, illegal.refusal, why) from None


def _moves(desk: Workbench, seat: Seat) -> MoveList:
    """Return the legal moves and offers of a seat, numbered as at a table."""
    match = desk.match
    return MoveList(
        match.game, match.view(seat), match.moves(seat), match.offers(seat), _viewer(match)
    )


def _seen(match: Match, seat: Seat, width: int, *, drawn: bool = False) -> SeenSeat:
    """Return what a seat sees in ``width`` columns; its picture only if it is to be ``drawn``."""
    viewer = _viewer(match)
    view = match.view(seat)
    game = match.game
    moves = match.moves(seat) if seat in match.awaited.seats else ()
    told = match.events(seat)[-MAX_EVENTS:]
    has_picture = drawn and game.display.picture is not None
    return SeenSeat(
        viewer.name(seat),
        tuple(game.in_own_words(move, viewer) for move in moves),
        view_text(game.display, view, viewer, width),
        tuple(str(sentence(game, event, viewer) or event) for event in told),
        picture_of(game.display, view, viewer, game.title).html() if has_picture else "",
    )


def _result(match: Match) -> tuple[str, ...]:
    """Return lines about the result; none before the end."""
    if not isinstance(match.awaited, Result):
        return ()
    return tuple(result_lines(match.game, match.awaited, _viewer(match)))


def _viewer(match: Match) -> Viewer:
    """Return a viewer that counts the seats from 1, as the screen does."""
    return Viewer(tuple(f"Seat {seat}" for seat in range(1, match.seats + 1)))
