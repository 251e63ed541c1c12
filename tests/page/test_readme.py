"""README's picture of a page names the panels that the page shows.

``PARLOUR_REGOLD=1 pytest tests`` takes it again.
"""

import os
import re
from pathlib import Path

from msgspec.structs import replace

from parlour.match.record import read
from tests.games.golden import REGOLD
from tests.page.conftest import Sit
from tests.page.playing import position
from tests.web.tables import KEPT, Site

ROOT = Path(__file__).parents[2]
PICTURE = "docs/_static/pictures/page.png"
MAX_BYTES = 300_000
"""Maximum size of a picture."""


def test_the_picture_names_the_panels_of_the_page(site: Site, sit: Sit) -> None:
    kept = read(KEPT / "maori" / "front-2.jsonl")
    header = replace(kept.header, players=("human", "greedy"))
    table = site.put(header, kept.lines[:80], ("You", "Greedy"))
    page = sit(table.urls[0], viewport={"width": 1280, "height": 760}, color_scheme="light")
    position(page)
    headings = page.locator("#panels summary").all_inner_texts()
    if os.environ.get(REGOLD):
        page.screenshot(path=str(ROOT / PICTURE))

    readme = (ROOT / "README.md").read_text("utf-8")
    (alternative,) = re.findall(rf"!\[Maori in a browser: (.+?)\]\({PICTURE}\)", readme)
    # Their order depends on whose turn it is, and greedy plays on.
    assert sorted(headings) == sorted(alternative.split(", "))
    assert (ROOT / PICTURE).stat().st_size < MAX_BYTES
