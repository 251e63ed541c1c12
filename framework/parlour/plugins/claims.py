"""Claims: the names that plugins want for their games and bots, and who has them.

A second claim of a name breaks the plugin that makes it, and not the one that has it:

- names of the included games and bots belong to Parlour,
- a plugin at a path comes before those installed, since somebody chose that path,
- a plugin that is called like its game or bot comes before others,
- between two others neither has it, until one is left out.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from parlour.match.game import Game
from parlour.players.base import Bot
from parlour.players.included import BOTS
from parlour.plugins.installed import INCLUDED


class PluginStatus(Struct, frozen=True):
    """The state of one plugin, and the games and bots that it has."""

    plugin: str
    """The name of its entry point."""
    state: str
    """``good``, ``slow``, ``broken`` or ``blocked``."""
    reason: str = ""
    """Why it is not good; empty where it is."""
    distribution: str = ""
    """Name and version of its distribution; empty where it is not installed."""
    games: tuple[Game, ...] = ()
    bots: tuple[Bot, ...] = ()


class Claimant(Struct, frozen=True):
    """A plugin that was loaded, and what says how good its claims are."""

    status: PluginStatus
    block: str
    """The text of ``PARLOUR_BLOCK`` that leaves out this plugin and no other."""
    comes_first: bool = False
    """True for plugins at paths and for those included: the first to claim has the name."""

    @property
    def title(self) -> str:
        """The plugin with its distribution, as errors name it."""
        return title_of(self.status.plugin, self.status.distribution)

    def broken(self, reason: str) -> "Claimant":
        """Return the plugin with ``reason`` as its fault, without games and bots."""
        status = replace(self.status, state="broken", reason=reason, games=(), bots=())
        return replace(self, status=status)


def title_of(plugin: str, distribution: str) -> str:
    """Return a plugin as errors name it: ``plugin 'chess' of 'parlour-chess 1.0'``."""
    return f"plugin '{plugin}' of '{distribution}'" if distribution else f"plugin '{plugin}'"


def settle(claimants: Iterable[Claimant]) -> list[PluginStatus]:
    """Return the status of each plugin, broken where it claims a name that another one has.

    Plugins at paths come first among ``claimants``, then those included.
    """
    found = list(claimants)
    owners = {f"bot '{name}'": "plugin 'parlour'" for name in BOTS}
    theirs = owners | {f"game '{name}'": f"plugin '{name}' of Parlour" for name in INCLUDED}
    for index, one in enumerate(found):
        taken = owners if one.comes_first else theirs
        found[index] = _without_taken(one, taken)
        if one.comes_first:
            names = dict.fromkeys(names_of(found[index].status), one.title)
            owners |= names
            theirs |= names
    strangers = [index for index, one in enumerate(found) if not one.comes_first]
    _break_called_otherwise(found, strangers)
    _break_rivals(found, strangers)
    return [one.status for one in found]


def names_of(status: PluginStatus) -> Iterator[str]:
    """Yield the names that a plugin claims: ``game 'chess'``."""
    yield from (f"game '{game.id}'" for game in status.games)
    yield from (f"bot '{bot.name}'" for bot in status.bots)


def _without_taken(one: Claimant, taken: dict[str, str]) -> Claimant:
    for name in names_of(one.status):
        if name in taken:
            return one.broken(f"{name} is already brought by {taken[name]}")
    return one


def _break_called_otherwise(found: list[Claimant], strangers: Sequence[int]) -> None:
    """Break those who claim a name that a plugin of that very name claims, too."""
    claims = _claims(found, strangers)
    for name, indices in claims.items():
        alike = [i for i in indices if name.endswith(f" '{found[i].status.plugin}'")]
        for index in indices if alike else ():
            if index not in alike:
                owner = found[alike[0]].title
                found[index] = found[index].broken(f"{name} is already brought by {owner}")


def _break_rivals(found: list[Claimant], strangers: Sequence[int]) -> None:
    """Break all who claim a name that several claim: nothing says which is meant."""
    for name, indices in _claims(found, strangers).items():
        for index in indices if len(indices) > 1 else ():
            other = found[next(i for i in indices if i != index)]
            found[index] = found[index].broken(
                f"{name} is also brought by {other.title}; neither has it until one is left out: "
                f"PARLOUR_BLOCK={found[index].block} or PARLOUR_BLOCK={other.block}"
            )


def _claims(found: Sequence[Claimant], indices: Iterable[int]) -> dict[str, list[int]]:
    """Return who claims each name, by their indices."""
    claims: dict[str, list[int]] = {}
    for index in indices:
        for name in names_of(found[index].status):
            claims.setdefault(name, []).append(index)
    return claims
