"""The pager: texts that are longer than the terminal are read page by page."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from shutil import which
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

LESS_OPTIONS = "-FRX"
"""Options of ``less`` unless the user has others: it shows colours, and leaves the text there."""


def show_in_pager(console: "Console", *parts: "RenderableType") -> None:
    """Print parts, each on lines of its own; a text that is too long goes through the pager."""
    with console.capture() as held:
        for part in parts:
            console.print(part)
    text, command = held.get(), _pager()
    if command and text.count("\n") >= console.height:
        environment = {"LESS": LESS_OPTIONS} | os.environ
        with suppress(OSError, KeyboardInterrupt):
            subprocess.run(command, input=text, encoding="utf-8", env=environment, check=False)  # noqa: S603  the user's own pager
            return
    console.file.write(text)


def _pager() -> Sequence[str]:
    """Return the command of the pager: PAGER, or less or more; empty if nothing is to be paged."""
    is_there = all(stream.isatty() for stream in (sys.stdin, sys.stdout))
    if not is_there or os.environ.get("TERM", "dumb") == "dumb":
        return ()
    chosen = os.environ.get("PAGER")
    if chosen is not None:
        with suppress(ValueError):  # a quotation mark without another
            return shlex.split(chosen)
    return next(((name,) for name in ("less", "more") if which(name)), ())


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
