"""Every Python block of the pages with code runs, and prints what its page shows."""

import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour import Match
from tests.needs import lack
from tests.python.notebook import blocks, printed_and_shown

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "python.md"


LIBRARIES = {
    "assistants": "mcp",
    "learners": "gymnasium",
    "open_spiel": "pyspiel",
    "pettingzoo": "supersuit",
}
"""What a page takes besides Parlour."""


@pytest.mark.parametrize("page", ["python", "howto/kit", *LIBRARIES])
def test_every_block_prints_what_the_page_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = LIBRARIES.get(page, "parlour")
    if not find_spec(library):
        reason = "what SuperSuit needs is not built for Python 3.13"
        is_unbuilt = library == "supersuit" and sys.version_info >= (3, 13)
        pytest.skip(reason) if is_unbuilt else lack(library)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.defpath]))
    printed, shown = printed_and_shown(DOCS / f"{page}.md", tmp_path)

    assert printed == shown


def test_the_page_shows_every_step() -> None:
    found = list(blocks(PAGE.read_text(encoding="utf-8")))

    assert len(found) >= 15
    assert sum(block.shown is not None for block in found) >= 10


# The Python that README shows plays a match to its end


README = Path(__file__).parents[2] / "README.md"


def test_readme_plays_a_match_to_its_end() -> None:
    (block,) = re.findall(
        r"^```python\n(import .*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    names: dict[str, object] = {}
    exec(block, names)  # noqa: S102  our own page

    assert isinstance(names["match"], Match)
    assert names["match"].is_over
