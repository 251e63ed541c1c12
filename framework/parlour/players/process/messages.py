"""What a host and a bot say to each other, one JSON object a line; docs/protocol.md explains it.

Fields that a side does not know are ignored, so that later versions can add some.
"""

from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct, field

VERSION = 1
"""Of the protocol; raised when an older bot could no longer play."""

V = TypeVar("V")
M = TypeVar("M")
E = TypeVar("E")


class HostHello(Struct, frozen=True, tag="hello"):
    """The host's first message."""

    protocol: int = VERSION


class Ready(Struct, frozen=True, omit_defaults=True, tag="ready"):
    """Asks whether the bot has done all that it was told before; it may come at any time."""

    options: dict[str, Any] = {}
    """Settings of the bot, in the first of these only."""


class TimeLeft(Struct, frozen=True):
    """A bot's clock, in seconds."""

    move: float
    """For this answer, or for each."""
    reserve: float
    """What is left for all that take longer."""


class MatchStart(Struct, frozen=True, tag="match"):
    """A new match begins; what was before is over."""

    game: str
    rules_version: int
    seat: int
    seats: int
    options: dict[str, Any]
    seed: int
    """For the bot's own dice; it has nothing to do with the match's."""
    clock: TimeLeft


class MoveChoice(Struct, Generic[M], frozen=True):
    """A legal move."""

    text: str
    """What to answer with."""
    move: M
    """Its parts."""


class Question(Struct, Generic[V, M, E], frozen=True, tag="decide"):
    """A question put to the bot."""

    id: int
    view: V
    """All that the seat may know."""
    moves: tuple[MoveChoice[M], ...]
    """The legal answers; empty if this is only an occasion to move out of turn."""
    offers: tuple[MoveChoice[M], ...]
    """Moves that may be made at any time."""
    events: tuple[E, ...] = field(name="told")
    """What happened since the bot was last asked."""
    clock: TimeLeft


class Stop(Struct, frozen=True, tag="stop"):
    """The time for an answer is used up, and the reserve runs."""

    id: int


class MatchOver(Struct, Generic[E], frozen=True, tag="over"):
    """The match has come to its end."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    """1 for the winner; seats that tie share a place."""
    events: tuple[E, ...] = field(name="told")
    """What happened since the bot was last asked."""


class Quit(Struct, frozen=True, tag="quit"):
    """The bot is to end."""


class BotHello(Struct, frozen=True, tag="hello"):
    """The bot's first message."""

    protocol: int
    name: str
    author: str = ""
    games: tuple[str, ...] | None = None
    """What it plays; left out, it plays all."""
    options: dict[str, bool | int | float | str] = {}
    """Its settings, each with its default."""
    interjects: bool = False
    """Whether it wants to be asked for moves out of turn."""


class BotReady(Struct, frozen=True, tag="ready"):
    """The bot has done all that was asked before."""


class BotMove(Struct, frozen=True, tag="move"):
    """The answer to a question."""

    id: int
    """The question's."""
    move: str | None = None
    """The text of a move; null declines an occasion to move out of turn."""


ToBot: TypeAlias = (
    HostHello | Ready | MatchStart | Question[Any, Any, Any] | Stop | MatchOver[Any] | Quit
)
FromBot: TypeAlias = BotHello | BotReady | BotMove
