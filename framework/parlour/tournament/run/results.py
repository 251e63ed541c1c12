"""What came of a match: the result, which repeats, and the timing, which does not."""

from msgspec import Struct

from parlour.match.record import Forfeit
from parlour.players.time_control import ThinkTime
from parlour.tournament.schedules.blocks import Lineup


class MatchResult(Struct, frozen=True):
    """What came of a match. The same plan gives the same results."""

    contest: int
    block: int
    match: int
    deal: str
    lineup: Lineup
    scores: tuple[int, ...]
    places: tuple[int, ...]
    length: int
    """Moves and outcomes."""
    forfeits: tuple[Forfeit, ...] = ()
    fault: str = ""
    """What was wrong with the game itself, so that nothing came of the match."""

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells it from all others."""
        return self.contest, self.block, self.match


class Timing(Struct, frozen=True):
    """What was measured while a match was played."""

    seconds: float
    began: float
    """Seconds since 1970."""
    host: str
    thinking: tuple[ThinkTime, ...]
    """One entry a seat."""


class Wrote(Struct, frozen=True):
    """What the bot at one seat wrote on standard error, or where one in the box went wrong."""

    seat: int
    text: str
    """The end of it."""


class Played(Struct, frozen=True):
    """A match that has been played."""

    result: MatchResult
    timing: Timing
    record: bytes
    """Compressed."""
    errors: tuple[Wrote, ...] = ()
    """Of the bots that wrote something; it may differ from one time to the next."""
