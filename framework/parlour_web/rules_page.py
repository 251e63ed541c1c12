"""Rules as a page: the rulebook's Markdown as HTML, with an anchor for each number."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct

from parlour.catalog.lessons import LessonStep, give, lesson_match, lessons_of
from parlour.match import Game
from parlour.rules import Viewer
from parlour.rules.picture import Picture
from parlour.table.text.rules_text import rulebook_of
from parlour.words import ENGLISH, speaking
from parlour.words.rulebook import Rulebook

if TYPE_CHECKING:  # slow to import, and only pages of rules need it
    from markdown_it import MarkdownIt

FIVE_MINUTES = "in five minutes"
"""The words in the English heading over a game's short introduction."""

_NUMBERED = re.compile(
    r"<(?P<tag>p|li)>(?P<open>\s*<p>)?<strong>(?P<number>\d[\da-z.]*?)\.?</strong>"
    r"(?P<text>.*?)(?=</(?:p|li)>)",
    re.DOTALL,
)
_CHAPTER = re.compile(r"<h2>(?P<title>.*?)</h2>")
_WORDS = re.compile(r"[^a-z0-9]+")


class Chapter(Struct, frozen=True):
    """A chapter of the rules, for the list of chapters."""

    anchor: str
    """The end of a link to it: ``chapter-4-placing``."""
    title: str


def rules_html(game: Game) -> str:
    """Return the rules of a game as HTML; rule 4.2 has the anchor ``r4.2``.

    Behind the first paragraph of a rule stands where books print it. Markup in the Markdown
    itself is shown as text.

    Raises:
        ParlourError: It has no rules.
    """
    book = rulebook_of(game)
    made: str = _markdown().render(book.text)
    made = _NUMBERED.sub(partial(_with_anchor, book), made)
    made = _CHAPTER.sub(
        lambda found: f'<h2 id="{_anchor(found["title"])}">{found["title"]}</h2>', made
    )
    return _in_language(book, made)


def chapters(game: Game) -> tuple[Chapter, ...]:
    """Return the chapters of the rules in order.

    Raises:
        ParlourError: It has no rules.
    """
    titles = re.findall(r"^## +(.+?) *$", rulebook_of(game).text, re.MULTILINE)
    return tuple(Chapter(_anchor(title), title) for title in titles)


def five_html(game: Game) -> str:
    """Return the introduction that takes five minutes as HTML; without one, the first chapter.

    Raises:
        ParlourError: It has no rules.
    """
    book = rulebook_of(game)
    parts = _parts(book)
    with speaking(ENGLISH):
        titles = [part.partition("\n")[0].casefold() for part in _parts(rulebook_of(game))]
    found = [part for part, title in zip(parts, titles, strict=False) if FIVE_MINUTES in title]
    chosen = (found or parts)[0]
    made: str = _markdown().render(chosen.partition("\n")[2] if found else chosen)
    return _in_language(book, made)


def _parts(book: Rulebook) -> list[str]:
    """Return a page in parts, each from a heading to the next one."""
    return re.split(r"^(?=## )", book.text, flags=re.MULTILINE)


def figures_html(game: Game) -> str:
    """Return the pictures of a game's first lesson, each with its sentences; may be empty.

    Raises:
        ParlourError: The lesson cannot be played.
    """
    return "".join(
        f"<figure>{''.join(panel.svg() for panel in picture.panels)}"
        f"<figcaption>{escape(step.say)}</figcaption></figure>"
        for step, picture in illustrations(game)
    )


def illustrations(game: Game) -> Iterator[tuple[LessonStep, Picture]]:
    """Yield the steps of the first lesson that the page about a game shows, with their panels.

    Raises:
        ParlourError: The lesson cannot be played.
    """
    draw = game.display.picture
    lesson = next(iter(lessons_of(game).values()), None)
    if draw is None or lesson is None:
        return
    match = lesson_match(game, lesson)
    for number, step in enumerate(lesson.told.steps):
        give(match, lesson.answers(number))
        if step.show:
            picture = draw(match.view(lesson.seat), Viewer(lesson.players))
            yield step, replace(picture, panels=tuple(map(picture.panel, step.show)))
        match.play(step.moves[0], lesson.seat)


def _in_language(book: Rulebook, html: str) -> str:
    """Say the language of a page to screen readers."""
    return f'<div lang="{escape(book.language)}">{html}</div>'


def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415  slow to import, and seldom needed

    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _with_anchor(book: Rulebook, found: re.Match[str]) -> str:
    number = found["number"]
    inner = found["open"] or ""
    link = f'<a class="number" href="#r{number}">{number}</a>'
    printed = "".join(
        f'<small class="printed">{escape(one.title)}: '
        f'<span lang="{escape(one.language)}">{escape(headings)}</span></small>'
        for one, headings in book.sources(number)
    )
    return f'<{found["tag"]} id="r{number}">{inner}{link}{found["text"]}{printed}'


def _anchor(title: str) -> str:
    return "chapter-" + _WORDS.sub("-", title.casefold()).strip("-")
