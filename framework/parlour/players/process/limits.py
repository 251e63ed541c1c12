"""What a bot outside may use, and how it ends."""

from enum import StrEnum

from msgspec import Struct


class Ending(StrEnum):
    """Why an outside bot forfeits its seat."""

    START = "start"
    """It could not be started, or does not speak this protocol."""
    DECLINED = "declined"
    """It does not play this game, or has no such option."""
    DIED = "died"
    """It ended, or closed its output, in mid-match."""
    TIME = "time"
    """It did not answer in time."""
    GARBLED = "garbled"
    """What it wrote is no message."""
    UNASKED = "unasked"
    """It wrote a message that nobody had asked for."""
    ILLEGAL = "illegal"
    """Its move is not legal."""


class Limits(Struct, frozen=True):
    """Limits beside the clock."""

    memory: int = 1024
    """Mebibytes of writable memory, for each of its processes."""
    line: int = 65_536
    """Bytes of a line."""
    errors: int = 65_536
    """Bytes of standard error that are kept, the last ones."""
    quit: float = 1.0
    """Seconds from ``quit`` to SIGTERM."""
    kill: float = 0.2
    """Seconds from SIGTERM to SIGKILL."""
