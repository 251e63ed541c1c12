"""An assistant at the table: a language model plays a seat by text, and knows no more than it.

All its texts come from a chair, in the words that people read at a terminal. It can begin
matches against bots, and can neither choose their luck, name a file, nor start a program.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import TypeAlias

from msgspec import Struct
from typing_extensions import override

from parlour.match import Game
from parlour.players import Level
from parlour.rules import MatchError, Seat, SetupError, UnknownGame, did_you_mean, settings_of
from parlour.table import (
    HUMAN,
    Chair,
    Confirm,
    Play,
    Table,
    Undo,
    Unreadable,
    fill_seats,
)
from parlour.table.text.rules_text import contents, rules_lines
from parlour_adapters.seat_tools import WIDTH, SeatTools, SeatView, confirming, view_of

PLAYED = (Play, Confirm, Unreadable)
"""Acts that a line of moves may be."""

Options: TypeAlias = Mapping[str, str | int | float | bool]
Begin: TypeAlias = Callable[[Game, Sequence[str], Struct], Table]
"""Begins a match of a game, given its players, of whom ``human`` is the assistant, and options."""


class AssistantTable(SeatTools):
    """One assistant's table, for one match after another."""

    instructions = """\
You sit at a table and play board and card games against bots. List the games, read the rules, sit \
down, and play moves by their texts or numbers. You see what your seat may know, and nothing else. \
After each of your moves the others move, and you are told what happened and what you may do now.\
"""

    def __init__(
        self,
        find_games: Callable[[], Mapping[str, Game]],
        begin: Begin,
        level: Level = "hard",
    ) -> None:
        """Offer games; ``level`` is the bots' level, unless the assistant wants another."""
        self.lock = Lock()
        """Held while a tool runs: a client may call several at once."""
        self._find_games = find_games
        self._begin = begin
        self._level: Level = level
        self._table: Table | None = None
        self._seat: Seat = 0

    def list_games(self) -> str:
        """List the games that can be played, with their numbers of seats and their options."""
        return "\n".join(line for game in self._find_games().values() for line in _about(game))

    def read_rules(self, game: str = "", part: str = "") -> str:
        """Read the numbered rules of a game; without a name, those of your match.

        All of them, a chapter or rule by number, or by words.

        Raises:
            ParlourError: There is no such game, or nothing is found.
        """
        shown = self._game(game) if game else self._seated().game
        return "\n\n".join(rules_lines(shown, part or None))

    def sit_down(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 1,
        level: Level | None = None,
        options: Options | None = None,
    ) -> str:
        """Begin a match against bots, and see the table.

        Seats count from 1.

        Raises:
            ParlourError: There is no such game, or it does not take these seats or options, or
                another match goes on.
        """
        if self._table is not None and not self._table.is_over:
            raise MatchError("a match goes on: play it to its end, or leave it first")
        chosen = self._game(game)
        recorded = chosen.recorded_options(chosen.rules_version, options or {})
        bots = fill_seats(chosen, (HUMAN,), seats, level or self._level)[1:]
        if type(seat) is not int or not 1 <= seat <= len(bots) + 1:
            raise SetupError(f"expected a seat from 1 to {len(bots) + 1}, got {seat!r}")
        players = (*bots[: seat - 1], HUMAN, *bots[seat - 1 :])
        chosen.check_setup(len(players), recorded)
        self._close()
        self._table = self._begin(chosen, players, recorded)
        self._seat = seat - 1
        self._table.__enter__()
        self._go_on()
        return self._said(head=(_greeting(self._table, self._seat),))

    def play(self, move: str) -> str:
        """Make a move; the others then move, and you see the table again.

        Several have commas between them. If the table asks something first, the move is ``yes``
        or ``no``.

        Raises:
            MatchError: There is no match, or it is over.
        """
        chair = self._chair()
        reading = chair.read(move)
        if not isinstance(reading.act, PLAYED):
            return f"'{reading.text}' is no move. {_possible(chair)}"
        reply = chair.follow(reading)
        lines = (*reply.lines, *confirming(reply.question))
        if not reply.moved:
            return "\n".join(lines)
        self._go_on()
        return self._said(head=lines)

    def undo(self) -> str:
        """Take your last move back, if nobody has learnt anything by it.

        Raises:
            MatchError: There is no match.
        """
        reply = self._chair().act(Undo())
        return self._said(head=reply.lines) if reply.moved else "\n".join(reply.lines)

    def leave(self) -> str:
        """Leave the match before its end.

        Raises:
            MatchError: No match has begun.
        """
        self._seated()
        self._close()
        return "You have left the table; the match is kept, and a person can resume it."

    def close(self) -> None:
        """Leave the table."""
        with self.lock:
            self._close()

    # Inside

    def _close(self) -> None:
        table = self._table
        self._table = None
        if table is not None:
            table.__exit__(None, None, None)

    def _game(self, name: str) -> Game:
        games = self._find_games()
        if name not in games:
            known = f"expected a game ({', '.join(games) or 'none'})"
            raise UnknownGame(f"{known}, got '{name[:100]}'{did_you_mean(name, games)}")
        return games[name]

    def _seated(self) -> Table:
        if self._table is None:
            raise MatchError("no match has begun: sit down first")
        return self._table

    @override
    def _chair(self) -> Chair:
        return self._seated().chair(self._seat)

    def _go_on(self) -> None:
        """Let the bots move until the assistant is asked, or the match is over."""
        table = self._seated()
        while (turn := table.turn()).is_automatic:
            table.apply(table.ask_bot(turn))

    @override
    def _view(self, *, drawn: bool = False) -> SeatView | None:
        return None if self._table is None else view_of(self._chair(), drawn=drawn)


def _about(game: Game) -> Iterator[str]:
    """Yield the lines that tell of a game."""
    summary = f" {game.summary.rstrip('.')}." if game.summary else ""
    yield f"{game.id}: {game.title}, {game.seats_text} seats.{summary}"
    for setting in settings_of(game.options):
        default = f"; {setting.default} unless given" if setting.default else ""
        meaning = f": {setting.meaning}" if setting.meaning else ""
        yield f"  option {setting.name} ({setting.values}{default}){meaning}"


def _greeting(table: Table, seat: Seat) -> str:
    others = [name for other, name in enumerate(table.viewer.names) if other != seat]
    chapters = "; ".join(contents(table.game)) if table.game.rulebook else "none"
    return (
        f"{table.game.title}. You are at seat {seat + 1} of {table.seats}; "
        f"the others: {', '.join(others) or 'none'}.\nChapters of the rules: {chapters}."
    )


def _possible(chair: Chair) -> str:
    """Say what can be played."""
    lines = chair.moves.lines(WIDTH, full=False, only="", plain=True)
    return "\n".join(lines) or "There is nothing to play now."
