"""Rules as a page: the rulebook's Markdown as HTML, with an anchor for each number."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct

from parlour.catalog.lessons import LessonStep, give, lesson_match, lessons_of
from parlour.match import Game
from parlour.rules import MisuseError, Viewer
from parlour.rules.picture import Picture, PicturePanel
from parlour.table.text.rules_text import rulebook_of
from parlour.words import ENGLISH, speaking
from parlour.words.rulebook import Rulebook
from parlour_examples.shown import ShownExample, shown_examples

if TYPE_CHECKING:  # slow to import, and only pages of rules need it
    from markdown_it import MarkdownIt

FIVE_MINUTES = "in five minutes"
"""The words in the English heading over a game's short introduction."""

_NUMBERED = re.compile(
    r"<(?P<tag>p|li)>(?P<open>\s*<p>)?<strong>(?P<number>\d[\da-z.]*?)\.?</strong>"
    r"(?P<text>.*?)(?=</(?:p|li)>)",
    re.DOTALL,
)
_PARAGRAPH = re.compile(r'<p id="r(?P<number>[^"]+)">.*?(?=<p id="r|<h\d|\Z)', re.DOTALL)
"""A rule that is a paragraph, with all that belongs to it."""
_CHAPTER = re.compile(r"<h2>(?P<title>.*?)</h2>")
_WORDS = re.compile(r"[^a-z0-9]+")


class Chapter(Struct, frozen=True):
    """A chapter of the rules, for the list of chapters."""

    anchor: str
    """The end of a link to it: ``chapter-4-placing``."""
    title: str


def rules_html(game: Game, address: Callable[[str], str] = str) -> str:
    """Return the rules of a game as HTML; rule 4.2 has the anchor ``r4.2``.

    Behind the first paragraph of a rule stands where books print it. Markup in the Markdown
    itself is shown as text. Behind a rule stand its examples; ``address`` returns the links to
    their pictures.

    Raises:
        ParlourError: It has no rules, or an example cannot be played.
    """
    book = rulebook_of(game)
    made: str = _markdown().render(book.text)
    made = _NUMBERED.sub(partial(_with_anchor, book), made)
    made = _CHAPTER.sub(
        lambda found: f'<h2 id="{_anchor(found["title"])}">{found["title"]}</h2>', made
    )
    made = _PARAGRAPH.sub(partial(_with_examples, game, address), made)
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
        f"<figure>{''.join(_unlabelled(panel.svg()) for panel in picture.panels)}"
        f"<figcaption>{escape(step.say)}</figcaption></figure>"
        for step, picture in illustrations(game)
    )


def _unlabelled(svg: str) -> str:
    """Return a picture whose places have no names: nobody chooses one, and its own says it all."""
    return re.sub(r'(<g\b[^>]*?) aria-label="[^"]*"', r"\1", svg)


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


def examples_html(game: Game, rule: str, address: Callable[[str], str] = str) -> str:
    """Return the examples of a rule as HTML; empty if it has none.

    Raises:
        ParlourError: One of them cannot be played.
    """
    return "".join(
        _folded(partial(_picture_link, address, f"{game.id}/examples/{rule}/{number}"), example)
        for number, example in enumerate(shown_examples(game, rule))
    )


def example_picture(game: Game, rule: str, number: int, panel: str) -> str:
    """Return a panel of an example as an SVG image.

    Raises:
        MisuseError: There is no such example or panel.
        ParlourError: The example cannot be played.
    """
    examples = list(shown_examples(game, rule))
    picture = examples[number].table.picture() if number < len(examples) else None
    if picture is None or all(panel != one.name for one in picture.panels):
        raise MisuseError(f"expected a panel of an example of rule {rule}, got '{panel}'")
    return picture.svg(panel)


def panels_of(example: ShownExample) -> list[PicturePanel]:
    """Return the panels of its picture that an example shows; none if the game draws none."""
    picture = example.table.picture()
    names = example.example.show
    return [one for one in picture.panels if one.name in names or not names] if picture else []


def _picture_link(address: Callable[[str], str], example: str, panel: str) -> str:
    return address(f"/games/{example}/{panel}")


def _folded(link: Callable[[str], str], example: ShownExample) -> str:
    panels = panels_of(example)
    drawn = "".join(
        f'<img loading="lazy" src="{escape(link(panel.name))}" alt="{escape(panel.label)}" '
        f'width="{panel.width:.0f}" height="{panel.height:.0f}">'
        for panel in panels
    )
    lines = "".join(f"<li>{escape(line)}</li>" for line in (*example.verdicts, *example.told))
    counted = escape("\n".join(example.counted))
    return (
        f'<details class="example"><summary>{escape(example.title)}</summary>'
        f"{drawn or f'<pre>{escape(example.drawing)}</pre>'}<ul>{lines}</ul>"
        f"{f'<pre>{counted}</pre>' if counted else ''}</details>"
    )


def _in_language(book: Rulebook, html: str) -> str:
    """Say the language of a page to screen readers; keys reach what scrolls aside."""
    reached = html.replace("<pre>", '<pre tabindex="0">')
    return f'<div lang="{escape(book.language)}">{reached}</div>'


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


def _with_examples(game: Game, address: Callable[[str], str], rule: re.Match[str]) -> str:
    return rule[0] + examples_html(game, rule["number"], address)


def _anchor(title: str) -> str:
    return "chapter-" + _WORDS.sub("-", title.casefold()).strip("-")
