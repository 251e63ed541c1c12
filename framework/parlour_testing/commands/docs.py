"""``parlour docs``."""

from difflib import get_close_matches
from typing import Annotated

import typer

from parlour.cli.arguments import Plain, is_plain
from parlour.rules import MisuseError
from parlour.terminal.screen import console, show_markdown
from parlour_testing.commands.pages import page as text_of
from parlour_testing.commands.pages import pages, title


def complete_page(incomplete: str) -> list[str]:
    """Return the names of pages that begin so."""
    return [name for name in pages() if name.startswith(incomplete)]


def docs(
    page: Annotated[
        str | None,
        typer.Argument(metavar="[PAGE]", help="A page to read.", autocompletion=complete_page),
    ] = None,
    plain: Plain = None,
) -> None:
    """Read the documentation.

    Without a page, list them all. ``howto/kit`` may be written ``kit``.

    Examples:
      parlour docs
      parlour docs tutorial
      parlour docs howto/kit
    """
    every = pages()
    if page is None:
        for name, path in every.items():
            print(f"{name:<26}  {title(text_of(path))}")
        return
    matching = [name for name in every if page in {name, name.rpartition("/")[2]}]
    if not matching:
        near = get_close_matches(page, [*every, *(name.rpartition("/")[2] for name in every)], 1)
        hint = f"; did you mean '{near[0]}'?" if near else "; 'parlour docs' lists them"
        raise MisuseError(f"expected a page of the documentation, got '{page}'{hint}")
    plain = is_plain(plain=plain)
    show_markdown(text_of(every[matching[0]]), console(plain=plain), plain=plain)
