"""Processes that a test starts, and a list of those that still run."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from parlour.rules.errors import SetupError
from parlour_process.command import BotCommand
from parlour_process.process import Process
from parlour_process.sandbox import check_sandbox
from tests.needs import program

ROOT = Path(__file__).parents[2]


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """Mark every process that is started from now on; return what lists those that still run.

    The mark stands in PATH, which bots get too. The program that starts the bots of this process
    stays, and so it is started before the mark is set.
    """
    if sys.platform != "linux":
        pytest.skip("which processes still run is read from /proc")
    Process(BotCommand(("true",))).end()
    mark = f"/nowhere/{uuid4().hex}"
    monkeypatch.setenv("PATH", mark, prepend=os.pathsep)
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    assert list(marked(mark)) == []
    return lambda: list(marked(mark))


@pytest.fixture
def sandbox() -> None:
    """Skip a test where the system lets nobody make a sandbox."""
    program("bwrap")
    try:
        check_sandbox()
    except SetupError as fault:
        pytest.skip(str(fault))


def marked(mark: str) -> Iterator[int]:
    """Yield the ids of processes whose environment has a mark."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                yield int(folder.name)
