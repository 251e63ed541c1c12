"""The site as it is built; the environment ``docs`` runs this."""

import json
import os
import re
import subprocess
import zlib
from pathlib import Path

import pytest

import parlour
from docs.generated import described, linked
from tests.docs.questions import FIRST, QUESTIONS
from tests.docs.test_rule_links import GAMES, page
from tests.games.citations import numbered
from tests.needs import program


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


SEARCH = """
const { readFileSync } = require("node:fs");
const { createContext, runInContext } = require("node:vm");
const [site, questions] = process.argv.slice(1);
const document = {
  addEventListener() {},
  documentElement: { dataset: {} },
  getElementById: () => ({ lastChild: null }),
  readyState: "loading",
};
const page = createContext({ document, URLSearchParams, location: {}, console });
page.window = page;
page.localStorage = { setItem() {} };
const scripts = ["documentation_options", "doctools", "language_data", "searchtools"];
page.SPHINX_HIGHLIGHT_ENABLED = false;
for (const path of [...scripts.map((name) => `_static/${name}.js`), "searchindex.js"])
  runInContext(readFileSync(`${site}/${path}`, "utf8"), page);
const search = runInContext("(asked) => Search._performSearch(...Search._parseQuery(asked))", page);
const answers = JSON.parse(questions).map((asked) => {
  page.location.search = `?q=${encodeURIComponent(asked)}`;
  return [...new Set(search(asked).reverse().map(([found]) => found))];
});
console.log(JSON.stringify(answers));
"""
"""The search of the site as its page runs it, without a page."""


@pytest.mark.matrix
def test_a_question_finds_its_page_by_the_search_of_the_site() -> None:
    asked = json.dumps([question for question, _ in QUESTIONS])
    done = subprocess.run(  # noqa: S603  our own program
        [program("node"), "-e", SEARCH, os.environ["PARLOUR_BUILT"], asked],
        capture_output=True,
        text=True,
        check=True,
    )
    answers = json.loads(done.stdout)

    assert [
        (question, wanted, answer[:FIRST])
        for (question, wanted), answer in zip(QUESTIONS, answers, strict=True)
        if wanted not in answer[:FIRST]
    ] == []


@pytest.mark.matrix
def test_the_inventory_lists_public_names_by_the_paths_that_one_types() -> None:
    whole = Path(os.environ["PARLOUR_BUILT"], "objects.inv").read_bytes()
    lines = zlib.decompress(whole.split(b"\n", 4)[4]).decode().splitlines()
    named = [line.split()[0] for line in lines if line.split()[1].startswith("py:")]
    public = described()

    assert {f"parlour.{name}" for name in parlour.__all__} - {"parlour.__version__"} <= {*named}
    assert [
        name
        for name in named
        if not any(name == one or name.startswith(f"{one}.") for one in public)
    ] == []
