"""Markdown, set for a terminal or as plain text."""

import re
from typing import TYPE_CHECKING

from parlour.terminal.pager import show_in_pager

if TYPE_CHECKING:
    from rich.console import Console

_MARKS = re.compile(r"^#+ |(?P<mark>\*\*?)(?P<text>\S[^*\n]*)(?P=mark)", re.MULTILINE)


def show_markdown(text: str, console: "Console", *, plain: bool) -> None:
    """Show Markdown set for a terminal, by its pager; or as text, folded between words there."""
    if not console.is_terminal:
        print(as_text(text))
    elif plain:
        console.print(as_text(text))
    else:
        from rich.markdown import Markdown

        show_in_pager(console, Markdown(text))


def as_text(markdown: str) -> str:
    """Take the marks of headings and of emphasis out of Markdown."""
    return _MARKS.sub(lambda mark: mark["text"] or "", markdown)
