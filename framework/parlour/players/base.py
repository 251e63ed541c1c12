"""Players: the class they derive from, and bots that plugins bring."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Generic

from msgspec import Struct
from typing_extensions import TypeVar

from parlour.match import Decision, Game, Match
from parlour.players.time_control import Clock, ClockReading
from parlour.rules import Event, Move, Result, Seat, cut

V = TypeVar("V", default=Any)
M = TypeVar("M", bound=Move, default=Any)
C = TypeVar("C", bound=Struct, default=Any)
"""Settings of a bot."""


MAX_SHOWN = 60
"""Maximum number of characters of an answer that an error shows."""


class SeatInfo(Struct, frozen=True):
    """Facts of a match that a player is told before it begins."""

    seat: Seat
    """Seat of the player."""
    seats: int
    """Number of seats in the match."""
    options: dict[str, object]
    """Options of the game, as the record writes them; a copy for this seat."""
    clock: ClockReading
    """Clock of the seat, to be read; it runs while the player is asked."""


def seat_info_for(match: Match, seat: Seat, clock: Clock) -> SeatInfo:
    """Return what a player is told: copies, so that it can change nothing of the match."""
    header = match.header
    return SeatInfo(seat, header.seats, deepcopy(header.options), clock.reading)


class Player(ABC, Generic[V, M]):
    """Base class of everybody who fills a seat.

    ``Player[View, Move]`` plays games of these types, ``Player`` any game. A player writes
    ``choose``. The other methods do nothing unless they are overridden::

        class First(parlour.Player):
            name = "first"

            def choose(self, decision):
                return decision.moves[0]
    """

    name: str = "bot"
    """Name of the player for others."""
    seconds: float = 0.0
    """Seconds that the player usually takes for an answer; 0 if it does not say."""
    is_cut_short: bool = False
    """Whether the clock ended the thinking about the last answer before its budget was spent."""
    info: Mapping[str, float] = MappingProxyType({})
    """Figures about the last answer, by their names, for reports: ``depth``, ``nodes``."""
    errors: str = ""
    """Text that the player wrote on standard error; complete once it has left."""

    @abstractmethod
    def choose(self, decision: Decision[V, M]) -> M:
        """Return one of ``decision.moves``, or one of ``decision.offers``."""

    def consider_offers(self, decision: Decision[V, M]) -> M | None:
        """Return one of ``decision.offers``, or None, when other seats are awaited."""
        return None

    @property
    def wants_offers(self) -> bool:
        """Whether ``consider_offers`` is asked at all: by default, if it is overridden."""
        return type(self).consider_offers is not Player.consider_offers

    def answer_now(self) -> None:
        """Answer at once with the best found so far.

        It is called from another thread while the player thinks. A player that does not override
        it thinks on.
        """

    def begin(self, seat_info: SeatInfo) -> None:
        """Get ready for a match; the time counts as set-up.

        ``seat_info`` holds the game, the seat, the options and the clock.
        """

    def end(self, result: Result, events: tuple[Event, ...]) -> None:
        """Learn the result of a finished match, and the events since the last decision."""

    def close(self) -> None:
        """Leave the match, and release what the player holds."""

    def dismiss(self) -> None:
        """Leave at once, since the player has failed or the match was broken off."""
        self.close()


class NoSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a bot without settings."""


@dataclass(frozen=True, kw_only=True)
class Bot(Generic[C]):
    """A kind of player that needs no person; the hook ``parlour_bots`` yields it."""

    name: str
    """Short name to type: ``search``."""
    make: Callable[[Game, Random, C], Player]
    """Makes a player for one match from the game, a separate generator and its settings.

    It raises ``SetupError``, with a reason, for a game that it declines.
    """
    settings: type[C] = NoSettings  # type: ignore[assignment]  # a bot without settings reads none
    """Settings to type behind the name, ``search:seconds=2``; each has a default."""
    summary: str = ""
    """One line for the list of bots."""
    counts: str = ""
    """Name of the setting that limits its thinking by a number, so that its moves repeat; empty for
    a bot whose moves repeat anyway."""
    levels: str = ""
    """Place of ``(game, level) -> str``: the bot with its settings for a level of a game that names
    none, or an empty text if it declines the game."""
    compares: str = ""
    """Place of the function that says what lines are worth; see ``included.compared``."""
    hints: str = ""
    """Place of the function that words hints; see ``parlour.players.included.hint``."""
    advises: str = ""
    """Place of ``(game, rng, budget, best) -> Adviser``, which gives hints; see
    ``parlour.players.advice``. ``best`` are the settings of the game's best bot, or None."""


def no_move(game: Game, answer: object) -> str:
    """Return a sentence about an answer of a bot that is no move of the game."""
    return f"expected one of decision.moves of {game.id}, got {cut(repr(answer), MAX_SHOWN)}"


def why_no_player(candidate: object) -> str | None:
    """Return a sentence that says why ``candidate`` cannot fill a seat, or None if it can."""
    if isinstance(candidate, Player):
        return None
    if isinstance(candidate, type) and issubclass(candidate, Player):
        return f"expected a player, got its class: write {candidate.__name__}()"
    kind = type(candidate).__name__
    return f"expected a parlour.Player, got {kind}: derive the class from parlour.Player"
