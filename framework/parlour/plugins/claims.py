"""Claims: the names that plugins want for their games and bots, and who has them.

A second claim of a name breaks the plugin that makes it, and not the one that has it:

- names of the included games and bots belong to Parlour,
- a plugin at a path comes before those installed, since somebody chose that path,
- a plugin that is called like its game or bot comes before others,
- between two others neither has it, until one is left out.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.match import Game
from parlour.players import BOTS, Bot
from parlour.plugins.installed import INCLUDED


class PluginStatus(Struct, frozen=True):
    """The state of one plugin, and the games and bots that it has."""

    plugin: str
    """The name of its entry point."""
    state: str
    """``good``, ``slow``, ``broken`` or ``blocked``."""
    reason: str = ""
    """Why it is not good, or an empty text."""
    distribution: str = ""
    """Name and version of its distribution; empty if it is not installed."""
    games: tuple[Game, ...] = ()
    bots: tuple[Bot, ...] = ()


class PluginCandidate(Struct, frozen=True):
    """A plugin that was loaded, and its right to the names that it claims."""

    status: PluginStatus
    block: str
    """The text of ``PARLOUR_BLOCK`` that leaves out this plugin and no other."""
    has_precedence: bool = False
    """Whether it is at a path or included: of these, the first to claim a name has it."""

    @property
    def title(self) -> str:
        """The plugin with its distribution, as errors name it."""
        return title_of(self.status.plugin, self.status.distribution)

    @property
    def names(self) -> list[str]:
        """The names that it claims: ``game 'chess'``."""
        games = [f"game '{game.id}'" for game in self.status.games]
        return games + [f"bot '{bot.name}'" for bot in self.status.bots]

    def broken(self, reason: str) -> "PluginCandidate":
        """Return the plugin with ``reason`` as its fault, without games and bots."""
        status = replace(self.status, state="broken", reason=reason, games=(), bots=())
        return replace(self, status=status)


def title_of(plugin: str, distribution: str) -> str:
    """Return a plugin as errors name it: ``plugin 'chess' of 'parlour-chess 1.0'``."""
    return f"plugin '{plugin}' of '{distribution}'" if distribution else f"plugin '{plugin}'"


def resolve_conflicts(candidates: Iterable[PluginCandidate]) -> list[PluginStatus]:
    """Return the status of each plugin; one that claims a name of another is broken.

    Plugins at paths come first among ``candidates``, then those included.
    """
    found = list(candidates)
    owners = {f"bot '{name}'": "plugin 'parlour'" for name in BOTS}
    for index, one in enumerate(found):
        if one.has_precedence:
            found[index] = _without_taken(one, owners)
            owners |= dict.fromkeys(found[index].names, one.title)
    # An included game that is left out leaves its name to nobody.
    owners = {f"game '{name}'": f"plugin '{name}' of Parlour" for name in INCLUDED} | owners
    for index, one in enumerate(found):
        if not one.has_precedence:
            found[index] = _without_taken(one, owners)
    _prefer_namesakes(found)
    _break_rivals(found)
    return [one.status for one in found]


def _without_taken(one: PluginCandidate, owners: dict[str, str]) -> PluginCandidate:
    taken = next((name for name in one.names if name in owners), None)
    return one.broken(f"{taken} is already brought by {owners[taken]}") if taken else one


def _prefer_namesakes(found: list[PluginCandidate]) -> None:
    """Break each plugin that claims a name if another claims it that is called so."""
    for name, indices in _claims(found).items():
        namesakes = [i for i in indices if name.endswith(f" '{found[i].status.plugin}'")]
        for index in indices if namesakes else ():
            if index not in namesakes:
                owner = found[namesakes[0]].title
                found[index] = found[index].broken(f"{name} is already brought by {owner}")


def _break_rivals(found: list[PluginCandidate]) -> None:
    """Break all plugins that claim the same name: nothing says which one is meant."""
    for name, indices in _claims(found).items():
        for index in indices if len(indices) > 1 else ():
            other = found[next(i for i in indices if i != index)]
            found[index] = found[index].broken(
                f"{name} is also brought by {other.title}; neither has it until one is left out: "
                f"PARLOUR_BLOCK={found[index].block} or PARLOUR_BLOCK={other.block}"
            )


def _claims(found: Sequence[PluginCandidate]) -> dict[str, list[int]]:
    """Return which installed plugins claim each name, by their indices."""
    claims: dict[str, list[int]] = {}
    for index, one in enumerate(found):
        for name in () if one.has_precedence else one.names:
            claims.setdefault(name, []).append(index)
    return claims
