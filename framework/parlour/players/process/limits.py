"""Limits of a bot outside, beside its clock."""

from msgspec import Struct


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
