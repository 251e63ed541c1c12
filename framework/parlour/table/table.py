"""A table: a match with people and bots, as a face holds it."""

from hmac import compare_digest
from os import urandom
from types import TracebackType
from typing import Self

from msgspec import UNSET
from msgspec.structs import replace

from parlour.match import Forfeit, Header, MatchHistory
from parlour.players import Player
from parlour.rules import Seat, Viewer
from parlour.table.acts import BotAnswer, Reply, Surface, Turn, Who
from parlour.table.chair import Chair
from parlour.table.execute import play_ahead, play_parts
from parlour.table.reader import YES
from parlour.table.seating import seat_names
from parlour.table.session import Session
from parlour.words import say


class Table:
    """Whose turn it is, and the chairs.

    Use it in a ``with`` statement, so that bots leave and the record is closed.
    """

    def __init__(self, session: Session, surface: Surface) -> None:
        self.game = session.game
        self.path = session.path
        """Path of the record."""
        self.seats = session.match.seats
        """Number of seats."""
        self.is_discreet = session.is_discreet
        """Whether one person must not see what another does: they hand over in between."""
        self._session = session
        self._surface = surface
        self._past = MatchHistory(session.match)
        self._chairs: dict[tuple[Seat | None, int], Chair] = {}

    def __enter__(self) -> Self:
        """Put the bots under clocks."""
        self._session.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the bots leave, and close the record."""
        self._session.__exit__(kind, fault, trace)

    def chair(self, seat: Seat | None, delay: int = 0) -> Chair:
        """Return the chair of a seat; None is a spectator, ``delay`` answers late."""
        key = seat, delay
        if key not in self._chairs:
            self._chairs[key] = Chair(self._session, self._past, seat, self._surface, delay)
        return self._chairs[key]

    # Readings that everybody may have

    @property
    def people(self) -> frozenset[Seat]:
        """The seats of the people who play."""
        return frozenset(self._session.persons)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that the rules await."""
        return tuple(self._session.match.awaited.seats)

    @property
    def viewer(self) -> Viewer:
        """The names of the seats."""
        return self._session.viewer

    @property
    def is_over(self) -> bool:
        """Whether the match has come to its end."""
        return self._session.match.is_over

    def turn(self) -> Turn:
        """Return the seat to act next."""
        return self._session.turn()

    def result(self) -> tuple[str, ...]:
        """Return the lines that tell the result; empty before the end."""
        return self.chair(min(self.people, default=0)).result()

    def farewell(self, why: str) -> tuple[str, str]:
        """Return the two lines that tell somebody who leaves how to come back."""
        return say("leave.kept", why=why), f"  {self._session.resume_command(self.path)}"

    # What a face does for everybody

    def ask_bot(self, turn: Turn) -> BotAnswer:
        """Return the answer of a bot or a standing order; it may take the time on its clock.

        A face may call this in a separate thread.
        """
        return self._session.ask_bot(turn)

    def apply(self, answer: BotAnswer) -> Reply:
        """Let an answer become a move, unless the match has gone on since it was asked for."""
        turn = answer.turn
        if turn.who is Who.AHEAD and turn == self.turn():
            return play_ahead(self._session, turn.seat)
        return self._session.apply(answer)

    def sit_in(self, left: Forfeit, bot: Player | None = None, *, is_noted: bool = False) -> None:
        """Let a bot play for a person who is away, or again the person who is back.

        If ``is_noted``, the record says so already.

        Raises:
            RecordError: It cannot be saved; nothing has changed.
        """
        self._session.sit_in(left, bot, is_noted=is_noted)

    def play_unseen(self, seat: Seat, line: str) -> Reply:
        """Make a move out of turn for a person who cannot sit down at the terminal.

        The reply tells nothing of what the person may do: it is the same in any case.
        """
        session = self._session
        person = session.persons[seat]
        question = person.question
        text = say("others.maybe", self.viewer, seat=seat)
        if question is not None:
            person.question = None
            return Reply((text,), moved=line.casefold() in YES and question.yes().moved)
        choice = session.move_list(seat).exactly(line)
        is_offer = choice is not None and choice.move in session.match.offers(seat)
        return Reply((text,), moved=is_offer and play_parts(session, seat, (line,)).moved)

    def set_pin(self, seat: Seat, pin: str) -> None:
        """Let the hand-over to ``seat`` ask for a PIN until the match is left; "" asks for none."""
        self._session.persons[seat].pin = pin

    def has_pin(self, seat: Seat) -> bool:
        """Return whether the hand-over to ``seat`` asks for a PIN."""
        return bool(self._session.persons[seat].pin)

    def admits(self, seat: Seat, pin: str) -> bool:
        """Return whether ``pin`` is the PIN of ``seat``, or it has no PIN."""
        wanted = self._session.persons[seat].pin
        return not wanted or compare_digest(wanted.encode(), pin.encode())

    def new_header(self) -> Header:
        """Return the header of another match with the same players and options, and new luck.

        It begins as the rules say: all have seen what a position hides.
        """
        luck = urandom(8).hex()
        return replace(self._session.match.header, seed=luck, lesson=UNSET, state=UNSET)

    def note(self, line: str) -> None:
        """Show the people a line until their next decision."""
        for person in self._session.persons.values():
            person.notes += (line,)

    def call_people(self, names: tuple[str, ...]) -> None:
        """Call the people by other names, given for each seat."""
        session = self._session
        titles = seat_names(session.match.header.players, names)
        session.viewer = Viewer(titles, session.viewer.memory)
