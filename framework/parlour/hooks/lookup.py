"""Looking up what a hook yields, by name: ours first, then what strangers bring by entry points.

Each hook but those for games and bots has an entry-point group, such as ``parlour.commands``. An
entry has the name of its thing, so that a look-up imports one plugin.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from msgspec import Struct

from parlour.hooks import specifications
from parlour.hooks.claims import PluginCandidate, PluginStatus, claim, resolve_conflicts, title_of
from parlour.hooks.own import absent_packages, own, why_absent
from parlour.hooks.specifications import BotScheme, Command, Face
from parlour.rules import PluginError

T = TypeVar("T", bound=Struct)

NO_PLUGINS = "PARLOUR_NO_PLUGINS"
"""The environment variable that, set to anything, leaves out all but what is included."""


class Lookup(Generic[T]):
    """The things of one hook."""

    def __init__(self, hook: str, kind: type[T], specified_in: ModuleType = specifications) -> None:
        """Prepare to look up what ``hook`` yields, which is of one ``kind`` with a ``name``."""
        self.hook = hook
        self._kind = kind
        self._specified_in = specified_in
        # The hook parlour_bot_schemes has the group with a dot.
        self.group = hook.replace("_", ".", 1)

    def own(self) -> dict[str, T]:
        """Return what our own plugins bring, by name."""
        return {thing.name: thing for thing in own(self.hook)}

    def names(self) -> list[str]:
        """Return all names, as far as they are known without importing a stranger's plugin."""
        return sorted({*self.own(), *(source.name for source in self._others())})

    def get(self, name: str) -> T | None:
        """Return the thing of a name, or None.

        Raises:
            PluginError: The plugin that should bring it is broken or blocked.
        """
        mine = self.own()
        if name in mine:
            return mine[name]
        sources = self._others()
        namesakes = [source for source in sources if source.name == name]
        rest = [source for source in sources if source.name != name]
        reason = ""
        for some in (namesakes, rest):
            for status in self._load(some):
                for thing in status.brought.get(self.hook, ()):
                    if thing.name == name:
                        return thing  # type: ignore[no-any-return]  # checked when it was loaded
                if status.plugin == name and status.reason:
                    reason = f"{title_of(status.plugin, status.distribution)}: {status.reason}"
        if reason:
            raise PluginError(reason)
        return None

    def all(self) -> tuple[dict[str, T], list[PluginStatus]]:
        """Return everything by name, and the state of each plugin of a stranger.

        A distribution inside a zip file is passed over, since looking there takes long.
        """
        statuses = self.statuses() if _names_group(self.group) else []
        others = {thing.name: thing for one in statuses for thing in one.brought.get(self.hook, ())}
        return {**self.own(), **dict(sorted(others.items()))}, statuses

    def statuses(self) -> list[PluginStatus]:
        """Load the plugins of strangers that have an entry for this hook."""
        return self._load(self._others())

    def _others(self) -> list[Any]:
        """Return the entry points of strangers, in an order that repeats."""
        if os.environ.get(NO_PLUGINS):
            return []
        from parlour.hooks.installed import distribution_of, find_installed  # noqa: PLC0415  slow

        points = [point for point in find_installed(self.group) if hasattr(point, "group")]
        return sorted(points, key=lambda point: (point.name, distribution_of(point), point.value))

    def _load(self, sources: Sequence[Any]) -> list[PluginStatus]:
        if not sources:
            return []
        from parlour.hooks.installed import block_name  # noqa: PLC0415  slow
        from parlour.hooks.loader import PluginLoader  # noqa: PLC0415  slow

        loader = PluginLoader(os.environ)
        candidates = [
            PluginCandidate(loader.load(source, self._read), block_name(source))
            for source in sources
        ]
        return resolve_conflicts(candidates, (claim(self.hook, one) for one in own(self.hook)), {})

    def _read(self, module: object) -> dict[str, tuple[Any, ...]]:
        """Call the hook of a plugin's module, and check what it yields."""
        from parlour.hooks.loader import call_hooks  # noqa: PLC0415  slow

        brought = call_hooks(module, (self.hook,), self._specified_in)
        for thing in brought[self.hook]:
            if not isinstance(thing, self._kind):
                kind = self._kind.__name__
                raise PluginError(f"expected {self.hook} to yield a {kind}, got {thing!r}")
            problem = next(_problems(thing), "")
            if problem:
                raise PluginError(f"{claim(self.hook, thing)}: {problem}")
        return brought


COMMANDS = Lookup("parlour_commands", Command)
SCHEMES = Lookup("parlour_bot_schemes", BotScheme)
FACES = Lookup("parlour_faces", Face)
SPECIFIED_ELSEWHERE = (
    "parlour_testing.specifications:LAWS",
    "parlour_web.specifications:NOTICES",
)
"""Places of the look-ups whose hooks are specified by a package beside the core."""


def every_lookup() -> list[Lookup[Any]]:
    """Return the look-ups of all hooks; a package that is absent or blocked has none."""
    packages = {place: place.partition(".")[0] for place in SPECIFIED_ELSEWHERE}
    others = [resolve(place) for place, package in packages.items() if not why_absent(package)]
    return [COMMANDS, FACES, SCHEMES, *others]


def resolve(place: str) -> Any:
    """Return what lies at a place, ``"package.module:name"``; its module is imported now.

    Raises:
        PluginError: There is no such module or name.
    """
    from importlib import import_module  # noqa: PLC0415  many commands resolve nothing

    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ModuleNotFoundError, AttributeError) as fault:
        missing = getattr(fault, "name", None)
        if isinstance(fault, ModuleNotFoundError) and not f"{module}.".startswith(f"{missing}."):
            raise  # a library that the module needs
        raise PluginError(f"expected a name in a module, got '{place}': {fault}") from None


def unknown(expected: str, name: str, known: Sequence[str]) -> str:
    """Return a sentence about a name that nobody brings, and why it may be missing."""
    from parlour.rules import did_you_mean  # noqa: PLC0415  slow to import

    sentence = f"expected {expected} ({', '.join(known)}), got '{name}'{did_you_mean(name, known)}"
    return "; ".join((sentence, *absent_packages()))


def _problems(thing: Struct) -> Iterator[str]:
    """Yield what is wrong with the texts of a struct that a hook yields."""
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        if field == "name" and not (isinstance(value, str) and value.strip() == value != ""):
            yield f"expected a name, got {value!r}"


def _names_group(group: str) -> bool:
    """Return whether any distribution on the path names a group of entry points.

    This reads small files, where ``importlib.metadata`` alone takes a third of a short command.
    """
    heading = f"[{group}]"
    return any(heading in _text(place) for folder in sys.path for place in _entry_files(folder))


def _entry_files(folder: str) -> Iterator[str]:
    try:
        with os.scandir(folder or ".") as entries:
            names = [
                entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))
            ]
    except OSError:  # a zip file, or nothing
        return
    for name in names:
        yield f"{name}/entry_points.txt"


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
