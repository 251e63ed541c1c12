"""Open files: how many the system grants, and how many are in use.

Each connection is one, and each open table has two. A server without a free one can let nobody in,
and cannot read a module that it needs late. So it declines newcomers before.
"""

import os
import sys
from contextlib import suppress

from msgspec.structs import replace

from parlour_web.options import Limits

if sys.platform != "win32":
    import resource

RESERVED_FILES = 64
"""Number of open files that newcomers leave to the players."""
FILES_A_CONNECTION = 2
"""Number of open files for a connection: its own, and its part of the table that it looks at."""
OPEN_MAX = (65_536, 10_240)
"""Limits to try if the system names none that it allows; the last one is the limit of macOS."""


def granted_files() -> int:
    """Raise the limit of open files to what the system allows, and return it; 0 if unknown."""
    if sys.platform == "win32":
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    wishes = OPEN_MAX if hard == unlimited else (hard,)
    for wish in () if soft == unlimited else wishes:
        with suppress(OSError, ValueError):  # some systems name a limit that they do not allow
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(wish, soft), hard))
            break
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 0 if now == unlimited else now


def limits_within(limits: Limits, granted: int) -> Limits:
    """Return limits whose connections need no more than the granted open files."""
    if not granted:
        return limits
    connections = max(1, (granted - RESERVED_FILES) // FILES_A_CONNECTION)
    return replace(limits, connections=min(limits.connections, connections))


def files_in_use() -> int:
    """Return the number of open files: the lowest number that is free.

    Raises:
        OSError: All are in use.
    """
    probe = os.open(os.devnull, os.O_RDONLY)
    os.close(probe)
    return probe
