"""Acts: requests of people at a table from any face, the rights to them, and the replies."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from parlour.rules import Move, Seat
from parlour.words import say


class Surface(StrEnum):
    """Ways to sit at a table."""

    TERMINAL = "terminal"
    PAGE = "page"
    ASSISTANT = "assistant"


class Identity(StrEnum):
    """People at a table, by their rights."""

    PERSON = "person"
    """Somebody at a private seat."""
    NEIGHBOUR = "neighbour"
    """Somebody who types for another person at the same terminal, where secrets are kept."""
    SPECTATOR = "spectator"
    """Somebody at no seat, the host included."""


class Topic(StrEnum):
    """Things that one can ask for."""

    ANALYSE = "analyse"
    HELP = "help"
    HINT = "hint"
    LOG = "log"
    LOOK = "look"
    MOVES = "moves"
    PLANS = "plans"
    RECORD = "record"
    RULES = "rules"
    SCORE = "score"
    WHY = "why"


SLOW_TOPICS = frozenset({Topic.ANALYSE, Topic.HINT})
"""The topics that a bot thinks about."""


class Play(Struct, frozen=True):
    """Make moves, one by one."""

    parts: tuple[str, ...]
    """Texts of moves; each is read once those before it are made."""


class PlayAhead(Struct, frozen=True):
    """Keep moves for the own turn, while it is the turn of others."""

    parts: tuple[str, ...]
    """Texts of moves, as in ``Play``."""


class Confirm(Struct, frozen=True):
    """Confirm the question that was asked."""

    yes: bool


class Undo(Struct, frozen=True):
    """Take the last move back."""


class MoveNow(Struct, frozen=True):
    """Have the bot that thinks play at once."""


class Resign(Struct, frozen=True):
    """Give the match up."""


class Order(Struct, frozen=True):
    """Leave a standing order; without a name, list them."""

    name: str = ""


class Ask(Struct, frozen=True):
    """Ask for something to be shown."""

    topic: Topic
    about: str = ""
    """A move, a part of the table, or a number or word of the rules."""


class Rename(Struct, frozen=True):
    """Take another name."""

    name: str


class Fork(Struct, frozen=True):
    """Begin a private table at a position of this one."""

    at: int


class SaveCopy(Struct, frozen=True):
    """Write a copy of the record to a new file."""

    path: str


class SetPin(Struct, frozen=True):
    """Have the hand-over ask for a PIN."""


class Leave(Struct, frozen=True):
    """Leave the table; the match is kept."""


class Rematch(Struct, frozen=True):
    """Play another match of the same kind."""


class Unreadable(Struct, frozen=True):
    """A line that is no act, with the reason."""

    why: str


Act: TypeAlias = (
    Play
    | PlayAhead
    | Confirm
    | Undo
    | MoveNow
    | Resign
    | Order
    | Ask
    | Rename
    | Fork
    | SaveCopy
    | SetPin
    | Leave
    | Rematch
    | Unreadable
)

Kind: TypeAlias = type[Act] | Topic


class Right(Struct, frozen=True):
    """The faces and people that may do an act."""

    surfaces: frozenset[Surface]
    identities: frozenset[Identity]
    instead: str = ""
    """Code of the sentence for a face that does not have it."""


EVERYWHERE = frozenset(Surface)
FOR_PEOPLE = frozenset({Surface.TERMINAL, Surface.PAGE})
AT_A_TERMINAL = frozenset({Surface.TERMINAL})
ON_A_PAGE = frozenset({Surface.PAGE})
OWN = frozenset({Identity.PERSON})
ANYBODY_SEATED = frozenset({Identity.PERSON, Identity.NEIGHBOUR})

RIGHTS: Mapping[Kind, Right] = {
    Play: Right(EVERYWHERE, OWN),
    PlayAhead: Right(FOR_PEOPLE, OWN, "instead.wait"),
    Confirm: Right(EVERYWHERE, OWN),
    Undo: Right(EVERYWHERE, OWN),
    MoveNow: Right(FOR_PEOPLE, OWN),
    Resign: Right(FOR_PEOPLE, OWN),
    Order: Right(FOR_PEOPLE, OWN),
    Topic.ANALYSE: Right(FOR_PEOPLE, OWN),
    Topic.HINT: Right(FOR_PEOPLE, OWN),
    Topic.LOG: Right(EVERYWHERE, OWN),
    Topic.LOOK: Right(EVERYWHERE, OWN),
    Topic.MOVES: Right(EVERYWHERE, OWN),
    Topic.PLANS: Right(EVERYWHERE, OWN),
    Topic.SCORE: Right(EVERYWHERE, OWN),
    Topic.WHY: Right(EVERYWHERE, OWN),
    Topic.HELP: Right(EVERYWHERE, ANYBODY_SEATED),
    Topic.RULES: Right(EVERYWHERE, ANYBODY_SEATED),
    Rename: Right(ON_A_PAGE, OWN, "instead.rename"),
    Fork: Right(FOR_PEOPLE, frozenset({Identity.PERSON, Identity.SPECTATOR})),
    Topic.RECORD: Right(AT_A_TERMINAL, ANYBODY_SEATED, "instead.record"),
    SaveCopy: Right(AT_A_TERMINAL, ANYBODY_SEATED, "instead.record"),
    SetPin: Right(AT_A_TERMINAL, OWN, "instead.pin"),
    Leave: Right(
        AT_A_TERMINAL,
        ANYBODY_SEATED,
        "instead.leave",
    ),
    Rematch: Right(AT_A_TERMINAL, ANYBODY_SEATED, "instead.rematch"),
    Unreadable: Right(EVERYWHERE, ANYBODY_SEATED),
}
"""The one table of rights, by identity and place. Nobody may do anything else."""


def why_not(act: Act, identity: Identity, surface: Surface) -> str:
    """Say why somebody may not do an act from a face; empty if they may."""
    right = RIGHTS.get(act.topic if isinstance(act, Ask) else type(act))
    if right is None or identity not in right.identities:
        return say("line.not_yours")
    return say(right.instead or "line.not_here") if surface not in right.surfaces else ""


class Who(StrEnum):
    """Kinds of players that a match can wait for."""

    PERSON = "person"
    """Somebody who types."""
    BOT = "bot"
    """A bot, or the stand-in of a seat that has forfeited."""
    ORDER = "order"
    """The standing order that a person has left."""
    AHEAD = "ahead"
    """A person with moves typed ahead."""
    NOBODY = "nobody"
    """The match is over."""


Asks: TypeAlias = Literal["all", "costly", "none"]
"""Lines that people are asked about: of those that cannot be taken back, all that are worse than
the best plan, or those that are much worse; or none."""


Advice: TypeAlias = Literal["all", "plans", "none"]
"""Advice that a table gives its people: a bot's too, the game's plans alone, or none."""


class Turn(Struct, frozen=True):
    """The seat or the bot that is to act next."""

    who: Who
    seat: Seat = 0
    """The seat that acts; 0 where nobody does."""
    offers: bool = False
    """Whether a bot is only asked if it makes a move out of turn."""
    seconds: float = 0.0
    """Seconds that the bot may take, if known; 0 where it answers at once."""

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
    plans: tuple[str, ...] = ()
    """Lines before ``lines`` where the plans do not stand beside them, as they do on a page."""
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
