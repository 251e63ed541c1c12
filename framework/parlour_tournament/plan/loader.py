"""Games and bots of a tournament, each loaded once from one catalog; openings from records.

Digests of bots' files tell whether a bot has changed.
"""

import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import file_digest, sha256
from pathlib import Path
from random import Random

from parlour.catalog.catalog import Catalog, CatalogSources
from parlour.match import Game, Line, Record, begins_at_position, replayed
from parlour.match.record import read
from parlour.match.replay import records
from parlour.players import Bot, Player, is_external, is_included, make_bot, name_in
from parlour.rules import BotFailed, ForfeitCause, SetupError, UnknownGame, is_name, quoted
from parlour_process.command import BotCommand, findable_command, read_command
from parlour_process.isolation import start_isolated
from parlour_process.player import LastingPlayer
from parlour_tournament.plan.plan import Contest, Entrant, Opening


class Loader:
    """Loads games and plugins' bots when they are first needed, and keeps them."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._games: dict[str, Game] = {}
        self._bots: Mapping[str, Bot] | None = None
        self._free: dict[tuple[str, str], list[LastingPlayer]] = defaultdict(list)

    @property
    def sources(self) -> CatalogSources:
        """Sources of the catalog: workers make separate loaders from them."""
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
        """Return whether a bot's name names a bot that can be made; a command's always is."""
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


def read_openings(
    paths: Sequence[str], contests: Sequence[Contest], loader: Loader
) -> tuple[Opening, ...]:
    """Read the openings of contests from records, and from the records in folders.

    Raises:
        SetupError: A path leads nowhere, a record is no opening of any contest, or a contest has
            none.
        RecordError: A record cannot be read, or does not replay.
    """
    if not paths:
        return ()
    for given in paths:
        if not Path(given).exists():
            raise SetupError(f"openings: expected a record or a folder of records, got {given}")
    found: list[Opening] = []
    for path in records([Path(path) for path in paths]):
        record = read(path)
        lines = _lines(path, record, loader)
        fitting = list(_fitting(record, contests, loader))
        if not fitting:
            raise SetupError(f"{path}: expected the game, seats and options of a contest")
        found += [Opening(number, lines) for number in fitting]
    for number, contest in enumerate(contests):
        if all(opening.contest != number for opening in found):
            raise SetupError(f"{contest.key}: expected an opening among those given, got none")
    return tuple(found)


def _lines(path: Path, record: Record, loader: Loader) -> tuple[Line, ...]:
    """Return the answers of a record, once they have been played."""
    if any(line.undo is not None or line.forfeit is not None for line in record.lines):
        raise SetupError(f"{path}: expected an opening of moves and outcomes only")
    if begins_at_position(record.header):
        raise SetupError(f"{path}: expected an opening from the first state, got a position")
    match = replayed(loader.game(record.header.game), record, str(path))
    if match.is_over or not record.lines:
        got = "one that is over" if match.is_over else "one without any answer"
        raise SetupError(f"{path}: expected a match that has begun and goes on, got {got}")
    return record.lines


def _fitting(record: Record, contests: Sequence[Contest], loader: Loader) -> Iterator[int]:
    """Yield the numbers of the contests whose matches can begin as a record does."""
    header = record.header
    for number, contest in enumerate(contests):
        if (contest.game, contest.seats) != (header.game, header.seats):
            continue
        game = loader.game(contest.game)
        version = game.rules_version
        given = game.recorded_options(header.rules_version, header.options)
        if given == game.recorded_options(version, contest.options):
            yield number


ENVIRONMENTS = frozenset({"venv", "env", "node_modules", "site-packages", "__pycache__"})
"""Names of folders that hold what others wrote."""


def command_digest(command: BotCommand) -> str:
    """Return the digest of the files that a command names, or of its program if it names none."""
    files = _named_files(command)
    if not files:
        found = shutil.which(command.argv[0])
        files = [Path(found)] if found else []
    return digest_of(files)


def _named_files(command: BotCommand) -> list[Path]:
    folder = Path(command.folder or ".")
    program, *words = command.argv
    named = [*([program] if os.sep in program else []), *words]
    return [path for word in named if (path := folder / word).is_file()]


def folder_digest(command: BotCommand | None, files: Sequence[str]) -> str:
    """Return the digest of the sources beside a command's script, and of ``files`` of a plan.

    Sources are files with the script's suffix in its folder and below it, so that a bot may write
    logs there; folders with a hidden name, or of a virtual environment, are left out.

    Raises:
        SetupError: One of the files is not there.
    """
    found: list[Path] = []
    for script in () if command is None else _named_files(command):
        found += _sources_beside(script)
    for name in map(Path, files):
        if not name.exists():
            raise SetupError(f"files: cannot find {name}")
        found += name.rglob("*") if name.is_dir() else [name]
    return digest_of(sorted(filter(Path.is_file, set(found))))


def _sources_beside(script: Path) -> Iterator[Path]:
    """Yield the files with a script's suffix in its folder and below it; none for a program."""
    if not script.suffix:
        return
    yield from (path for path in files_below(script.parent) if path.suffix == script.suffix)


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder; folders that are hidden or of others' code are left out."""
    for place, inside, names in os.walk(folder):
        inside[:] = [name for name in inside if name[0] != "." and name not in ENVIRONMENTS]
        yield from (Path(place, name) for name in names)


def module_digest(module: str) -> str:
    """Return the digest of the Python files of a module's package, or of a module by itself."""
    source = getattr(sys.modules.get(module), "__file__", None)
    if source is None:
        return ""
    path = Path(source)
    alone = "." not in module and path.name != "__init__.py"
    package = sorted(filter(Path.is_file, path.parent.rglob("*.py")))  # links may lead nowhere
    return digest_of([path] if alone else package)


def digest_of(files: Sequence[Path]) -> str:
    """Return one digest of the contents of files, in their order."""
    whole = sha256()
    for path in files:
        with path.open("rb") as file:
            whole.update(file_digest(file, "sha256").digest())
    return whole.hexdigest() if files else ""
