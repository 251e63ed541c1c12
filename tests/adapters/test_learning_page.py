"""Every Python block of the page about PettingZoo runs, and prints what the page shows."""

from pathlib import Path

from tests.notebook import printed_and_shown

PAGE = Path(__file__).parents[2] / "docs" / "pettingzoo.md"


def test_every_block_prints_what_the_page_shows(tmp_path: Path) -> None:
    printed, shown = printed_and_shown(PAGE, tmp_path)

    assert printed == shown
