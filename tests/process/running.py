"""Processes as the system lists them, and what they write."""

from contextlib import suppress
from pathlib import Path
from threading import Event

PULSES = 3_000
"""Maximum wait in tenths of a second, far more than anything here takes."""


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
