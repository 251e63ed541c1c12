"""Every Python block of the pages about Python and the kit runs, and prints what the page shows."""

from pathlib import Path

import pytest

from tests.python.notebook import blocks, printed_and_shown

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "python.md"


@pytest.mark.parametrize("page", ["python", "howto/kit"])
def test_every_block_prints_what_the_page_shows(page: str, tmp_path: Path) -> None:
    printed, shown = printed_and_shown(DOCS / f"{page}.md", tmp_path)

    assert printed == shown


def test_the_page_shows_every_step() -> None:
    found = list(blocks(PAGE.read_text(encoding="utf-8")))

    assert len(found) >= 15
    assert sum(block.shown is not None for block in found) >= 10
