"""The hook for laws, and the laws of one check: from Parlour, from its game and from plugins."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from parlour.catalog.game_checks import shown
from parlour.hooks.claims import PluginStatus, title_of
from parlour.hooks.lookup import Lookup, resolve
from parlour.hooks.specifications import hookspec
from parlour.match import Game
from parlour.rules import PluginError
from parlour_testing.snapshot import Law, law


@hookspec
def parlour_laws() -> Iterable[Law]:  # type: ignore[empty-body]  # a specification
    """Yield laws that every game must keep.

    ``parlour check``, ``parlour dev`` and the contract suite put them to each game, after the laws
    of Parlour and of the game itself. A report names each of them with its distribution:
    ``my-plugin:no-idle-turns``. Entry points of the group ``parlour.laws`` bring them. A law of one
    game alone stands in the game, ``Checks(laws=...)``.

    Example::

        from parlour_testing import law_of


        @law_of(cost="each")
        def no_idle_turns(snapshot):
            "Whoever is asked has two moves or more."
            for seat in snapshot.awaited.seats:
                if len(snapshot.legal(seat)) < 2:
                    yield f"seat {seat} has no choice"


        @parlour.hookimpl
        def parlour_laws():
            yield no_idle_turns
    """


LAWS: Lookup[Law] = Lookup("parlour_laws", Law, sys.modules[__name__])
"""Laws by name."""


def laws_for(game: Game) -> tuple[tuple[Law, ...], tuple[str, ...]]:
    """Return the laws that a game must keep, and a line for each plugin whose laws are left out.

    A law that is not of Parlour has the game or distribution in its name: ``my-plugin:no-gaps``.

    Raises:
        PluginError: The game itself brings something that is no law.
    """
    statuses = LAWS.all()[1]
    of_game = (replace(each, name=f"{game.id}:{each.name}") for each in _laws_of(game))
    of_plugins = (each for status in statuses for each in _laws_in(status))
    faults = tuple(_fault(status) for status in statuses if status.state == "broken")
    return (*LAWS.own().values(), *of_game, *of_plugins), faults


def _laws_of(game: Game) -> Iterator[Law]:
    """Yield the laws that a game brings itself."""
    try:
        for thing in _brought_by(game):
            yield thing if isinstance(thing, Law) else law(thing)
    except PluginError as fault:
        raise PluginError(f"game '{game.id}': Checks.laws: {fault}") from None


def _brought_by(game: Game) -> Iterable[Any]:
    """Return the functions and laws that a game names, or that lie at the place that it names."""
    brought = game.checks.laws
    things = resolve(brought) if isinstance(brought, str) else brought
    if not isinstance(things, Iterable):
        raise PluginError(f"expected a tuple of laws at '{brought}', got {shown(things)}")
    return things


def _laws_in(status: PluginStatus) -> Iterator[Law]:
    """Yield the laws that a plugin brings, by the name of its distribution without the version."""
    distribution = status.distribution.partition(" ")[0] or status.plugin
    for each in status.brought.get("parlour_laws", ()):
        yield replace(each, name=f"{distribution}:{each.name}")


def _fault(status: PluginStatus) -> str:
    return f"{title_of(status.plugin, status.distribution)}: {status.reason}"
