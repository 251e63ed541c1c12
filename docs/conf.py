"""Settings of Sphinx, which makes a site of this folder: ``tox -e docs``."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.ext.napoleon import GoogleDocstring
from sphinx.util.nodes import make_refnode

from parlour_site.building import write_site
from parlour_site.games import site_games
from parlour_site.runtime import Runtime, read_pins

sys.path.insert(0, str(Path(__file__).parents[1]))

ASKED = tomllib.loads(Path(__file__).with_name("asked.toml").read_text(encoding="utf-8"))
"""Words that strangers use for the subjects of pages, by the name of the page."""

project = "Parlour"
author = "The Parlour authors"
project_copyright = author
extensions = ["myst_parser", "sphinx.ext.autodoc", "docs.formulas", "docs.generated"]
html_theme = "furo"
html_math_renderer = "mathml"
html_favicon = "../framework/parlour_web/static/icon.svg"
# Quotes are set, dashes are not: "--seat" is an option.
smartquotes_action = "qe"
html_title = "Parlour"
html_static_path = ["_static"]
html_css_files = ["site.css"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
myst_html_meta = {
    "description": "Play board games in a terminal or a browser, and write your own in Python."
}
exclude_patterns = ["_build", "tutorial/*/**"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_default_options = {
    "members": True,
    "undoc-members": True,
    "show-inheritance": True,
    "no-value": True,
}
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"
# The documentation of other projects' types is elsewhere, and building needs no network. There is
# no page for a type variable, a base class that only its module knows, or an annotated type.
nitpick_ignore_regex = [
    ("py:.*", r"(?!parlour).*"),
    # Types in public signatures that are not public themselves.
    ("py:.*", r"parlour\.match\.(decision\.(Announcer|Step)|game_parts\.FunctionField)"),
    ("py:.*", r"parlour\.rules\.(answers\.Answer|notation\.Notation|words\.SeatName)"),
    ("py:.*", r"parlour\.(hooks\.(claims|installed|lookup)|rules\.options|table|words)\..*"),
    ("py:.*", r"parlour_(search|testing\.snapshot|tournament)\..*"),
    ("py:.*", r"parlour.*\.([A-Z](_co)?|_\w+)"),
    ("py:.*", r"parlour.*\.Annotated\b.*"),
]


def sections_read(_app: Any, what: str, _name: str, _thing: Any, _how: Any, lines: Any) -> None:
    """Read sections such as ``Raises:``, but not in the docstrings of fields."""
    if what not in {"attribute", "data", "property"}:
        lines[:] = GoogleDocstring(lines, what=what).lines()


def link_names(app: Any, tree: Any, page: str) -> None:
    """Link the first mention of each public name on a page to its place in the reference."""
    if page.startswith("reference/"):
        return
    places: dict[str, Any] = {}
    for name, place in app.env.domains["py"].objects.items():
        if not place.aliased and place.objtype in {"class", "exception", "function"}:
            short = name.rpartition(".")[2]
            places[short] = None if short in places else place
    for literal in list(tree.findall(nodes.literal)):
        place = places.pop(literal.astext(), None)
        if place is not None and not isinstance(literal.parent, nodes.reference):
            inside = literal.deepcopy()
            literal.replace_self(
                make_refnode(app.builder, page, place.docname, place.node_id, inside)
            )


def titles(tocs: dict[str, Any]) -> dict[str, Any]:
    """Return tables of contents without the sections of each page itself."""
    short = {page: toc.deepcopy() for page, toc in tocs.items()}
    for toc in short.values():
        for entry in toc.children:
            if len(entry) > 1:
                entry[1][:] = list(entry.findall(addnodes.toctree))
    return short


def draw_titles_only(app: Any, _page: str, _template: str, context: Any, _tree: Any) -> None:
    """Draw the tree beside a page from titles; the theme would copy thousands of names for each."""
    draw, whole = context["toctree"], app.env.tocs
    if not hasattr(app, "titles"):
        app.titles = titles(whole)

    def drawn(**asked: Any) -> str:
        app.env.tocs = app.titles
        try:
            return draw(**asked)
        finally:
            app.env.tocs = whole

    context["toctree"] = drawn


def write_scorer(app: Any, config: Any) -> None:
    """Have the search rank pages by the words that strangers use for them."""
    source = Path(__file__).with_name("scorer.js").read_text(encoding="utf-8")
    path = Path(app.doctreedir, "scorer.js")
    path.parent.mkdir(parents=True, exist_ok=True)
    words = source.replace("const ASKED = {};", f"const ASKED = {json.dumps(ASKED)};")
    path.write_text(words, encoding="utf-8")
    config.html_search_scorer = str(path)


def add_words(app: Any, tree: Any) -> None:
    """Have the search find a page by the words that strangers use for it."""
    words = ASKED.get(app.env.docname, ())
    if words:
        tree += nodes.meta(name="keywords", content=",".join(words))


def forget_aliases(app: Any) -> tuple[()]:
    """List a public name by its one path: the module that it is written in may change."""
    places = app.env.domains["py"].objects
    for name in [name for name, place in places.items() if place.aliased]:
        del places[name]
    return ()


def write_tables(app: Any, fault: Exception | None) -> None:
    """Write the site of the page 'Play now' beside the pages; Python for browsers is brought."""
    if fault is None and app.builder.name == "html":
        play = Path(app.outdir, "play")
        write_site(play, bring_runtime(Path(app.doctreedir, "runtime")), site_games(()))


def bring_runtime(folder: Path) -> Runtime:
    """Return Python for browsers, brought into a folder as ``parlour site`` says."""
    pins = read_pins()
    missing = {one.file for one in pins.files if not (folder / one.file).is_file()}
    if missing:
        subprocess.run(pins.commands(folder, missing), shell=True, check=True)  # noqa: S602  ours
    return Runtime(folder, pins)


def setup(app: Any) -> None:
    """Read docstrings with these sections, link names, draw the tree of pages, and rank them."""
    app.connect("config-inited", write_scorer)
    app.connect("doctree-read", add_words)
    app.connect("html-collect-pages", forget_aliases)
    app.connect("build-finished", write_tables)
    app.connect("autodoc-process-docstring", sections_read)
    app.connect("doctree-resolved", link_names)
    app.connect("html-page-context", draw_titles_only, priority=400)  # before the theme's
