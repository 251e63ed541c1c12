"""The hooks for games and bots."""

from collections.abc import Iterable

from parlour.hooks.specifications import hookspec
from parlour.match import Game
from parlour.players import Bot


@hookspec
def parlour_games() -> Iterable[Game]:  # type: ignore[empty-body]  # a specification
    """Yield the games of this plugin.

    Parlour calls this hook when a game of this plugin is wanted, or the list of all games. An
    entry point with the name of its game is loaded for that game only. A second claim of an id
    breaks the plugin that makes it: the included games keep theirs, a plugin at a path comes before
    those installed, and one that is called like its game before others. Between two others neither
    has the id, until one is left out by ``PARLOUR_BLOCK``.

    Example::

        @parlour.hookimpl
        def parlour_games():
            yield Game(id="tic_tac_toe", title="Tic-tac-toe", seats=range(2, 3), ...)
    """


@hookspec
def parlour_bots() -> Iterable[Bot]:  # type: ignore[empty-body]  # a specification
    """Yield the bots of this plugin, for any game or for its own; it may have no game.

    Parlour calls this hook when a bot is wanted that is not included, or the list of all bots. A
    bot is made for each match, and declines a game by raising ``SetupError``. It meets decisions
    and nothing else. A second claim of a name breaks the plugin that makes it, as for games; the
    included bots keep theirs.

    Example::

        class First(Player):
            name = "first"

            def choose(self, decision):
                return decision.moves[0]


        @parlour.hookimpl
        def parlour_bots():
            yield Bot(name="first", make=lambda game, rng, settings: First())
    """
