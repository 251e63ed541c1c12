"""``parlour docs``."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated

import typer

from parlour.cli.arguments import AsJson, Plain, is_plain
from parlour.cli.output import print_json
from parlour.rules import MisuseError
from parlour.terminal.screen import console, show_markdown
from parlour_testing.commands.manual_search import ranked
from parlour_testing.commands.pages import asked, contents, pages, title
from parlour_testing.commands.pages import page as text_of

NAME_COLUMNS = 26
"""Columns of the name of a page in a list."""
MOST_PAGES = 8
"""Number of pages that answer a question at most."""


def complete_page(incomplete: str) -> list[str]:
    """Return the names of pages that begin so."""
    return [name for name in pages() if name.startswith(incomplete)]


def docs(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PAGE | WORD…]",
            help="A page to read, or words to look for.",
            autocompletion=complete_page,
        ),
    ] = None,
    plain: Plain = None,
    json: AsJson = False,
) -> None:
    """Read the documentation, or search it.

    Without a page, list them all. ``howto/kit`` may be written ``kit``. Words that are no page
    find the pages that answer them.

    Examples:
      parlour docs
      parlour docs tutorial
      parlour docs play over the internet
    """
    every = {name: text_of(path) for name, path in pages().items()}
    if json:
        print_json({name: title(text) for name, text in every.items()})
        return
    if not words:
        list_pages(every)
        return
    question = " ".join(words)
    named = [name for name in every if question in {name, name.rpartition("/")[2]}]
    if not named:
        list_answers(every, question)
        return
    plain = is_plain(plain=plain)
    show_markdown(every[named[0]], console(plain=plain), plain=plain)


def list_pages(every: Mapping[str, str]) -> None:
    """Print the names and titles of all pages below the headings of the site."""
    for heading, names in contents().items():
        print(f"{heading}:")
        for name in names:
            print(f"  {name:<{NAME_COLUMNS}}  {title(every[name])}")


def list_answers(every: Mapping[str, str], question: str) -> None:
    """Print the pages that answer a question, each with the part that does.

    Raises:
        MisuseError: No page has a word of it.
    """
    answers = ranked(every, question, asked())[:MOST_PAGES]
    if not answers:
        short = {name.rpartition("/")[2] for name in every}
        near = get_close_matches(question, sorted(short | every.keys()), 1)
        hint = f"; did you mean '{near[0]}'?" if near else "; 'parlour docs' lists them"
        raise MisuseError(f"expected a page of the documentation, got '{question}'{hint}")
    for answer in answers:
        print(f"{answer.page:<{NAME_COLUMNS}}  {answer.heading}")
