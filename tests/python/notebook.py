"""Pages whose Python blocks run: what each prints stands below it in a ``text`` block.

Blocks run in order in one namespace, as cells of a notebook do. A block whose first line is a
comment with the name of a script is saved under that name and run by a Python of its own. A
``text`` block behind a Python block shows what it prints, or the line of the error that it raises.
``PARLOUR_REGOLD=1`` writes into the page what the blocks print now.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import parlour

BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A Python block of a page."""

    line: int
    """Number of its first line in the page, from 1."""
    source: str
    shown: str | None
    """The text below it, or None."""


def blocks(text: str) -> Iterator[Block]:
    """Yield the Python blocks of a page."""
    for found in BLOCK.finditer(text):
        source, shown = found.groups()
        yield Block(text.count("\n", 0, found.start()) + 2, source, shown)


def printed_and_shown(page: Path, folder: Path) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Run the blocks of a page in a folder; return what they print, and what the page shows."""
    text = page.read_text(encoding="utf-8")
    found = list(blocks(text))
    with chdir(folder):
        printed = list(_outputs(found))
    if os.environ.get("PARLOUR_REGOLD"):
        page.write_text(_regilded(text, printed), encoding="utf-8")
    lines = [f"line {block.line}" for block in found]
    shown = [block.shown or "" for block in found]
    return dict(zip(lines, printed, strict=True)), dict(zip(lines, shown, strict=True))


def _outputs(found: list[Block]) -> Iterator[str]:
    """Yield what each block prints."""
    namespace: dict[str, Any] = {"__name__": "the_page"}
    for block in found:
        script = re.match(r"# (\w+\.py)\n", block.source)
        yield _run_script(script[1], block.source) if script else _run_cell(block.source, namespace)


def _run_cell(source: str, namespace: dict[str, Any]) -> str:
    """Run a block as a notebook does: the value of its last expression is printed."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = StringIO()
    with redirect_stdout(printed):
        try:
            exec(compile(tree, "the page", "exec"), namespace)  # noqa: S102  our own page
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "the page", "eval"), namespace)  # noqa: S307  likewise
                print("" if value is None else repr(value), end="" if value is None else "\n")  # noqa: T201  it is caught
        except parlour.ParlourError as fault:
            print(f"{type(fault).__name__}: {fault}")  # noqa: T201  likewise
    return printed.getvalue()


def _run_script(name: str, source: str) -> str:
    Path(name).write_text(source, encoding="utf-8")
    done = subprocess.run(  # noqa: S603  our own interpreter
        (sys.executable, name),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    return done.stdout + done.stderr


def _regilded(text: str, printed: list[str]) -> str:
    """Return a page with its ``text`` blocks as they are printed now."""
    left = iter(printed)

    def block(found: re.Match[str]) -> str:
        source, shown = found.groups()
        output = next(left)
        behind = "" if shown is None else f"\n\n```text\n{output}```"
        return f"```python\n{source}```{behind}"

    return BLOCK.sub(block, text)
