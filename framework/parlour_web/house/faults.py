"""Faults of the machine, in words for people who must not learn about its files."""

import errno
import logging
import os
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

from parlour.rules import one_line
from parlour.words import say

log = logging.getLogger("parlour_web")

SHORT = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT, errno.ENOMEM})
"""Errors of a machine that has no more of something; later it may."""

UNAVAILABLE = 503
"""Status of an answer if the server cannot use one of its files."""
FULL = 507
"""Status of an answer if the disk is full."""


class Told(NamedTuple):
    """An error, as a page reads it."""

    text: str
    status: int | None
    """Status of an answer with it, unless the act has one."""
    wait: float = inf
    """Seconds until it is worth asking again; infinite if nobody knows."""


def is_shortage(fault: BaseException) -> bool:
    """Return whether something came of a machine that has no more files, memory or room."""
    return any(one.errno in SHORT for one in _system_errors(fault))


def told(fault: Exception, folder: Path) -> Told:
    """Return what a page is told of an error: no path, of this ``folder`` or another."""
    text = one_line(fault)
    reasons = [one.strerror or "" for one in _system_errors(fault)]
    if not reasons and not any(place in text for place in _places(folder)):
        return Told(text, getattr(fault, "status", None), getattr(fault, "wait", inf))
    log.warning("a page was told less than this: %s", text)
    reason = reasons[0] if reasons else say("house.damaged")
    is_full = any(one.errno in {errno.ENOSPC, errno.EDQUOT} for one in _system_errors(fault))
    status = FULL if is_full else UNAVAILABLE
    return Told(say("house.files", reason=reason), status)


def _system_errors(fault: BaseException) -> Iterator[OSError]:
    """Yield the errors of the system that an error came of."""
    cause: BaseException | None = fault
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno is not None:
            yield cause
        cause = cause.__cause__ or cause.__context__


def _places(folder: Path) -> Iterator[str]:
    """Yield paths that tell where on this machine something is."""
    for path in (folder, folder.absolute(), Path.home(), Path(sys.prefix), Path.cwd()):
        if len(str(path)) > 1:
            yield f"{path}{os.sep}"
