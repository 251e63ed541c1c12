"""Every Python block of the pages about other libraries runs, and prints what its page shows."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import needs
from tests.python.notebook import printed_and_shown

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["assistants", "open_spiel", "pettingzoo"])
def test_every_block_prints_what_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page == "pettingzoo" and not find_spec("supersuit"):
        reason = "what SuperSuit needs is not built for Python 3.13"
        pytest.skip(reason) if sys.version_info >= (3, 13) else needs.lack("supersuit")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.defpath]))
    printed, shown = printed_and_shown(DOCS / f"{page}.md", tmp_path)

    assert printed == shown
