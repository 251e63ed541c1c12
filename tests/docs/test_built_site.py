"""The site as it is built; the environment ``docs`` runs this."""

import os
import re
from pathlib import Path

import pytest

from docs.generated import linked
from tests.docs.test_rule_links import GAMES, page
from tests.games.citations import numbered


@pytest.mark.matrix
@pytest.mark.parametrize("game", GAMES)
def test_the_built_page_has_the_anchors(game: str) -> None:
    parser = pytest.importorskip("myst_parser.docutils_").Parser()
    core = pytest.importorskip("docutils.core")
    settings = {"report_level": 5, "myst_enable_extensions": ["colon_fence"]}

    built = core.publish_string(
        linked(page(game)), parser=parser, writer="html5", settings_overrides=settings
    ).decode("utf-8")

    found = re.findall(r'<a id="rule-([^"]+)" href="#rule-\1"><strong>\1</strong></a>', built)
    assert set(found) == numbered(page(game))


@pytest.mark.matrix
def test_a_page_brings_all_that_it_shows() -> None:
    """It asks no other server, for formulas neither: they are built into it."""
    site = Path(os.environ["PARLOUR_BUILT"])
    pages = [path.read_text("utf-8") for path in site.glob("*.html")]
    asked = re.findall(
        r"<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)=\"https?:[^>]*>", "".join(pages)
    )

    assert "<math" in (site / "statistics.html").read_text("utf-8")
    assert asked == []
