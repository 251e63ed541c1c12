"""The hooks through which plugins bring games and bots."""

from collections.abc import Iterable

import pluggy

from parlour.match.game import Game
from parlour.players.base import Bot

PROJECT = "parlour"
"""The name of the hooks' project, and of the entry-point group."""

spec = pluggy.HookspecMarker(PROJECT)
"""Marks a specification, of which there are two, below."""

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as one of the hooks: ``@parlour.hookimpl``."""


@spec
def parlour_games() -> Iterable[Game]:  # type: ignore[empty-body]  # a specification
    """Yield the games this plugin brings.

    Called once a run, without arguments, when somebody asks for a game of this
    plugin or for the list of all. The entry point should be named after the game:
    then nobody pays for this plugin who plays another one. A game id that is
    already taken makes the later plugin, by name, fail alone.

    Example::

        @parlour.hookimpl
        def parlour_games():
            yield Game(id="tic_tac_toe", title="Tic-tac-toe", seats=range(2, 3), ...)
    """


@spec
def parlour_bots() -> Iterable[Bot]:  # type: ignore[empty-body]  # a specification
    """Yield the bots this plugin brings, for any game or for its own.

    Called without arguments when somebody asks for a bot that is not included in Parlour,
    or for the list of all; a plugin that brings bots need bring no game. A bot is
    made for each match, and may then decline the game by raising ``SetupError``.
    It meets decisions and nothing else. A name that is taken, by Parlour or by
    another plugin, makes the later plugin, by name, fail alone.

    Example::

        class First(Player):
            name = "first"

            def choose(self, decision):
                return decision.moves[0]


        @parlour.hookimpl
        def parlour_bots():
            yield Bot(name="first", make=lambda game, rng, settings: First())
    """
