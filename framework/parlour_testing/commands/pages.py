"""The pages of the documentation, with the code that they show.

A wheel holds them ready to read. In a clone of the repository they are made from ``docs`` when they
are asked for; ``docs/wheel_pages.py`` makes them for the wheel in the same way. So this module uses
the standard library alone, and nothing else of the package.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

HERE = (files(__package__) if __package__ else Path(__file__).parent) / "manual"
"""Folder of the pages in an installed wheel, which may lie in a zip.

While the wheel is built this module stands alone, in no package.
"""
CLONE = Path(__file__).parents[3] / "docs"
"""Folder of the pages in a clone of the repository."""

SHOWN = re.compile(r"^```\{literalinclude\} (\S+)\n((?:^:.*\n)*)```$", re.MULTILINE)
INCLUDED = re.compile(r"^```\{include\} (\S+)\n(?:^:.*\n)*```$", re.MULTILINE)
CONTENTS = re.compile(r"^```\{toctree\}\n:caption: (.+)\n(?::.*\n)*\n((?:.+\n)+)```$", re.MULTILINE)
"""A heading of the site, and the pages below it."""
LEFT_OUT = re.compile(r"^```\{toctree\}\n.*?^```\n*|^<!--.*?-->\n+", re.MULTILINE | re.DOTALL)
"""Contents, and notes for tests and for the site."""


def pages() -> dict[str, Traversable]:
    """Return the path of each page by its name, ``howto/kit``, in the order of the alphabet."""
    folder = HERE if HERE.is_dir() else CLONE
    named = {
        f"{before}{path.name.removesuffix('.md')}": path
        for before, inside in (("", folder), ("howto/", folder / "howto"))
        for path in (inside.iterdir() if inside.is_dir() else ())
        if path.name.endswith(".md")
    }
    # The indices are the contents of the site.
    return {name: named[name] for name in sorted(named) if Path(name).name != "index"}


def contents() -> dict[str, list[str]]:
    """Return the names of the pages below the headings of the site, in its order."""
    folder = HERE if HERE.is_dir() else CLONE
    found = CONTENTS.findall((folder / "index.md").read_text(encoding="utf-8"))
    listed = {heading: list(_listed(entries.split())) for heading, entries in found}
    return {heading: names for heading, names in listed.items() if names}


def asked() -> dict[str, list[str]]:
    """Return the words that strangers use for the subjects of pages, by the page's name."""
    folder = HERE if HERE.is_dir() else CLONE
    return tomllib.loads((folder / "asked.toml").read_text(encoding="utf-8"))


def page(path: Traversable) -> str:
    """Return the text of a page, with the code that it shows; in a wheel the code stands in it."""
    text = LEFT_OUT.sub("", path.read_text(encoding="utf-8"))
    if not isinstance(path, Path):
        return text
    text = INCLUDED.sub(lambda block: (path.parent / block[1]).read_text(encoding="utf-8"), text)
    return SHOWN.sub(lambda block: _shown(path.parent / block[1], block[2]), text)


def title(text: str) -> str:
    """Return the heading of a page."""
    return text.partition("\n")[0].removeprefix("# ")


def _listed(entries: list[str]) -> Iterator[str]:
    """Yield the names of pages that are listed, and all of a folder whose index is."""
    names = pages()
    for entry in entries:
        inside = f"{entry.removesuffix('/index')}/"
        yield from (name for name in names if name == entry or name.startswith(inside))


def _shown(path: Path, options: str) -> str:
    """Return the part of a file that a page shows, as a block of code."""
    chosen = dict(re.findall(r"^:([a-z-]+): *(.*)$", options, re.MULTILINE))
    lines = path.read_text(encoding="utf-8").splitlines()
    language = chosen.get("language") or {".py": "python"}.get(path.suffix, "")
    return "\n".join([f"```{language}", *_dedented(_part(lines, chosen)), "```"])


def _part(lines: list[str], chosen: Mapping[str, str]) -> list[str]:
    """Return the lines that the options of a block ask for."""
    if "pyobject" in chosen:
        first, last = _place(ast.parse("\n".join(lines)), chosen["pyobject"].split("."))
        return lines[first - 1 : last]
    if "lines" in chosen:
        low, _, high = chosen["lines"].partition("-")
        return lines[int(low) - 1 : int(high) if high else None]
    first = next(_places(lines, chosen.get("start-at")), 0)
    if "start-after" in chosen:
        first = next(_places(lines, chosen["start-after"])) + 1
    before = chosen.get("end-before", "").strip('"')
    end = next((n for n in _places(lines, before) if n > first), None)
    return lines[first:end]


def _places(lines: list[str], words: str | None) -> Iterator[int]:
    """Yield the numbers of the lines that contain some words."""
    return (number for number, line in enumerate(lines) if words and words in line)


def _place(tree: ast.AST, names: list[str]) -> tuple[int, int]:
    """Return the first and the last line of a class or function, its decorators included."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == names[0]:
            if names[1:]:
                return _place(node, names[1:])
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            return first, node.end_lineno or first
    raise LookupError(f"expected {names[0]} in the file that a page shows, got none")


def _dedented(lines: list[str]) -> list[str]:
    """Return lines moved to the left as much as the first one, without empty ones at both ends."""
    full = [number for number, line in enumerate(lines) if line.strip()]
    if not full:
        return []
    aside = len(lines[full[0]]) - len(lines[full[0]].lstrip())
    return [line[aside:] for line in lines[full[0] : full[-1] + 1]]
