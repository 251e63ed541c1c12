"""Looking up what a hook yields, by name: ours first, then what strangers bring by entry points.

Each hook but those for games and bots has an entry-point group, such as ``parlour.commands``. An
entry has the name of its thing, so that a look-up imports one plugin.
"""

import os
import re
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from parlour.hooks import specifications
from parlour.hooks.own import absent_packages, blocked_names, own, own_names, why_absent
from parlour.hooks.specifications import BotScheme, Command, Face, Marker, RuleNotes
from parlour.rules import PluginError

if TYPE_CHECKING:  # a list of our own commands needs none
    from parlour.hooks.claims import PluginStatus

T = TypeVar("T", bound=Struct)
U = TypeVar("U")

NO_PLUGINS = "PARLOUR_NO_PLUGINS"
"""The environment variable that, set to anything, leaves out all but what is included."""

NAME = r"\w[\w.+-]*"
"""Pattern of a name that can be typed; the name of a command has one or several."""


class Lookup(Generic[T]):
    """The things of one hook."""

    def __init__(self, hook: str, kind: type[T], specified_in: ModuleType = specifications) -> None:
        """Prepare to look up what ``hook`` yields, which is of one ``kind`` with a ``name``."""
        self.hook = hook
        self._kind = kind
        self._specified_in = specified_in
        self._bringers: dict[str, str] = {}
        # The hook parlour_bot_schemes has the group with a dot.
        self.group = hook.replace("_", ".", 1)

    def own(self) -> dict[str, T]:
        """Return what our own plugins bring, by name."""
        return {thing.name: thing for thing in own(self.hook)}

    def names(self) -> list[str]:
        """Return all names that are known without importing a stranger's plugin."""
        from parlour.hooks.installed import is_blocked  # noqa: PLC0415  not for each command

        blocked = blocked_names(os.environ)
        others = (source.name for source in self._others() if not is_blocked(source, blocked))
        return sorted({*self.own(), *others})

    def get(self, name: str) -> T | None:
        """Return the thing of a name, or None.

        Raises:
            PluginError: The plugin that should bring it is broken or blocked, or two bring it.
        """
        mine = self.own()
        if name in mine:
            return mine[name]
        sources = self._others()
        namesakes = [source for source in sources if source.name == name]
        rest = [source for source in sources if source.name != name]
        reasons: list[str] = []
        for some in (namesakes, rest):
            for status in self._load(some):
                for thing in status.brought.get(self.hook, ()):
                    if thing.name == name:
                        return thing  # type: ignore[no-any-return]  # checked when it was loaded
                if status.reason and (status.plugin == name or f"'{name}'" in status.reason):
                    reasons.append(f"{status.title}: {status.reason}")
        if reasons:
            raise PluginError("; ".join(reasons))
        return None

    def all(self) -> tuple[dict[str, T], list["PluginStatus"]]:
        """Return everything by name, and the state of each plugin of a stranger."""
        statuses = self.statuses()
        others = {thing.name: thing for one in statuses for thing in one.brought.get(self.hook, ())}
        return {**self.own(), **dict(sorted(others.items()))}, statuses

    def statuses(self) -> list["PluginStatus"]:
        """Load the plugins of strangers that have an entry for this hook."""
        return self._load(self._others())

    def blaming(self, thing: T, use: Callable[[], U]) -> U:
        """Use a thing, and return the result; an error names the stranger's plugin.

        Raises:
            PluginError: The thing of a stranger cannot be used.
        """
        bringer = self._bringers.get(thing.name)  # type: ignore[attr-defined]  # each kind has one
        try:
            return use()
        except Exception as fault:
            if bringer is None:
                raise
            from parlour.hooks.loader import reason_of  # noqa: PLC0415  not for each command

            raise PluginError(f"{bringer}: {reason_of(fault)}") from fault

    def resolve(self, thing: T, place: str) -> Any:
        """Return the object at a place that a thing names.

        Raises:
            PluginError: There is nothing; the error names the stranger's plugin.
        """
        return self.blaming(thing, lambda: resolve(place))

    def _others(self) -> list[Any]:
        """Return the entry points of strangers, in an order that repeats."""
        if os.environ.get(NO_PLUGINS):
            return []
        from parlour.hooks.installed import (  # noqa: PLC0415  not for each command
            find_installed,
            in_order,
        )

        return in_order(find_installed(self.group))

    def _load(self, sources: Sequence[Any]) -> list["PluginStatus"]:
        if not sources:
            return []
        from parlour.hooks.claims import (  # noqa: PLC0415  not for each command
            PluginCandidate,
            claim_of,
            resolve_conflicts,
        )
        from parlour.hooks.installed import block_name  # noqa: PLC0415  not for each command
        from parlour.hooks.loader import PluginLoader  # noqa: PLC0415  not for each command

        loader = PluginLoader(os.environ)
        candidates = [
            PluginCandidate(loader.load(source, self._read), block_name(source))
            for source in sources
        ]
        ours = (claim_of(self.hook, name) for name in own_names(self.hook))
        statuses = resolve_conflicts(candidates, ours, {})
        for status in statuses:
            for thing in status.brought.get(self.hook, ()):
                self._bringers[thing.name] = status.title
        return statuses

    def _read(self, module: object) -> dict[str, tuple[Any, ...]]:
        """Call the hook of a plugin's module, and check each thing that it yields."""
        from parlour.hooks.loader import call_hooks  # noqa: PLC0415  not for each command

        brought = call_hooks(module, (self.hook,), self._specified_in)
        for thing in brought[self.hook]:
            problem = self._problem(thing)
            if problem:
                raise PluginError(f"expected {self.hook} to yield {problem}")
        names = [thing.name for thing in brought[self.hook]]
        if len(names) > len(set(names)):
            raise PluginError(f"expected {self.hook} to yield each name once, got {names}")
        return brought

    def _problem(self, thing: Any) -> str:
        """Return an expectation that a thing of a hook does not meet, and the thing, or nothing."""
        kind = self._kind.__name__
        if not isinstance(thing, self._kind):
            return f"a {kind}, got {thing!r}"
        try:
            msgspec.convert(msgspec.structs.asdict(thing), self._kind)
        except msgspec.ValidationError as fault:
            return f"a {kind}, got {thing!r}: {fault}"
        words = thing.name.split(" ") if self._kind is Command else [thing.name]  # type: ignore[attr-defined]  # each kind has a name
        if not all(re.fullmatch(NAME, word) for word in words):
            return f"a {kind} with a name, got {thing!r}"
        return ""


COMMANDS = Lookup("parlour_commands", Command)
SCHEMES = Lookup("parlour_bot_schemes", BotScheme)
FACES = Lookup("parlour_faces", Face)
RULE_NOTES = Lookup("parlour_rule_notes", RuleNotes)
MARKERS = Lookup("parlour_markers", Marker)
SPECIFIED_ELSEWHERE = (
    "parlour_testing.specifications:LAWS",
    "parlour_web.specifications:NOTICES",
)
"""Places of the look-ups whose hooks are specified by a package beside the core."""


def every_lookup() -> list[Lookup[Any]]:
    """Return the look-ups of all hooks; a package that is absent or blocked is passed over."""
    packages = {place: place.partition(".")[0] for place in SPECIFIED_ELSEWHERE}
    others = [resolve(place) for place, package in packages.items() if not why_absent(package)]
    return [COMMANDS, FACES, SCHEMES, RULE_NOTES, MARKERS, *others]


def resolve(place: str) -> Any:
    """Return the object at a place, ``"package.module:name"``; its module is imported now.

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
