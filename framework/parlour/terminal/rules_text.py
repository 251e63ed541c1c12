"""The numbered rules of a game, as text for a terminal."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.match.game import Game
from parlour.rules.errors import ParlourError
from parlour.rules.one_line import reading
from parlour.rules.rulebook import Rulebook, parse

if TYPE_CHECKING:
    from rich.console import Console

_MARKS = re.compile(r"^#+ |(?P<mark>\*\*?)(?P<text>\S[^*\n]*)(?P=mark)", re.MULTILINE)


def rulebook_of(game: Game) -> Rulebook:
    """Read the rules of a game.

    Raises:
        ParlourError: It has none.
    """
    if game.rulebook is None:
        raise ParlourError(f"{game.id} has no page of rules")
    with reading(f"{game.id}: its rules", ParlourError):
        return parse(game.rulebook.read_text(encoding="utf-8"))


def rules_lines(game: Game, number: str | None) -> Iterator[str]:
    """Yield the paragraphs of the whole page, or of what a number names, as Markdown."""
    book = rulebook_of(game)
    if number is None:
        yield book.text
        return
    chapter = None
    for rule in book.at(number):
        if rule.chapter != chapter:
            chapter = rule.chapter
            yield f"## {chapter}"
        yield f"**{rule.number}** {rule.text}"


def contents(game: Game) -> Iterator[str]:
    """Yield one line a chapter: its title, and the numbers in it."""
    book = rulebook_of(game)
    for chapter in book.chapters():
        numbers = [rule.number for rule in book.rules if rule.chapter == chapter]
        span = numbers[0] if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
        yield f"{chapter} ({span})"


def show_markdown(text: str, console: "Console", *, plain: bool) -> None:
    """Show Markdown set for a terminal, or as text, which a terminal folds between words."""
    if not console.is_terminal:
        print(as_text(text))
    elif plain:
        console.print(as_text(text))
    else:
        from rich.markdown import Markdown

        console.print(Markdown(text))


def as_text(markdown: str) -> str:
    """Take the marks of headings and of emphasis out of Markdown."""
    return _MARKS.sub(lambda mark: mark["text"] or "", markdown)
