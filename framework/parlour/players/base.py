"""What a player is given, what it must be able to do, and how a plugin brings a bot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from parlour.match.game import Game
from parlour.players.time_control import Clock
from parlour.rules.answers import Move
from parlour.rules.events import Event
from parlour.rules.seats import Seat


class Decision(Struct, frozen=True, gc=False):
    """A question put to one seat: all that its player ever gets to see."""

    seat: Seat
    view: Any
    moves: Sequence[Move]
    """The legal answers; never empty, unless this is only an occasion to move out of turn."""
    offers: Sequence[Move] = ()
    """Moves that may be made at any time."""
    events: tuple[Event, ...] = ()
    """What happened since the seat was last asked."""
    seats: int | None = None
    """How many play; None where whoever asks does not say."""


class SeatInfo(Struct, frozen=True):
    """What a player learns when it sits down."""

    seat: Seat
    seats: int
    options: dict[str, Any]
    clock: Clock


class Player(Protocol):
    """Who fills a seat.

    A player may also have any of these: ``consider_offers(decision)``, which returns a move
    out of turn or None; ``begin(sitting)``, called before a match; ``end(result, events)``,
    called after one that came to its end; ``close()``, called when it leaves the table; and
    ``dismiss()``, called in its place when the player has failed.
    """

    @property
    def name(self) -> str:
        """What to call the player."""

    def choose(self, decision: Decision) -> Move:
        """Answer with one of the decision's moves, or of its offers."""


class NoSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a bot that has none."""


@dataclass(frozen=True, kw_only=True)
class Bot:
    """What the hook ``parlour_bots`` yields: a kind of player that needs no person."""

    name: str
    """A short name to type: ``search``."""
    seat: Callable[[Game, Random, Any], Player]
    """Make a player for one match, given a generator of its own and its settings.

    It raises ``SetupError``, with a reason, for a game that it declines.
    """
    settings: type[Struct] = NoSettings
    """What may be typed behind the name, ``search:seconds=2``; each with a default."""
    summary: str = ""
    """One line for the list of bots."""
