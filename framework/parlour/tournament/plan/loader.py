"""Games and bots of a tournament, each loaded once from one catalog."""

from collections import defaultdict
from collections.abc import Mapping
from random import Random

from parlour.match.game import Game
from parlour.players.base import Bot, Player
from parlour.players.included import is_included, make_bot, name_in
from parlour.players.process.command import findable_command, is_external, read_command
from parlour.players.process.isolation import start_isolated
from parlour.players.process.player import LastingPlayer
from parlour.plugins.catalog import Catalog, CatalogSources
from parlour.rules.errors import BotFailed, ForfeitCause, SetupError, UnknownGame
from parlour.rules.one_line import is_name, quoted
from parlour.tournament.plan.plan import Entrant
from parlour.tournament.plan.provenance import command_digest, folder_digest, module_digest


class Loader:
    """Loads games and plugins' bots when they are first needed, and keeps them."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._games: dict[str, Game] = {}
        self._bots: Mapping[str, Bot] | None = None
        self._free: dict[tuple[str, str], list[LastingPlayer]] = defaultdict(list)

    @property
    def sources(self) -> CatalogSources:
        """Sources of the catalog: workers make loaders of their own from them."""
        return self._catalog.sources

    def game(self, name: str) -> Game:
        """Return the game of an id, as plans and files of tournaments hold it; a path is not one.

        Raises:
            UnknownGame: It is no name, or there is no game of that name.
            PluginError: Its plugin is broken.
        """
        if not is_name(name):
            way = "a path is given by --game or PARLOUR_PATH"
            raise UnknownGame(f"expected the name of a game, got {quoted(name)}; {way}")
        if name not in self._games:
            self._games[name] = self._catalog.game_named(name)
        return self._games[name]

    def typed_game(self, name: str) -> Game:
        """Return the game of an id or a path, as somebody typed it; from then on it has its id.

        Raises:
            PluginError: There is no such game, or its plugin is broken.
        """
        game = self._catalog.game(name)
        self._games[game.id] = game
        return game

    def make_player(
        self, spec: str, game: Game, rng: Random, *, isolate: bool = False, restart: bool = True
    ) -> Player:
        """Make the bot that ``spec`` names; with ``isolate``, a plugin's in its own process.

        Without ``restart``, the process of a bot outside plays one match after the other.

        Raises:
            BotFailed: It declines the game, or cannot be made.
        """
        included = is_external(spec) or is_included(spec)
        if isolate and not included:
            return start_isolated(spec, game, rng, self.sources)
        try:
            if not restart and is_external(spec):
                return self._lasting(spec, game, rng)
            return make_bot(spec, game, rng, None if included else self._plugin_bots())
        except SetupError as fault:
            raise BotFailed(ForfeitCause.DECLINED, str(fault)) from None

    def dismiss_bots(self) -> None:
        """End the processes of bots that wait for their next match."""
        for players in self._free.values():
            for player in players:
                player.dismiss()
        self._free.clear()

    def _lasting(self, spec: str, game: Game, rng: Random) -> Player:
        """Return a bot outside whose process is free, or a new one."""
        free = self._free[spec, game.id]
        if free:
            return free.pop().take(rng)
        return LastingPlayer(game, rng, findable_command(spec), free.append)

    def knows_bot(self, spec: str) -> bool:
        """Return whether a bot's name is one of those that can be made; a command's always is."""
        known = is_external(spec) or is_included(spec)
        return known or name_in(spec) in self._plugin_bots()

    def bot_digest(self, spec: str) -> str:
        """Return the digest of a bot's files; empty for one included in Parlour."""
        if is_external(spec):
            return command_digest(read_command(spec))
        bot = None if is_included(spec) else self._plugin_bots().get(name_in(spec))
        return module_digest(bot.make.__module__) if bot is not None else ""

    def folder_digest(self, entrant: Entrant) -> str:
        """Return the digest of all that a bot consists of beside what ``bot_digest`` covers."""
        command = read_command(entrant.bot) if is_external(entrant.bot) else None
        return folder_digest(command, entrant.files)

    def _plugin_bots(self) -> Mapping[str, Bot]:
        """Return the bots of plugins, loaded when they are first needed."""
        if self._bots is None:
            self._bots = self._catalog.bots()
        return self._bots
