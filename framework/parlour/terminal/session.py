"""A match of people and bots at this terminal, with the file of its record."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from parlour.match.match import Match
from parlour.match.record import RecordFile
from parlour.players.base import Player
from parlour.players.play import ask_for_offers
from parlour.players.referee import RefereedPlayer, refereed
from parlour.players.time_control import TimeControl
from parlour.rules.answers import Result
from parlour.rules.words import Viewer
from parlour.terminal.input import LineReader, PlayerLeft
from parlour.terminal.prompt import Prompt
from parlour.terminal.screen import Screen
from parlour.terminal.seating import seat_names
from parlour.terminal.sentences import result_lines

ERRORS = "{}.seat-{}.stderr.txt"
"""The name of the file with a bot's standard error: from the record's name and the seat."""


class TerminalSession:
    """Plays a match on at this terminal."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player | None],
        file: RecordFile,
        times: TimeControl,
        *,
        resume_command: Callable[[Path], str],
        plain: bool,
        memory: bool,
    ) -> None:
        """Seat ``players`` at ``match``, which ``file`` records; None is a person.

        ``resume_command`` returns the command that resumes the match of a record.
        """
        self._match = match
        self._players = players
        self._file = file
        self._times = times
        self._resume_command = resume_command
        self._viewer = Viewer(seat_names(match.header.players), memory)
        self._screen = Screen(match.game, self._viewer, plain=plain)
        people = {seat for seat, player in enumerate(players) if player is None}
        lines = LineReader(terminal=self._screen.terminal)
        self._prompt = Prompt(match, people, self._screen, lines, file.path, resume_command)

    def play(self) -> None:
        """Play until the match is over, and show its result.

        Raises:
            PlayerLeft: A person left, and was told how to resume the match.
        """
        try:
            result = self._play_refereed()
        except (PlayerLeft, KeyboardInterrupt) as end:
            left = end if isinstance(end, PlayerLeft) else PlayerLeft.by_interrupt()
            self._say_farewell(left)
            raise left from None
        finally:
            self._file.close()
        self._prompt.close()
        self._screen.say("", *result_lines(result, self._viewer))
        for forfeit in self._match.forfeits.values():
            name = self._viewer.names[forfeit.seat]
            print(f"{name} forfeited ({forfeit.cause}): {forfeit.reason}")
        print(f"Record: {self._file.path}")

    def _play_refereed(self) -> Result:
        """Put the bots under clocks, play to the end, and keep what the bots wrote."""
        makers = [None if player is None else partial(_seated, player) for player in self._players]
        players: Sequence[RefereedPlayer | None] = ()
        try:
            with refereed(self._match, makers, self._times) as players:
                return self._play(players)
        finally:
            for seat, player in enumerate(players):
                if player is not None and player.errors:
                    _keep_errors(self._file.path, seat, player.errors)

    def _play(self, players: Sequence[RefereedPlayer | None]) -> Result:
        """Ask whoever is awaited, until nobody is.

        A person may also take moves back and move for others at this terminal: so the prompt
        acts on the match, while a bot returns its move.
        """
        match = self._match
        while not isinstance(match.awaited, Result):
            seat = match.awaited.seats[0]
            player = players[seat]
            if player is None:
                self._prompt.ask(seat)
            else:
                match.play(player.choose(match.ask(seat)), seat)
            if match.game.rules.out_of_turn and not match.awaited.is_over:
                ask_for_offers(match, players)
        return match.awaited

    def _say_farewell(self, left: PlayerLeft) -> None:
        self._screen.say("", f"The match is saved ({left.why}). To resume it:")
        # Not through the console, which would fold a long path.
        print(f"  {self._resume_command(self._file.path)}")


def _seated(player: Player) -> Player:
    """Return a bot that is made already, for a referee who takes what makes one."""
    return player


def _keep_errors(record: Path, seat: int, errors: str) -> None:
    """Write a bot's standard error beside the record; a match is not lost if that fails."""
    with suppress(OSError):
        Path(ERRORS.format(record, seat)).write_text(errors, encoding="utf-8", errors="replace")
