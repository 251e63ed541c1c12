"""Acts: all that somebody at a table can do, whichever face they use, and who may do what."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from parlour.words.framework import say


class Face(StrEnum):
    """Ways to sit at a table."""

    TERMINAL = "terminal"
    PAGE = "page"
    ASSISTANT = "assistant"


class Identity(StrEnum):
    """People at a table, by what they may do there."""

    PERSON = "person"
    """Somebody at a seat of their own."""
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
    """As those of ``Play``."""


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
    """Begin a table of one's own at a position of this one."""

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

    faces: frozenset[Face]
    identities: frozenset[Identity]
    instead: str = ""
    """Code of the sentence for a face that does not have it."""


EVERYWHERE = frozenset(Face)
FOR_PEOPLE = frozenset({Face.TERMINAL, Face.PAGE})
AT_A_TERMINAL = frozenset({Face.TERMINAL})
ON_A_PAGE = frozenset({Face.PAGE})
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
"""The one table of who may do what from where. Nobody may do anything else."""


def why_not(act: Act, identity: Identity, face: Face) -> str:
    """Say why somebody may not do an act from a face; empty if they may."""
    right = RIGHTS.get(act.topic if isinstance(act, Ask) else type(act))
    if right is None or identity not in right.identities:
        return say("line.not_yours")
    return say(right.instead or "line.not_here") if face not in right.faces else ""
