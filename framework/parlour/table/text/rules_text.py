"""The numbered rules of a game: found by number or word, as Markdown."""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.resources.abc import Traversable
from pathlib import Path

from parlour.hooks.lookup import RULE_NOTES
from parlour.match import Game
from parlour.rules import MisuseError, ParlourError, decoding, quoted, reading
from parlour.words import ENGLISH, say, spoken
from parlour.words.rulebook import Rule, Rulebook, parse


def rulebook_of(game: Game) -> Rulebook:
    """Read the rules of a game, in the language that is spoken if there is a page in it.

    Raises:
        ParlourError: It has no page of rules.
    """
    if game.rulebook is None:
        raise ParlourError(say("rules.none", title=game.title))
    with reading(f"{game.id}: its rules", ParlourError):
        file, language = _page(game.rulebook)
        page = file.read_text(encoding="utf-8")
        if game.printed is None:
            return parse(page, language=language)
        with decoding(f"{game.id}: {game.printed.name}", ParlourError):
            return parse(page, game.printed.read_text(encoding="utf-8"), language)


def _page(english: Traversable) -> tuple[Traversable, str]:
    """Return the page that is read, and its language: ``rules.de.md`` beside ``rules.md``."""
    if isinstance(english, Path):
        page = english.with_suffix(f".{spoken()}{english.suffix}")
        if page.is_file():
            return page, spoken()
    return english, ENGLISH


def rules_lines(game: Game, wanted: str | None) -> Iterator[str]:
    """Yield the paragraphs of the whole page, or of what a number or words find, as Markdown.

    Raises:
        MisuseError: Nothing is found.
    """
    book = rulebook_of(game)
    if wanted is None:
        yield book.text
        return
    rules = rules_found(book, wanted)
    yield from _set(book, rules)
    if len(rules) == 1:
        yield from rule_notes(game, rules[0].number)


def rules_found(book: Rulebook, wanted: str) -> Sequence[Rule]:
    """Return the rules that a number or words find; all if there are none.

    Raises:
        MisuseError: Nothing is found.
    """
    rules = book.at(wanted) if wanted[:1].isdigit() else book.about(wanted)
    if not rules:
        chapters = ", ".join(dict.fromkeys(one.split(".")[0] for one in book.numbers())) or "-"
        raise MisuseError(say("rules.expected", chapters=chapters, text=quoted(wanted)))
    return rules


def rule_notes(game: Game, number: str) -> Iterator[str]:
    """Yield the notes under a rule, as Markdown.

    Raises:
        PluginError: They cannot be made.
    """
    for notes in RULE_NOTES.all()[0].values():
        make = RULE_NOTES.resolve(notes, notes.place)
        yield from RULE_NOTES.blaming(notes, partial(make, game, number))


def contents(game: Game) -> Iterator[str]:
    """Yield one line a chapter: its title, and the numbers in it."""
    book = rulebook_of(game)
    for chapter in book.chapters():
        numbers = [rule.number for rule in book.rules if rule.chapter == chapter]
        span = (
            numbers[0]
            if len(numbers) == 1
            else say("rules.span", first=numbers[0], last=numbers[-1])
        )
        yield f"{chapter} ({span})"


def _set(book: Rulebook, rules: Sequence[Rule]) -> Iterator[str]:
    """Yield rules with their chapters as headings; of one alone also where it is printed."""
    chapter = None
    for rule in rules:
        if rule.chapter != chapter:
            chapter = rule.chapter
            yield f"## {chapter}"
        yield f"**{rule.number}** {rule.text}"
    if len(rules) == 1:
        for printed, headings in book.sources(rules[0].number):
            yield f"*{printed.title}: {headings}*"
