"""Claims: the names that plugins want for their games and bots, and their owners.

A second claim of a name breaks the plugin that makes it, and not the one that has it:

- names of what is included belong to Parlour,
- a plugin at a path comes before those installed, since somebody chose that path,
- a plugin that is called like what it brings comes before others,
- between two others neither has it, until one is left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace


class PluginStatus(Struct, frozen=True):
    """The state of one plugin, and what it brings."""

    plugin: str
    """The name of its entry point."""
    state: str
    """``good``, ``slow``, ``broken`` or ``blocked``."""
    reason: str = ""
    """Why it is not good, or an empty text."""
    distribution: str = ""
    """Name and version of its distribution; empty if it is not installed."""
    brought: dict[str, tuple[Any, ...]] = {}
    """Things that each of its hooks yields, by the name of the hook."""

    @property
    def title(self) -> str:
        """The plugin with its distribution, as errors name it."""
        return title_of(self.plugin, self.distribution)

    @property
    def games(self) -> tuple[Any, ...]:
        """The games that it brings."""
        return self.brought.get("parlour_games", ())

    @property
    def bots(self) -> tuple[Any, ...]:
        """The bots that it brings."""
        return self.brought.get("parlour_bots", ())

    @property
    def names(self) -> list[str]:
        """The names that it claims: ``game 'chess'``."""
        return [claim(hook, thing) for hook, things in self.brought.items() for thing in things]


class PluginCandidate(Struct, frozen=True):
    """A plugin that was loaded, and its right to the names that it claims."""

    status: PluginStatus
    block: str
    """The text of ``PARLOUR_BLOCK`` that leaves out this plugin and no other."""
    has_precedence: bool = False
    """Whether it is at a path or included: of these, the first to claim a name has it."""

    def broken(self, reason: str) -> "PluginCandidate":
        """Return the plugin with ``reason`` as its fault, without what it brings."""
        status = replace(self.status, state="broken", reason=reason, brought={})
        return replace(self, status=status)


def claim(hook: str, thing: Any) -> str:
    """Return the name of what a hook yields, as errors have it: ``bot scheme 'socket'``."""
    return claim_of(hook, thing.id if hook == "parlour_games" else thing.name)


def claim_of(hook: str, name: str) -> str:
    """Return a name that a hook may yield, as errors have it."""
    noun = hook.removeprefix("parlour_").removesuffix("s").replace("_", " ")
    return f"{noun} '{name}'"


def title_of(plugin: str, distribution: str) -> str:
    """Return a plugin as errors name it: ``plugin 'chess' of 'parlour-chess 1.0'``."""
    return f"plugin '{plugin}' of '{distribution}'" if distribution else f"plugin '{plugin}'"


def resolve_conflicts(
    candidates: Iterable[PluginCandidate], ours: Iterable[str], kept: Mapping[str, str]
) -> list[PluginStatus]:
    """Return the status of each plugin; one that claims a name of another is broken.

    Plugins at paths come first among ``candidates``, then the included ones. ``ours`` are claims of
    Parlour, and ``kept`` those of included plugins, which are left to nobody if one is left out.
    """
    found = list(candidates)
    owners = dict.fromkeys(ours, "plugin 'parlour'")
    for index, one in enumerate(found):
        if one.has_precedence:
            found[index] = _without_taken(one, owners)
            owners |= dict.fromkeys(found[index].status.names, one.status.title)
    owners = {**kept, **owners}
    for index, one in enumerate(found):
        if not one.has_precedence:
            found[index] = _without_taken(one, owners)
    _prefer_namesakes(found)
    _break_rivals(found)
    return [one.status for one in found]


def _without_taken(one: PluginCandidate, owners: dict[str, str]) -> PluginCandidate:
    taken = next((name for name in one.status.names if name in owners), None)
    return one.broken(f"{taken} is already brought by {owners[taken]}") if taken else one


def _prefer_namesakes(found: list[PluginCandidate]) -> None:
    """Break each plugin that claims a name if another claims it that is called so."""
    for name, indices in _claims(found).items():
        namesakes = [i for i in indices if name.endswith(f" '{found[i].status.plugin}'")]
        for index in indices if namesakes else ():
            if index not in namesakes:
                owner = found[namesakes[0]].status.title
                found[index] = found[index].broken(f"{name} is already brought by {owner}")


def _break_rivals(found: list[PluginCandidate]) -> None:
    """Break all plugins that claim the same name: nothing says which one is meant."""
    for name, indices in _claims(found).items():
        for index in indices if len(indices) > 1 else ():
            other = found[next(i for i in indices if i != index)]
            found[index] = found[index].broken(
                f"{name} is also brought by {other.status.title}; "
                f"neither has it until one is left out: "
                f"PARLOUR_BLOCK={found[index].block} or PARLOUR_BLOCK={other.block}"
            )


def _claims(found: Sequence[PluginCandidate]) -> dict[str, list[int]]:
    """Return which installed plugins claim each name, by their indices."""
    claims: dict[str, list[int]] = {}
    for index, one in enumerate(found):
        for name in () if one.has_precedence else dict.fromkeys(one.status.names):
            claims.setdefault(name, []).append(index)
    return claims
