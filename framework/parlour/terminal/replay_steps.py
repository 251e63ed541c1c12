"""Stepping through a recorded match: forth and back, by turns, as one seat or with all open."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from parlour.match.game import Match
from parlour.match.history import MatchHistory
from parlour.match.record import Line
from parlour.match.replay import AnyRecord, replay_steps
from parlour.rules.events import Event
from parlour.rules.seats import Seat
from parlour.terminal.input import LineReader, PlayerLeft
from parlour.terminal.replay_view import ReplayView, own_events
from parlour.terminal.screen import Screen

HELP = (
    "Enter   one answer on         b   one answer back",
    "t       to the next turn      tb  to the turn before",
    "N       to answer N           first, last",
    "seat N  as seat N saw it, counted from 1; 'all' shows it with nothing hidden",
    "play    the command that goes on from here, as a match of its own",
    "q       quit",
)
"""Help, as the prompt shows it."""


class Position(Struct, frozen=True):
    """A match after one line of its record."""

    line: Line | None
    """The line, or None before the first."""
    open_events: tuple[Event, ...]
    """The game's events of this line, with nothing hidden."""
    told: tuple[int, ...]
    """The number of events that each seat had been told, this line's included."""


def positions(
    match: Match, record: AnyRecord, where: str, witnessed: list[Event]
) -> tuple[Position, ...]:
    """Replay ``record`` on ``match``, and return where it stood before and after each answer.

    ``witnessed`` receives the game's events with nothing hidden; it is emptied.

    Raises:
        RecordError: The record does not replay.
    """

    def position(line: Line | None) -> Position:
        seen = tuple(witnessed)
        witnessed.clear()
        told = tuple(len(match.events(seat)) for seat in range(match.seats))
        return Position(line, seen, told)

    found = [position(None)]
    found += [position(line) for line in replay_steps(match, record, where) if not line.over]
    return tuple(found)


class ReplaySteps:
    """Shows a match position by position, as the person at the terminal asks."""

    def __init__(
        self,
        match: Match,
        found: Sequence[Position],
        screen: Screen,
        seat: Seat | None,
        play_command: Callable[[int], str],
    ) -> None:
        """Show ``match``, whose record led through the positions ``found``.

        ``play_command`` returns the command that goes on from an answer.
        """
        self._match = match
        self._found = found
        self._history = MatchHistory(match)
        self._screen = screen
        self._seat = seat
        self._play_command = play_command
        self._lines = LineReader(terminal=screen.terminal)
        self._at = 0

    def run(self) -> None:
        """Show positions until the person leaves.

        Raises:
            KeyboardInterrupt: The person interrupted.
        """
        self._show()
        while True:
            last = len(self._found) - 1
            try:
                text = self._lines.next(f"answer {self._at} of {last}, ? for help> ")
            except PlayerLeft as left:
                if left.interrupted:
                    raise KeyboardInterrupt from None
                return
            if text.casefold() in {"q", "quit", "exit"}:
                return
            self._do(text.casefold())

    def _do(self, text: str) -> None:
        """Do what a line says."""
        word, _, rest = text.partition(" ")
        if text in {"?", "h", "help"}:
            self._screen.say(*HELP)
        elif text == "play":
            self._screen.say(f"To go on from answer {self._at}:")
            print(f"  {self._play_command(self._at)}")
        elif text == "all" or (word == "seat" and rest.isdecimal()):
            self._see_as(None if text == "all" else int(rest) - 1)
        else:
            goal = int(text) if text.isdecimal() else _MOVES.get(text, _unknown)(self)
            if goal is None:
                self._screen.say(f"No command reads '{text[:60]}'. Type ? for help.")
            else:
                self._go(goal)

    def _see_as(self, seat: Seat | None) -> None:
        if seat is not None and not 0 <= seat < self._match.seats:
            self._screen.say(f"Seats count from 1 to {self._match.seats}.")
            return
        self._seat = seat
        self._show()

    def _go(self, goal: int) -> None:
        last = len(self._found) - 1
        if not 0 <= goal <= last:
            edge = "the beginning" if goal < 0 else f"the last answer, {last}"
            self._screen.say(f"That is beyond {edge}.")
            return
        self._at = goal
        self._show()

    def _show(self) -> None:
        """Show the table of the position, and below it what led there."""
        here = self._found[self._at]
        over = self._match.is_over
        view = ReplayView(self._match, self._screen, self._seat, [], is_finished=over)
        told = view.sentences(here.line, self._own_events())
        view.show(lambda seat: self._history.view(seat, self._at))
        self._screen.say(*(f"{self._at:>4}  {text}" for text in told))
        if self._at == len(self._found) - 1:
            view.show_result()

    def _own_events(self) -> Sequence[Event]:
        """Return the events of this answer that the seat was told, or all of the game's own."""
        here = self._found[self._at]
        if self._seat is None:
            return own_events(here.open_events)
        heard = self._found[self._at - 1].told[self._seat] if self._at else 0
        return self._match.events(self._seat)[heard : here.told[self._seat]]

    def next_answer(self) -> int:
        """Return the number of the answer after this one."""
        return self._at + 1

    def answer_before(self) -> int:
        """Return the number of the answer before this one."""
        return self._at - 1

    def last(self) -> int:
        """Return the number of the last answer."""
        return len(self._found) - 1

    def next_turn(self) -> int:
        """Return the number of the first answer of the next turn; the last where there is none."""
        return next((turn for turn in self._turns() if turn > self._at), self.last())

    def turn_before(self) -> int:
        """Return the number of the first answer of the turn before; 0 where there is none."""
        return max((turn for turn in self._turns() if turn < self._at), default=0)

    def _turns(self) -> Iterator[int]:
        """Yield the answers with which another seat than before begins to move."""
        mover: Seat | None = None
        for number, position in enumerate(self._found):
            seat = position.line.seat if position.line else None
            if seat is not None and seat != mover:
                mover = seat
                yield number


Step: TypeAlias = Callable[[ReplaySteps], int | None]

_MOVES: Mapping[str, Step] = {
    "": ReplaySteps.next_answer,
    "n": ReplaySteps.next_answer,
    "b": ReplaySteps.answer_before,
    "t": ReplaySteps.next_turn,
    "tb": ReplaySteps.turn_before,
    "first": lambda _: 0,
    "last": ReplaySteps.last,
}


def _unknown(_: ReplaySteps) -> int | None:
    """Return None: no command has this name."""
    return None
