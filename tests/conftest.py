"""Examples and the sample plugin are importable; commands; the interrupt key; plugins at paths."""

import gc
import os
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from parlour.catalog import module_finder

pytest_plugins = ("tests.cli.commands",)
"""Fixtures that run commands, for the tests of every package that has some."""

# What a session keeps is walked again and again: fewer times take a twentieth less in all.
gc.set_threshold(50_000, 20, 20)

# Tests read English, whatever language this system is set to.
os.environ["LC_ALL"] = "C.UTF-8"

# A shell has what it starts in the background ignore the interrupt key, and tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

sys.path.insert(0, str(Path(__file__).parent / "examples"))
if find_spec("parlour_sample") is None:
    sys.path.insert(0, str(Path(__file__).parent / "sample_plugin"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without looking for cycles: all that this makes stays, and it takes a third less."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are cores: for a third of the time one waits."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give tests of a file to one process, which makes what they share once; all of a browser too.

    Each browser takes half a gigabyte.
    """
    scheduling: Any = import_module("xdist.scheduler").LoadScopeScheduling

    class OneBrowser(scheduling):  # type: ignore[misc]  # a class of the library, if it is there
        def _split_scope(self, nodeid: str) -> str:
            return "browser" if nodeid.startswith("tests/page/") else nodeid.partition("::")[0]

    return OneBrowser(config, log)


@pytest.fixture
def paths_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Have modules of plugins at paths found and loaded during one test only."""
    monkeypatch.setattr(module_finder, "_own", {})
    monkeypatch.setattr(module_finder, "_roots", {})
    monkeypatch.setattr(module_finder, "_sources", {})
    known = set(sys.modules)
    yield
    for name in set(sys.modules) - known:
        module = sys.modules[name]
        places = [getattr(module, "__file__", None) or "", *getattr(module, "__path__", ())]
        if any(Path(place).is_relative_to(tmp_path) for place in places):
            del sys.modules[name]
