"""The files of pages: templates filled with data, parts about each game, and static files.

Templates name addresses of the server. Somebody who writes the pages into a folder makes other
``PageFiles``: their ``address`` turns each into a link to a file, and their ``line`` names the
script that reaches the tables. ``static/here.js`` imports the script of this name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from parlour.match import Game
from parlour.words import SENTENCES, offered, say, spoken
from parlour_web.front import cover_of, inks_of
from parlour_web.rules_page import chapters, figures_html, five_html, rules_html

INKS_PART = "inks.css"
"""The part of a game's pages with the colours of its picture."""
PICTURE_PART = "picture.svg"
"""The part with a picture of it."""
DRAWN_PARTS = {INKS_PART: "text/css", PICTURE_PART: "image/svg+xml"}
"""Parts that need no rules, each with its media type."""


@dataclass(frozen=True)
class PageFiles:
    """The files of pages, for one way to reach them."""

    static: str
    """The address of the folder of static files."""
    address: Callable[[str], str] = str
    """Returns the link for an address at the server, such as ``/games/maori/rules``."""
    line: str = "server"
    """The name of the script that reaches the tables."""
    worker: str = ""
    """The address of the worker that a browser keeps for the pages; empty if there is none."""

    def text(self, template: str, /, **given: object) -> str:
        """Return a page, or a part of one, made from a template."""
        sentences = {code: str(one) for code, one in SENTENCES.under("js").items()}
        given |= {"language": spoken(), "languages": offered(), "sentences": sentences}
        given |= {"static": self.static, "address": self.address, "line": self.line}
        given["worker"] = self.worker
        return _environment().get_template(template).render(given)

    def part(self, game: Game, name: str) -> str:
        """Return a part of the pages of a game.

        Raises:
            KeyError: There is no such part.
        """
        return PARTS[name](self, game)


# Markup in a rulebook is shown as text.


def _five_of(pages: PageFiles, game: Game) -> str:
    text = Markup(five_html(game))  # noqa: S704
    figures = Markup(figures_html(game))  # noqa: S704
    return pages.text("five.html", game=game, text=text, figures=figures)


def _rules_of(pages: PageFiles, game: Game) -> str:
    rules = Markup(rules_html(game, pages.address))  # noqa: S704
    return pages.text("rules.html", game=game, rules=rules, chapters=chapters(game))


PARTS: Mapping[str, Callable[[PageFiles, Game], str]] = {
    "rules": _rules_of,
    "five": _five_of,
    PICTURE_PART: lambda _, game: cover_of(game),
    INKS_PART: lambda _, game: inks_of(game),
}
"""Parts of the pages of a game, each with the function that makes it."""


def has_part(game: Game, name: str) -> bool:
    """Return whether the pages of a game have a part."""
    return name in PARTS and (name in DRAWN_PARTS or game.rulebook is not None)


OF_SERVERS = frozenset({"installing.js", "ringing.js", "service_worker.js"})
"""Static files that pages without a server do not use."""


@cache
def static_files() -> dict[str, bytes]:
    """Return the static files by their names."""
    folder = files("parlour_web") / "static"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@cache
def digest() -> str:
    """Return a part of the address of static files that is another if any of them is."""
    return sha256(repr(sorted(static_files().items())).encode()).hexdigest()[:16]


@cache
def served() -> PageFiles:
    """Return the files as a server gives them."""
    return PageFiles(f"/static/{digest()}")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("parlour_web", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(say=say)
    return environment
