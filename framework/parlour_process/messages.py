"""Messages between the host and a bot, one JSON object a line, and their JSON Schema.

docs/protocol.md explains them. A side ignores fields that it does not know, so that later
versions can add some.
"""

from typing import Annotated, Any, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from parlour.match import Game, told_by

VERSION = 1
"""Version of the protocol; it is raised when older bots can no longer play."""

V = TypeVar("V")
M = TypeVar("M")
E = TypeVar("E")


class HostHello(Struct, frozen=True, tag="hello"):
    """First message of the host."""

    protocol: int = VERSION


class Ready(Struct, frozen=True, omit_defaults=True, tag="ready"):
    """Asks whether the bot has done all that it was told before; it may come at any time."""

    options: dict[str, Any] = {}
    """Settings of the bot, in the first of these messages only."""


class TimeLeft(Struct, frozen=True):
    """The bot's clock, in seconds."""

    move: float
    """Seconds for this answer, or for each."""
    reserve: float
    """Seconds left for all answers that take longer."""
    increment: float | UnsetType = UNSET
    """Seconds that the reserve gains with each answer; left out if it gains nothing."""


class MatchStart(Struct, frozen=True, tag="match"):
    """A new match begins, and the match before is over."""

    game: str
    """Id of the game."""
    rules_version: int
    """Version of its rules."""
    seat: int
    """Seat of the bot, from 0."""
    seats: int
    """Number of seats."""
    options: dict[str, Any]
    """Options of the game."""
    seed: int
    """Seed for the bot's own generator, unrelated to the match's."""
    clock: TimeLeft


class MoveChoice(Struct, Generic[M], frozen=True):
    """A legal move."""

    text: str
    """Text to answer with."""
    move: M
    """Parts of the move."""


class Question(Struct, Generic[V, M, E], frozen=True, tag="decide"):
    """A decision put to the bot."""

    id: int
    """Number of the question, which the answer repeats."""
    view: V
    """All that the seat may know."""
    moves: tuple[MoveChoice[M], ...]
    """Legal answers; empty if this is only an occasion to move out of turn."""
    offers: tuple[MoveChoice[M], ...]
    """Moves that may be made at any time."""
    events: tuple[E, ...] = field(name="told")
    """Events since the bot was last asked."""
    clock: TimeLeft


class Stop(Struct, frozen=True, tag="stop"):
    """An answer is wanted now: the reserve runs, or a person does not want to wait."""

    id: int
    """Number of the question."""


class MatchOver(Struct, Generic[E], frozen=True, tag="over"):
    """The match has come to its end."""

    scores: tuple[int, ...]
    """Points of each seat."""
    places: tuple[int, ...]
    """Place of each seat, 1 for the winner; seats that tie share a place."""
    events: tuple[E, ...] = field(name="told")
    """Events since the bot was last asked."""


class Quit(Struct, frozen=True, tag="quit"):
    """Asks the bot to end."""


class BotHello(Struct, frozen=True, tag="hello"):
    """First message of the bot."""

    protocol: int
    """Version of the protocol that the bot speaks."""
    name: str
    author: str = ""
    version: str = ""
    """Version of the bot, as its author counts."""
    games: tuple[str, ...] | None = None
    """Ids of the games that it plays; None for all."""
    options: dict[str, bool | int | float | str] = {}
    """Settings of the bot, each with its default."""
    interjects: bool = False
    """Whether it wants to be asked for moves out of turn."""


class BotReady(Struct, frozen=True, tag="ready"):
    """The bot has done all that was asked before."""


FigureName: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,19}$")]
"""Name of a figure about an answer, such as ``depth`` or ``nodes``."""
MAX_FIGURES = 8
"""Maximum number of figures about an answer."""


class BotMove(Struct, frozen=True, tag="move"):
    """The answer to a question."""

    id: int
    """Number of the question."""
    move: str | None = None
    """Text of a move; null declines an occasion to move out of turn."""
    info: Annotated[dict[FigureName, float], Meta(max_length=MAX_FIGURES)] = {}
    """Figures about the answer, by their names."""


ToBot: TypeAlias = (
    HostHello | Ready | MatchStart | Question[Any, Any, Any] | Stop | MatchOver[Any] | Quit
)
FromBot: TypeAlias = BotHello | BotReady | BotMove

DIALECT = "https://json-schema.org/draft/2020-12/schema"
"""Version of JSON Schema."""

GENERIC = {"MoveChoice", "Question", "MatchOver"}
"""Names of the messages whose parts depend on the game."""


def protocol_schema(game: Game | None = None) -> dict[str, Any]:
    """Return the JSON Schema of all messages, with one property for each direction.

    With a game, its views, moves and events are spelt out.
    """
    to_bot: Any = ToBot
    if game is not None:
        decide: Any = Question
        over: Any = MatchOver
        told = told_by(game)
        to_bot = decide[game.view, game.moves, told] | over[told]
        to_bot |= HostHello | Ready | MatchStart | Stop | Quit
    shapes, definitions = msgspec.json.schema_components(
        [to_bot, FromBot], ref_template="#/$defs/{name}"
    )
    title = f"Parlour's protocol for bots, version {VERSION}"
    return _with_short_names(
        {
            "$schema": DIALECT,
            "title": f"{title}: {game.title}" if game else title,
            "type": "object",
            "properties": dict(zip(("to_bot", "from_bot"), shapes, strict=True)),
            "$defs": definitions,
        }
    )


def _with_short_names(schema: dict[str, Any]) -> dict[str, Any]:
    """Rename generic messages: ``Question_View_Move_Event_`` becomes ``question``."""
    text = msgspec.json.encode(schema).decode()
    for name, shape in schema["$defs"].items():
        short, generic, _ = name.partition("_")
        if generic and short in GENERIC:
            text = text.replace(f'#/$defs/{name}"', f'#/$defs/{short.lower()}"')
            text = text.replace(f'"{name}":', f'"{short.lower()}":')
            text = text.replace(f'"title":"{shape["title"]}"', f'"title":"{short}"')
    return in_draft(msgspec.json.decode(text, type=dict[str, Any]))


def in_draft(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without OpenAPI's ``discriminator``, which msgspec gives to unions.

    JSON Schema has no such keyword, and some validators refuse one that they do not know. Each kind
    of a union names its tag itself.
    """
    shown = {name: shape for name, shape in schema.items() if name != "discriminator"}
    kept = shown if "anyOf" in schema else schema
    return {name: _parts_in_draft(shape) for name, shape in kept.items()}


def _parts_in_draft(shape: Any) -> Any:
    if isinstance(shape, list):
        return [_parts_in_draft(inner) for inner in shape]
    return in_draft(shape) if isinstance(shape, dict) else shape
