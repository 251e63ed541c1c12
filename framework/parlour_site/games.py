"""The games of a site: installed ones by name, and one's own by path."""

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from parlour.catalog.catalog import Catalog
from parlour.catalog.local_plugins import LocalPlugin, is_path, plugins_at
from parlour.hooks.installed import (
    SAMPLES,
    PluginSource,
    distribution_of,
    find_installed,
    is_included,
)
from parlour.match import Game
from parlour.rules import MisuseError, PluginError
from parlour_site.modules import Module, in_folder

OWN = "parlour-site 0"
"""Name and version of the distribution of games that are not installed."""


class SiteGame(Struct, frozen=True):
    """A game of a site."""

    game: Game
    plugin: str
    """The name of its entry point."""
    module: str
    """The module with its hooks."""
    root: Path
    """The folder of its modules."""
    distribution: str
    """Name and version of the distribution that brings it."""

    @property
    def package(self) -> str:
        """The first part of the name of its module."""
        return self.module.partition(".")[0]

    @property
    def is_installed(self) -> bool:
        """Whether it is installed here."""
        return self.distribution != OWN

    def modules(self) -> Iterator[Module]:
        """Yield its modules; beside a game that is not installed lie others that it may import."""
        yield from in_folder(self.root, self.package)
        if not self.is_installed:
            for path in sorted(self.root.iterdir()):
                if path.suffix == ".py" or (path / "__init__.py").is_file():
                    yield from in_folder(self.root, path.stem)


def site_games(wanted: Sequence[str]) -> list[SiteGame]:
    """Return the games of these names and paths; without any, the included games.

    Raises:
        ParlourError: There is no such game, or it does not load.
    """
    catalog = Catalog()
    sources = list(find_installed())
    games = [_game(name, catalog, sources) for name in wanted or sorted(_included(sources))]
    ids = [one.game.id for one in games]
    twice = next((name for name in ids if ids.count(name) > 1), "")
    if twice:
        raise MisuseError(f"expected each game once, got '{twice}' twice")
    return games


def entry_points(games: Sequence[SiteGame]) -> Mapping[str, str]:
    """Return the entry points of each distribution of these games, as its file has them."""
    lines: dict[str, list[str]] = {}
    for one in games:
        lines.setdefault(one.distribution, ["[parlour]"]).append(f"{one.plugin} = {one.module}")
    return {name: "\n".join(inside) + "\n" for name, inside in lines.items()}


def _included(sources: Sequence[PluginSource]) -> Iterator[str]:
    return (source.name for source in sources if is_included(source))


def _game(name: str, catalog: Catalog, sources: Sequence[PluginSource]) -> SiteGame:
    if is_path(name):
        return _game_at(name, catalog)
    game = catalog.game_named(name)
    statuses = catalog.statuses(samples=True)
    bringing = next(one for one in statuses if any(it.id == name for it in one.games))
    for source in (*sources, *SAMPLES):
        if source.name == bringing.plugin and distribution_of(source) == bringing.distribution:
            module = getattr(source, "value", "").partition(":")[0]
            return SiteGame(
                game, source.name, module, _root(module), _distribution(source, sources)
            )
    raise PluginError(f"{bringing.title}: expected a game that is installed, or its path")


def _distribution(source: PluginSource, installed: Sequence[PluginSource]) -> str:
    """Return the distribution that brings a game; a sample has no entry point, and is ours."""
    same = (one for one in (source, *installed) if is_included(one) == is_included(source))
    return next(filter(None, map(distribution_of, same)), "parlour 0")


def _game_at(path: str, catalog: Catalog) -> SiteGame:
    game = catalog.game(path)
    local: LocalPlugin = next(one for one in plugins_at(Path(path)))
    return SiteGame(game, local.name, local.value.partition(":")[0], local.root, OWN)


def _root(module: str) -> Path:
    """Return the folder of a module's package."""
    spec = find_spec(module.partition(".")[0])
    if spec is None or spec.origin is None:
        raise PluginError(f"expected the files of the module '{module}' in a folder")
    place = Path(spec.origin)
    return place.parent.parent if place.name == "__init__.py" else place.parent
