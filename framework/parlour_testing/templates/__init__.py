"""Templates: the files that ``parlour new`` writes, kept as texts with a few instructions.

A line ``#if hidden and not chance``, ``#else`` or ``#end`` decides by the shape of the game
which lines are written; ``$name``, ``$title`` and the like are filled in. The folder
``package`` becomes the game's package. ``secret`` and ``small`` hold games of one file.
"""

import keyword
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from string import Template

from msgspec import Struct

from parlour.hooks.own import PACKAGES

MAX_NAME_LETTERS = 24
"""Maximum number of letters in a name; with more, lines of the files would be too long."""

_MARK = re.compile(r"\s*#(?P<word>if|else|end)(?: (?P<condition>[a-z ]+))?")


class Shape(Struct, frozen=True):
    """The kind of game that is written."""

    least: int = 2
    """The fewest seats."""
    most: int = 4
    """The most seats."""
    hidden: bool = False
    """Whether seats know things that others do not."""
    simultaneous: bool = False
    """Whether all answer at once, in secret."""
    chance: bool = False
    """Whether dice or draws decide something."""


def name_fault(name: str) -> str:
    """Say in a sentence why a game cannot be called so; empty if it can."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        return f"expected a name of small letters, digits and single '_', got '{name}'"
    if len(name) > MAX_NAME_LETTERS:
        return f"expected a name of at most {MAX_NAME_LETTERS} letters, got {len(name)}"
    if keyword.iskeyword(name):
        return f"expected a name that means nothing to Python, got '{name}'"
    if f"parlour_{name}" in PACKAGES:
        return f"expected a name that Parlour does not use itself, got '{name}' (parlour_{name})"
    taken = next(filter(find_spec, (f"parlour_{name}", name)), None)
    if taken:
        return f"expected a name that no module has, got '{name}': Python has '{taken}'"
    return ""


def written(name: str, shape: Shape) -> Iterator[tuple[str, str]]:
    """Yield the files of a new game: the path of each, and its text. Empty ones are left out."""
    words = _words(name, shape)
    flags = {
        "hidden": shape.hidden,
        "simultaneous": shape.simultaneous,
        "chance": shape.chance,
        "views": shape.hidden or shape.simultaneous,
    }
    for path, source in _sources(files(__name__) / "game"):
        text = "".join(_chosen(source.read_text(encoding="utf-8").splitlines(keepends=True), flags))
        if text.strip() or path.endswith("py.typed.txt"):
            place = path.replace("package", words["package"], 1).removesuffix(".txt")
            yield place, Template(text).substitute(words)


def written_file(name: str, least: int, most: int, *, secrets: bool) -> Iterator[tuple[str, str]]:
    """Yield the two files of a game of one file: one with the game, one with its tests."""
    words = _words(name, Shape(least, most))
    for path, source in _sources(files(__name__) / ("secret" if secrets else "small")):
        place = Template(path).substitute(words).removesuffix(".txt")
        yield place, Template(source.read_text(encoding="utf-8")).substitute(words)


def _words(name: str, shape: Shape) -> dict[str, str]:
    """Return the texts to fill in, by their names."""
    least, most = shape.least, shape.most
    return {
        "name": name,
        "package": f"parlour_{name}",
        "project": f"parlour-{name.replace('_', '-')}",
        "title": name.replace("_", " ").capitalize(),
        "least": str(least),
        "beyond": str(most + 1),
        "seats": str(least) if least == most else f"{least} to {most}",
        "keeps": ", ".join(['"keep 1"'] * least),
        "last_card": "6" if shape.hidden else "5",
    }


def _sources(folder: Traversable, inside: str = "") -> Iterator[tuple[str, Traversable]]:
    for source in sorted(folder.iterdir(), key=lambda source: source.name):
        path = f"{inside}{source.name}"
        if source.is_dir():
            yield from _sources(source, f"{path}/")
        elif source.name.endswith(".txt"):
            yield path, source


def _chosen(lines: list[str], flags: Mapping[str, bool]) -> Iterator[str]:
    """Yield the lines whose conditions hold."""
    open_now: list[bool] = []
    for line in lines:
        mark = _MARK.fullmatch(line.rstrip("\n"))
        if mark is None:
            if all(open_now):
                yield line
        elif mark["word"] == "if":
            open_now.append(_holds(mark["condition"], flags))
        elif mark["word"] == "else":
            open_now[-1] = not open_now[-1]
        else:
            open_now.pop()


def _holds(condition: str, flags: Mapping[str, bool]) -> bool:
    """Tell whether a condition such as ``hidden and not chance`` holds."""
    terms = condition.split(" and ")
    return all(flags[term.removeprefix("not ")] != term.startswith("not ") for term in terms)
