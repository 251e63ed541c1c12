"""Runs a command under the filter of system calls that a unit of systemd names.

``python -m tests.web.under_filter UNIT COMMAND...``: all other calls fail with ``EPERM``, here and
in each program that the command starts.
"""

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LIBRARY = "libseccomp.so.2"
ALLOW = 0x7FFF0000
REFUSE = 0x00050000
"""Action of a call that fails with the error number that is added."""
EPERM = 1
NO_SUCH_CALL = -1


def calls(name: str) -> Iterator[str]:
    """Yield the calls of a set, ``@system-service``, as systemd knows them."""
    if not name.startswith("@"):
        yield name
        return
    said = subprocess.run(  # noqa: S603  our own command
        ["systemd-analyze", "syscall-filter", name],  # noqa: S607  where the system has it
        capture_output=True,
        text=True,
        check=True,
    )
    for line in said.stdout.splitlines()[1:]:
        if word := line.partition("#")[0].strip():
            yield from calls(word)


def allowed(unit: str) -> set[str]:
    """Return the calls that the lines of a unit allow, in their order."""
    named = set[str]()
    for is_refused, names in re.findall(r"^SystemCallFilter=(~?)(.+)$", unit, re.MULTILINE):
        of_line = {call for name in names.split() for call in calls(name)}
        named = named - of_line if is_refused else named | of_line
    return named


def load(names: set[str]) -> None:
    """Let this program make no other calls from now on."""
    library = ctypes.CDLL(LIBRARY)
    library.seccomp_init.restype = ctypes.c_void_p
    filtered = ctypes.c_void_p(library.seccomp_init(REFUSE | EPERM))
    for name in sorted(names):
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number != NO_SUCH_CALL:
            library.seccomp_rule_add(filtered, ALLOW, number, 0)
    assert library.seccomp_load(filtered) == 0


if __name__ == "__main__":
    load(allowed(Path(sys.argv[1]).read_text(encoding="utf-8")))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606  our own command
