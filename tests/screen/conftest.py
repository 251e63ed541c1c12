"""The full screen in a terminal of its own, with an empty home."""

from pathlib import Path

import pytest

from tests.cli.commands import empty_home


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Return an environment without matches and settings, for a terminal of any size."""
    return empty_home(tmp_path) | {"COLUMNS": "", "LINES": ""}
