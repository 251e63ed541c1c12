"""An assistant at the table: a language model plays a seat by text, and learns what the seat may.

Whatever it is told comes from a session, in the words that people read at a terminal. It can begin
matches against bots, and can neither choose their luck, name a file, nor start a program.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import TypeAlias

from msgspec import Struct

from parlour.match.game import Game
from parlour.players.levels import Level
from parlour.rules.errors import MatchError, NotationError, SetupError, UnknownGame
from parlour.rules.options import did_you_mean, settings_of
from parlour.rules.panels import Space
from parlour.rules.seats import Seat
from parlour.table.commands import command_in
from parlour.table.reply import Reply, Show
from parlour.table.seating import HUMAN, fill_seats
from parlour.table.session import Session
from parlour.table.sight import Sight
from parlour.table.text.rules_text import contents, rules_lines
from parlour.table.typed import addressed

WIDTH = 80
"""Columns of a drawing."""

ROWS = 1000
"""Rows of a drawing: nothing is folded."""

Options: TypeAlias = Mapping[str, str | int | float | bool]
Begin: TypeAlias = Callable[[Game, Sequence[str], Struct], Session]
"""Begins a match of a game, given its players, of whom ``human`` is the assistant, and options."""


class AssistantTable:
    """A table at which one assistant plays one match after another; every answer is a text."""

    def __init__(
        self,
        find_games: Callable[[], Mapping[str, Game]],
        begin: Begin,
        level: Level = "hard",
    ) -> None:
        """Offer games; ``level`` is that of the bots, unless the assistant wants another."""
        self._find_games = find_games
        self._begin = begin
        self._level: Level = level
        self._session: Session | None = None
        self._seat: Seat = 0
        self._lock = Lock()

    def list_games(self) -> str:
        """List the games that can be played, with their numbers of seats and their options."""
        with self._lock:
            return "\n".join(line for game in self._find_games().values() for line in _about(game))

    def read_rules(self, game: str = "", part: str = "") -> str:
        """Return the rules of a game: all of them, a chapter or rule by number, or by words.

        Without ``game`` they are those of the match.

        Raises:
            ParlourError: There is no such game, or nothing is found.
        """
        with self._lock:
            found = self._game(game) if game else self._seated().game
            return "\n\n".join(rules_lines(found, part or None))

    def sit_down(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 1,
        level: Level | None = None,
        options: Options | None = None,
    ) -> str:
        """Begin a match against bots at one seat of it; seats count from 1.

        Raises:
            ParlourError: There is no such game, or it does not take these seats or options, or
                another match goes on.
        """
        with self._lock:
            if self._session is not None and not self._session.turn().is_over:
                raise MatchError("a match goes on: play it to its end, or leave it first")
            found = self._game(game)
            given = found.recorded_options(found.rules_version, options or {})
            bots = fill_seats(found, (HUMAN,), seats, level or self._level)[1:]
            if not 1 <= seat <= len(bots) + 1:
                raise SetupError(f"expected a seat from 1 to {len(bots) + 1}, got {seat}")
            who = (*bots[: seat - 1], HUMAN, *bots[seat - 1 :])
            found.check_setup(len(who), given)
            self._close()
            self._session, self._seat = self._begin(found, who, given), seat - 1
            self._session.__enter__()
            return self._said(self._go_on(), head=(_greeting(self._session, self._seat),))

    def look(self, *, drawn: bool = False) -> str:
        """Return what the seat sees: the table, what happened since its last move, its moves.

        With ``drawn`` the table is drawn as in a terminal, and not told in lines.

        Raises:
            MatchError: No match has begun.
        """
        with self._lock:
            return self._said(self._seated(), drawn=drawn)

    def moves(self, beginning: str = "") -> str:
        """Return every legal move, or those whose texts begin so.

        Raises:
            MatchError: No match has begun.
        """
        with self._lock:
            return self._entered(f"/moves {beginning}".strip()) or "There is no such move now."

    def play(self, move: str) -> str:
        """Make a move, or several with commas between them, and let the bots go on.

        Where the table asks something first, the move is ``yes`` or ``no``.

        Raises:
            MatchError: No match has begun, or it is over.
        """
        with self._lock:
            session = self._seated()
            try:
                other, text = addressed(move.strip())
            except NotationError as fault:
                return f"{fault}."
            if other is not None and other != self._seat:
                return f"You sit at seat {self._seat + 1}, and move for that seat only."
            if not text or command_in(session.game, text, is_over=session.match.is_over):
                return f"'{text}' is no move. {_possible(session, self._seat)}"
            reply = session.enter_own(self._seat, text)
            told = (
                *reply.lines,
                *((f"{reply.question} Answer yes or no.",) * bool(reply.question)),
            )
            return self._said(self._go_on(), head=told) if reply.moved else "\n".join(told)

    def why_not(self, move: str) -> str:
        """Say why a move is not possible, with the number of the rule; or that it is.

        Raises:
            MatchError: No match has begun.
        """
        with self._lock:
            session = self._seated()
            found = session.move_list(self._seat).find(move)
            if isinstance(found, str):
                return found
            texts = ", ".join(map(session.game.write_move, found))
            refusal = session.match.why_not(found[0], self._seat)
            if refusal is None:
                return f"'{texts}' is possible."
            return f"'{texts}' is not possible: {session.describe(refusal)}."

    def log(self) -> str:
        """Return everything that the seat was told since the beginning.

        Raises:
            MatchError: No match has begun.
        """
        with self._lock:
            return self._entered("/log")

    def score(self) -> str:
        """Return the points if the match ended now, as far as the seat knows them.

        Raises:
            MatchError: No match has begun.
        """
        with self._lock:
            return self._entered("/score")

    def undo(self) -> str:
        """Take the seat's last move back, if nobody has learnt anything by it.

        Raises:
            MatchError: No match has begun.
        """
        with self._lock:
            session = self._seated()
            reply = session.enter_own(self._seat, "/undo")
            return self._said(session, head=reply.lines) if reply.moved else "\n".join(reply.lines)

    def leave(self) -> str:
        """Leave the match; a person can resume it.

        Raises:
            MatchError: No match has begun.
        """
        with self._lock:
            self._seated()
            self._close()
            return "You have left the table; the match is kept, and a person can resume it."

    def close(self) -> None:
        """Let the bots leave, and close the record."""
        with self._lock:
            self._close()

    # Inside

    def _close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.__exit__(None, None, None)

    def _game(self, name: str) -> Game:
        games = self._find_games()
        if name not in games:
            known = f"expected a game ({', '.join(games) or 'none'})"
            raise UnknownGame(f"{known}, got '{name[:100]}'{did_you_mean(name, games)}")
        return games[name]

    def _seated(self) -> Session:
        if self._session is None:
            raise MatchError("no match has begun: sit down first")
        return self._session

    def _go_on(self) -> Session:
        """Let the bots move until the assistant is asked, or the match is over."""
        session = self._seated()
        while (turn := session.turn()).is_automatic:
            session.make(session.think(turn))
        return session

    def _entered(self, command: str) -> str:
        """Enter a command that changes nothing; return what it shows."""
        session = self._seated()
        return "\n".join(_shown(session, self._seat, session.enter_own(self._seat, command)))

    def _said(self, session: Session, *, head: Sequence[str] = (), drawn: bool = False) -> str:
        """Return what a seat sees, below some lines."""
        sight = session.sight(self._seat, Space(WIDTH, ROWS))
        news = tuple(line for turn in sight.telling.news for line in turn)
        parts = [head, news, sight.notes, tuple(_table(sight, drawn=drawn))]
        if session.turn().is_over:
            parts.append(("The match is over.", *session.result()))
        else:
            parts.append(tuple(sight.moves.lines(WIDTH, full=False, only="", plain=True)))
        texts = ("\n".join(filter(None, lines)) for lines in parts)
        return "\n\n".join(filter(None, texts))


def _about(game: Game) -> Iterator[str]:
    """Yield the lines that tell of a game."""
    summary = f" {game.summary.rstrip('.')}." if game.summary else ""
    yield f"{game.id}: {game.title}, {game.seats_text} seats.{summary}"
    for setting in settings_of(game.options):
        default = f"; {setting.default} unless given" if setting.default else ""
        meaning = f": {setting.meaning}" if setting.meaning else ""
        yield f"  option {setting.name} ({setting.values}{default}){meaning}"


def _greeting(session: Session, seat: Seat) -> str:
    others = [name for other, name in enumerate(session.viewer.names) if other != seat]
    chapters = "; ".join(contents(session.game)) if session.game.rulebook else "none"
    return (
        f"{session.game.title}. You are at seat {seat + 1} of {session.match.seats}; "
        f"the others: {', '.join(others) or 'none'}.\nChapters of the rules: {chapters}."
    )


def _table(sight: Sight, *, drawn: bool) -> Iterator[str]:
    """Yield where the match stands, and the table: drawn, or in lines."""
    lines = sight.described
    if drawn:
        lines = tuple(f"{panel.title}\n{panel.body.plain.rstrip()}" for panel in sight.panels)
    if not any(sight.status in line for line in lines):
        yield sight.status
    yield from lines


def _shown(session: Session, seat: Seat, reply: Reply) -> Iterator[str]:
    """Yield what a reply shows."""
    yield from reply.lines
    if reply.show is Show.MOVES:
        moves = session.move_list(seat)
        yield from moves.lines(WIDTH, full=True, only=reply.what, plain=True)
    elif reply.what:
        yield reply.what


def _possible(session: Session, seat: Seat) -> str:
    """Say what can be played."""
    lines = session.move_list(seat).lines(WIDTH, full=False, only="", plain=True)
    return "\n".join(lines) or "There is nothing to play now."
