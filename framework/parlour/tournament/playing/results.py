"""Results of matches, which repeat, and their timings, which do not."""

from msgspec import Struct

from parlour.match.record import Forfeit
from parlour.players.time_control import ThinkTime
from parlour.rules.seats import Seat
from parlour.tournament.schedules.seating import Lineup


class MatchResult(Struct, frozen=True, omit_defaults=True):
    """Result of a match. Equal plans give equal results."""

    contest: int
    """Number of the contest in the plan."""
    block: int
    """Number of the block in its contest."""
    match: int
    """Number of the match in its block."""
    deal: str
    """Seed of the dealer."""
    lineup: Lineup
    """Entrants by seat."""
    scores: tuple[int, ...]
    """Points by seat; empty where the game failed."""
    places: tuple[int, ...]
    """Places by seat, 1 for the winner; empty where the game failed."""
    length: int
    """Number of moves and outcomes."""
    forfeits: tuple[Forfeit, ...] = ()
    """Forfeits by seat."""
    fault: str = ""
    """Error of the game itself, which broke the match off."""

    opening: int = -1
    """Number of the opening in the plan; -1 for none."""
    adjudicated: bool = False
    """Whether it was broken off at the plan's limit."""

    @property
    def key(self) -> tuple[int, int, int]:
        """Contest, block and match: unique in a tournament."""
        return self.contest, self.block, self.match


class Timing(Struct, frozen=True):
    """Measurements of a match."""

    seconds: float
    """Seconds that the match took."""
    began: float
    """Time of the beginning, in seconds since 1970."""
    host: str
    """Name of the machine that played it."""
    thinking: tuple[ThinkTime, ...]
    """Time that each bot took, by seat."""


class StderrTail(Struct, frozen=True):
    """End of the standard error of the bot at one seat, with its tracebacks."""

    seat: Seat
    """Seat of the bot."""
    text: str
    """Last characters of the text."""


class PlayedMatch(Struct, frozen=True):
    """A match that has been played, as it goes into the file."""

    result: MatchResult
    """Result, which repeats."""
    timing: Timing
    """Measurements, which do not."""
    record: bytes
    """Record as JSON lines, compressed with zlib."""
    errors: tuple[StderrTail, ...] = ()
    """Standard error of the bots that wrote any; it may differ the next time."""
