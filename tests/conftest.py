"""The sample plugin is importable where it is not installed; plugins at paths are forgotten."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.plugins import module_finder

if find_spec("parlour_sample") is None:
    sys.path.insert(0, str(Path(__file__).parent / "sample_plugin"))


@pytest.fixture
def paths_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have modules of plugins at paths found during one test only."""
    monkeypatch.setattr(module_finder, "_own", {})
    monkeypatch.setattr(module_finder, "_roots", {})
