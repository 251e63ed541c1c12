"""Replies of a session: what a typed line, or a bot's answer, has led to."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from parlour.rules.answers import Move
from parlour.rules.seats import Seat


class Who(StrEnum):
    """Kinds of players that a match can wait for."""

    PERSON = "person"
    """Somebody who types."""
    BOT = "bot"
    """A bot, or the stand-in of a seat that has forfeited."""
    ORDER = "order"
    """The standing order that a person has left."""
    AHEAD = "ahead"
    """A person who has typed ahead."""
    NOBODY = "nobody"
    """The match is over."""


class Turn(Struct, frozen=True):
    """The seat or the bot that is to act next."""

    who: Who
    seat: Seat = 0
    """The seat that acts; 0 where nobody does."""
    offers: bool = False
    """Whether a bot is only asked if it makes a move out of turn."""
    seconds: float = 0.0
    """Seconds that the bot may take, as far as is known; 0 where it answers at once."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.who is Who.NOBODY

    @property
    def is_automatic(self) -> bool:
        """Whether ``ask_bot`` answers, and no person is asked."""
        return self.who in {Who.BOT, Who.ORDER, Who.AHEAD}


class BotAnswer(Struct, frozen=True, eq=False):
    """An answer that a bot or a standing order has found."""

    turn: Turn
    """The turn it answers."""
    after: object
    """The last answer of the match when it was asked for."""
    move: Move | None
    """The move, or None for no move out of turn, or for an order that has come to its end."""


class Show(StrEnum):
    """Things that a face is asked to show."""

    TABLE = "table"
    """The panel named in ``Reply.what``; all of them without a name."""
    MOVES = "moves"
    """The legal moves whose texts begin with ``Reply.what``, unfolded."""
    PAST = "past"
    """The table after so many answers, the number in ``Reply.what``."""
    MARKDOWN = "markdown"
    """The text in ``Reply.what``."""


class Reply(Struct, frozen=True):
    """The answer to a typed line."""

    lines: tuple[str, ...] = ()
    """Sentences for the person who typed."""
    refused: bool = False
    """Whether a move was refused, or the line could not be read."""
    rule: str = ""
    """The number of the rule that forbids it; empty where none does."""
    moved: bool = False
    """Whether the match has changed; the face then asks ``turn`` again."""
    show: Show | None = None
    """A thing to show, besides ``lines``."""
    what: str = ""
    """The name, beginning or text of that thing."""
    question: str = ""
    """A question to the person; the next line, ``yes`` or ``no``, answers it."""
    places: tuple[str, ...] = ()
    """The addresses of places that a hint points at: ``hex=e9``."""
    hand_over: Seat | None = None
    """A seat whose person must sit down first; then ``line`` is to be entered for it."""
    line: str = ""
    """The line that waits for the hand-over."""
    asks_pin: bool = False
    """Whether the face is to ask for a PIN, unseen, and give it to ``Table.set_pin``."""
    left: str = ""
    """The reason why the person leaves; empty while they stay."""
    again: bool = False
    """Whether the person wants another match of the same kind."""

    def after(self, lines: tuple[str, ...]) -> "Reply":
        """Return the reply with ``lines`` before its own."""
        return replace(self, lines=(*lines, *self.lines)) if lines else self
