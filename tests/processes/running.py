"""Processes that answer, as the system lists them."""

import os
from contextlib import suppress
from pathlib import Path
from threading import Event

PROGRAM = b"parlour.processes.answering"
PULSES = 600
"""Maximum wait in tenths of a second, far more than anything here takes."""


def answering(parent: int) -> list[int]:
    """Return the ids of processes that answer a program; those of nobody have the parent 1."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, its_parent, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
            program = PROGRAM in (folder / "cmdline").read_bytes()
            if program and int(its_parent) == parent and state != "Z":
                found.append(int(folder.name))
    return sorted(found)


def runs(process: int) -> bool:
    """Return whether a process still runs."""
    with suppress(OSError):
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
        return state != "Z"
    return False


def ends(process: int) -> bool:
    """Return whether a process ends; it may take a moment to notice that it should."""
    pause = Event()
    return any(not runs(process) or pause.wait(0.1) for _ in range(PULSES))


def until_written(path: Path, text: str) -> None:
    """Wait until a file is there and holds a text: it is there before that is written."""
    pause = Event()
    assert any(
        (path.exists() and path.read_text("utf-8") == text) or pause.wait(0.1)
        for _ in range(PULSES)
    ), f"expected {text!r} in {path}"


def mine() -> list[int]:
    return answering(os.getpid())
