"""The picture of the full screen on the first page of the docs shows what the full screen shows.

``PARLOUR_REGOLD=1 pytest tests`` draws it again.
"""

import os
import re
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.games.golden import REGOLD
from tests.screen.screens import Driver, play
from tests.screen.test_goldens import Snapshot, table_at

ROOT = Path(__file__).parents[2]
PICTURE = "docs/_static/pictures/screen.svg"
REMOTE_FONT = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def letters(text: str) -> str:
    return "".join(text.split())


def test_the_picture_shows_what_the_screen_shows(tmp_path: Path) -> None:
    shown: list[str] = []

    async def script(person: Driver) -> None:
        if os.environ.get(REGOLD):
            svg = person.app.export_screenshot(title="parlour play maori")
            (ROOT / PICTURE).write_text(REMOTE_FONT.sub("", svg), encoding="utf-8")
        shown.append(person.text)

    moment = Snapshot("maori", "front-2", 80)
    play(table_at(moment, tmp_path / "match.jsonl"), script, (120, 38))
    drawn = ET.parse(ROOT / PICTURE).iterfind(".//{*}g[@class]/{*}text")  # noqa: S314  ours

    assert letters("".join(one.text or "" for one in drawn)) == letters(shown[0])
    assert f"({PICTURE.removeprefix('docs/')})" in (ROOT / "docs" / "index.md").read_text("utf-8")
