"""Installed plugins: their entry points, plugins included in Parlour, and plugins left out.

The included games are known here by the names and modules of their entry points, and by where
their packages lie. So no other distribution can stand in for one of them, with any names
of entry points.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import msgspec

import parlour
from parlour.hooks.specifications import PROJECT
from parlour.rules import PluginError

SEPARATORS = re.compile(r"[-_.]+")
"""Characters that mean the same in names of distributions."""


METADATA = {".dist-info": "METADATA", ".egg-info": "PKG-INFO"}
"""Ends of folders with metadata, and the files there with the name of the distribution."""


class Distribution(Protocol):
    """The distribution that a plugin came with, as ``importlib.metadata`` has it."""

    @property
    def name(self) -> str:
        """Name of the distribution."""

    @property
    def version(self) -> str:
        """Its version."""


class ReadDistribution(msgspec.Struct, frozen=True):
    """A distribution that was read without ``importlib.metadata``."""

    name: str
    version: str


class ReadPlugin(msgspec.Struct, frozen=True):
    """An entry point that was read without ``importlib.metadata``."""

    name: str
    value: str
    dist: ReadDistribution | None = None

    @property
    def module(self) -> str:
        """Name of its module."""
        return re.split(r"\s*[:\[]", self.value)[0].strip()

    def load(self) -> Any:
        """Import its module, and return it or the object in it that is named."""
        thing: Any = import_module(self.module)
        for part in filter(None, self.value.partition("[")[0].partition(":")[2].split(".")):
            thing = getattr(thing, part.strip())
        return thing


SAMPLES = tuple(
    ReadPlugin(name, f"parlour_samples.{name}") for name in ("connect_four", "leduc", "tic_tac_toe")
)
"""The small games of the documentation. No list shows them; you play one by its name."""

INCLUDED = {
    "giants": "parlour_giants.plugin",
    "maori": "parlour_maori.plugin",
    "rapa_nui": "parlour_rapa_nui.plugin",
    **{sample.name: sample.value for sample in SAMPLES},
}
"""The module of each included game. Its entry point has the name of the game."""


class PluginSource(Protocol):
    """The source of a plugin: an entry point, or the path of one that is not installed."""

    @property
    def name(self) -> str:
        """Name of the plugin."""

    @property
    def value(self) -> str:
        """Its module."""

    @property
    def dist(self) -> Distribution | None:
        """Distribution that it came with, or None for a path."""

    def load(self) -> Any:
        """Import its module."""


def find_installed(group: str = PROJECT) -> Iterator[ReadPlugin]:
    """Yield the entry points of a group; the first distribution of a name counts.

    This reads small files, since to import ``importlib.metadata`` takes a sixth of a short command.
    """
    heading = f"[{group}]"
    seen: set[str] = set()
    for distribution, text in chain.from_iterable(
        _entry_points(part, heading) for part in sys.path
    ):
        if _normal(distribution.name) not in seen:
            seen.add(_normal(distribution.name))
            for name, value in _section(text, heading):
                yield ReadPlugin(name, value, distribution)


def _entry_points(part: str, heading: str) -> Iterator[tuple[ReadDistribution, str]]:
    """Yield the distributions in a part of the path that have a heading, and their entry points."""
    try:
        with os.scandir(part or ".") as entries:
            paths = [entry.path for entry in entries if entry.name.endswith(tuple(METADATA))]
    except NotADirectoryError:
        yield from _zipped_entry_points(part, heading)
    except OSError:  # there is nothing
        return
    else:
        for folder in paths:
            text = _text(f"{folder}/entry_points.txt")
            if heading in text:
                yield _read_distribution(folder), text


def _zipped_entry_points(file: str, heading: str) -> Iterator[tuple[ReadDistribution, str]]:
    from importlib.metadata import distributions  # noqa: PLC0415  slow, and rarely needed

    with suppress(Exception):  # the metadata of a distribution may be anything
        for one in distributions(path=[file]):
            text = one.read_text("entry_points.txt") or ""
            if heading in text:
                yield ReadDistribution(one.name, one.version), text


def _read_distribution(folder: str) -> ReadDistribution:
    file = METADATA[Path(folder).suffix]
    head = _text(f"{folder}/{file}").partition("\n\n")[0]
    fields = dict(line.partition(": ")[::2] for line in head.splitlines())
    return ReadDistribution(fields.get("Name", Path(folder).stem), fields.get("Version", ""))


def _section(text: str, heading: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values below a heading of ``entry_points.txt``."""
    inside = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == heading
        elif inside and "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def _text(path: str) -> str:
    try:
        with open(path, "rb", 0) as file:  # noqa: PTH123  pathlib takes twice as long
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def is_included(source: PluginSource) -> bool:
    """Return whether a plugin is one that is included in Parlour, by its entry point.

    An entry point that a program made itself has no distribution; its module decides.
    """
    is_there = INCLUDED.get(source.name) == source.value
    return is_there and (source.dist is None or _normal(source.dist.name) == PROJECT)


def check_place(name: str) -> None:
    """Check that the package of the included game ``name`` lies where Parlour's packages lie.

    Raises:
        PluginError: A package of its name elsewhere comes before it.
    """
    package = INCLUDED[name].partition(".")[0]
    spec = find_spec(package)
    place = Path(spec.origin).parent if spec and spec.origin else None
    beside = Path(str(parlour.__file__)).parent.parent
    checkout = beside.parent / "plugins" / name
    if place and place.parent not in (beside, checkout):
        raise PluginError(
            f"expected its package '{package}' in {beside}, but one in {place.parent} comes first"
        )


def in_order(sources: Iterable[PluginSource]) -> list[PluginSource]:
    """Return plugins in an order that repeats: those included, then others, each by name."""

    def place(one: PluginSource) -> tuple[bool, str, str, str]:
        return not is_included(one), one.name, distribution_of(one), one.value

    return sorted(sources, key=place)


def distribution_of(source: PluginSource) -> str:
    """Return name and version of the distribution of a plugin; or an empty text."""
    return f"{source.dist.name} {source.dist.version}" if source.dist else ""


def is_blocked(source: PluginSource, blocked: Iterable[str]) -> bool:
    """Return whether a plugin is left out, by ``name`` or by ``distribution:name``."""
    parts = (item.rpartition(":") for item in blocked)
    return any(
        name == source.name
        and (not colon or f"{_normal(distribution)}:{name}" == block_name(source))
        for distribution, colon, name in parts
    )


def block_name(source: PluginSource) -> str:
    """Return how ``PARLOUR_BLOCK`` names this plugin and no other."""
    return f"{_normal(source.dist.name)}:{source.name}" if source.dist else source.name


def _normal(name: str) -> str:
    """Return the name of a distribution as package indexes compare it."""
    return SEPARATORS.sub("-", name).lower()
