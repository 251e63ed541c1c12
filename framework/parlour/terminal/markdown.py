"""Markdown, set for a terminal or as plain text."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_MARKS = re.compile(r"^#+ |(?P<mark>\*\*?)(?P<text>\S[^*\n]*)(?P=mark)", re.MULTILINE)


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
