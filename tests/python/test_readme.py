"""The Python that README shows plays a match to its end."""

import re
from pathlib import Path

from parlour import Match

README = Path(__file__).parents[2] / "README.md"


def test_readme_plays_a_match_to_its_end() -> None:
    (block,) = re.findall(
        r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    names: dict[str, object] = {}
    exec(block, names)  # noqa: S102  our own page

    assert isinstance(names["match"], Match)
    assert names["match"].is_over
