"""The hooks through which plugins bring games."""

from collections.abc import Iterable

import pluggy

from parlour.game import Game

PROJECT = "parlour"
"""The name of the hooks' project, and of the entry-point group."""

spec = pluggy.HookspecMarker(PROJECT)
impl = pluggy.HookimplMarker(PROJECT)


@spec
def parlour_games() -> Iterable[Game]:  # type: ignore[empty-body]  # a specification
    """Yield the games this plugin brings.

    Called once a run, without arguments, when somebody asks for a game of this
    plugin or for the list of all. The entry point should be named after the game:
    then nobody pays for this plugin who plays another one. A game id that is
    already taken makes the later plugin, by name, fail alone.

    Example::

        @parlour.impl
        def parlour_games():
            yield Game(id="tic_tac_toe", title="Tic-tac-toe", seats=range(2, 3), ...)
    """
