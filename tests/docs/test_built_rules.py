"""The rules pages as the site's own parser builds them; the environment ``docs`` runs this."""

import re

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
