"""Processes that a test starts, and a list of those that still run."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """Mark every process that is started from now on; return what lists those that still run."""
    mark = uuid4().hex
    monkeypatch.setenv("PARLOUR_TEST", mark)
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=os.pathsep)
    entry = f"PARLOUR_TEST={mark}".encode()

    def listed() -> Iterator[int]:
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if entry in (folder / "environ").read_bytes().split(b"\0"):
                    yield int(folder.name)

    if sys.platform != "linux":
        pytest.skip("which processes still run is read from /proc")
    assert os.getpid() not in listed()
    return lambda: list(listed())
