"""The catalog: every plugin is asked alone, listed with its state, and stops nobody."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from parlour.catalog.catalog import Catalog
from parlour.hooks.installed import INCLUDED, distribution_of, find_installed
from parlour.hooks.loader import SLOW_SECONDS
from parlour.players.included import make_bot, read_bot
from parlour.rules.errors import PluginError, SetupError

GAME = """
import parlour
from tests.broken_games.which_hand import variant

@parlour.hookimpl
def parlour_games():
    yield variant(id={id!r})
"""
MISSPELT = """
import parlour

@parlour.hookimpl
def parlour_game():
    yield None
"""
WRONG = """
import parlour

@parlour.hookimpl
def parlour_games():
    yield "chess"
"""
TWICE = GAME.format(id="twice") + "    yield variant(id='twice')\n"
BOT = """
import parlour
from parlour.players.uniform import Uniform
from parlour.players.base import Bot

@parlour.hookimpl
def parlour_bots():
    yield Bot(name={name!r}, make=lambda game, rng, settings: Uniform(game, rng))
"""
SETTINGS = """
import msgspec

class Settings(msgspec.Struct, frozen=True):
    depth: int
"""
PLUGINS = {
    "thinker": BOT.format(name="thinker"),
    "usurper": BOT.format(name="search"),
    "good": GAME.format(id="good"),
    "leaving": "raise SystemExit(3)\n",
    "twice": TWICE,
    "rival": GAME.format(id="good"),
    "missing": "import no_such_module\n",
    "crash": "raise ValueError('two\\nlines')\n",
    "syntax": "def (\n",
    "misspelt": MISSPELT,
    "halfway": GAME.replace("{id!r}", "'x', bots=parlour.BotHints(medium='greedy:error=1')"),
    "weak": GAME.replace(
        "{id!r}", "'x', bots=parlour.BotHints(easy={2: 'greedy', 3: 'greedy:error=1'})"
    ),
    "advised": GAME.replace("{id!r}", "'advised', bots=parlour.BotHints(best='thinker')"),
    "astray": GAME.replace("{id!r}", "'astray', bots=parlour.BotHints(best='greedy:error=1')"),
    "faulty": BOT.format(name="faulty").replace("rng))", "rng), settings=5)")
    + GAME.replace("{id!r}", "'x', bots=parlour.BotHints(best='faulty')"),
    "undefaulted": SETTINGS + BOT.format(name="x").replace("rng))", "rng), settings=Settings)"),
    "unmade": "import parlour\n@parlour.hookimpl\ndef parlour_bots():\n"
    "    yield parlour.Bot(name='unmade', make=None)\n",
    "colon": BOT.format(name="a:b"),
    "hookless": "",
    "wrong": WRONG,
    "argument": MISSPELT.replace("parlour_game()", "parlour_games(colour)"),
}


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put one module a plugin on the path, imported afresh each time."""
    for name, source in PLUGINS.items():
        (tmp_path / f"shelf_plugin_{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in PLUGINS:
        sys.modules.pop(f"shelf_plugin_{name}", None)


def entry(name: str, module: str = "") -> EntryPoint:
    return EntryPoint(name, f"shelf_plugin_{module or name}", "parlour")


def catalog(*names: str, blocked: tuple[str, ...] = (), took: float = 0.0) -> Catalog:
    """Return a catalog of plugins; each takes so many seconds by its clock."""
    now = iter(took * tick for tick in range(1000))
    return Catalog(
        blocked=blocked, environ={}, installed=map(entry, names), clock=lambda: next(now)
    )


@pytest.mark.usefixtures("plugins")
@pytest.mark.parametrize(
    ("name", "state", "reason"),
    [
        ("good", "good", ""),
        ("thinker", "good", ""),
        ("usurper", "broken", "bot 'search' is already brought by plugin 'parlour'"),
        ("missing", "broken", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("crash", "broken", "ValueError: two lines"),
        ("syntax", "broken", "SyntaxError: "),
        ("leaving", "broken", "SystemExit: 3"),
        ("twice", "broken", "game 'twice' is brought twice"),
        ("misspelt", "broken", "parlour_game"),
        ("halfway", "broken", "BotHints.medium: greedy: "),
        ("weak", "broken", "BotHints.easy: greedy: "),
        ("advised", "good", ""),
        ("astray", "broken", "BotHints.best: greedy: "),
        ("faulty", "broken", "bot 'faulty': expected settings to be a msgspec Struct, got 5"),
        ("undefaulted", "broken", "expected a default for every setting of Settings (at "),
        ("unmade", "broken", "bot 'unmade': expected make to be a function, got None"),
        ("colon", "broken", "expected a name of letters, digits, '_' and '-', got 'a:b'"),
        ("hookless", "broken", "has no hook 'parlour_games'"),
        ("wrong", "broken", "expected hooks to yield a Game or a Bot, got str"),
        ("argument", "broken", "colour"),
        ("nowhere", "broken", "No module named 'shelf_plugin_nowhere'"),
    ],
)
def test_a_plugin_is_listed_with_its_state_and_reason(name: str, state: str, reason: str) -> None:
    listing = catalog(name).statuses()[0]

    assert (listing.plugin, listing.state) == (name, state)
    assert reason in listing.reason
    assert "\n" not in listing.reason


@pytest.mark.usefixtures("plugins")
def test_a_game_may_name_a_bot_that_nobody_brings_but_no_unknown_setting() -> None:
    assert catalog("advised").game("advised").bots.best == "thinker"
    with pytest.raises(PluginError, match=r"BotHints\.best: greedy: "):
        catalog("astray").game("astray")


@pytest.mark.usefixtures("plugins")
def test_broken_plugins_stop_nobody() -> None:
    shelf = catalog(*PLUGINS)

    assert list(shelf.games()) == ["advised", "good"]  # the first plays with the bot of another
    assert [listing.plugin for listing in shelf.statuses()] == sorted(PLUGINS)


@pytest.mark.usefixtures("plugins")
def test_a_bot_that_a_plugin_brings_takes_a_seat() -> None:
    shelf = catalog(*PLUGINS)
    brought = shelf.bots()

    assert list(brought) == ["thinker"]
    assert make_bot("thinker", shelf.game("good"), Random(1), brought).name == "uniform"


@pytest.mark.usefixtures("plugins")
@pytest.mark.parametrize("order", [("good", "rival"), ("rival", "good")])
def test_of_two_plugins_with_one_game_the_first_by_name_has_it(order: tuple[str, str]) -> None:
    first, second = catalog(*order).statuses()

    assert (first.plugin, first.state) == ("good", "good")
    assert second.reason == "game 'good' is already brought by plugin 'good'"


@pytest.mark.usefixtures("plugins")
def test_two_plugins_of_one_name_are_told_apart() -> None:
    first, second = Catalog(
        blocked=(), installed=[entry("good"), entry("good", "rival")]
    ).statuses()

    assert (first.state, second.state) == ("broken", "broken")
    assert first.reason.startswith("game 'good' is also brought by plugin 'good'; neither has it")


@pytest.mark.usefixtures("plugins")
@pytest.mark.parametrize(("took", "state"), [(SLOW_SECONDS, "good"), (SLOW_SECONDS + 0.5, "slow")])
def test_a_slow_plugin_is_listed_so_and_plays_all_the_same(took: float, state: str) -> None:
    listing = catalog("good", took=took).statuses()[0]

    assert listing.state == state
    assert [game.id for game in listing.games] == ["good"]


@pytest.mark.usefixtures("plugins")
def test_an_installed_plugin_is_loaded_once() -> None:
    shelf = catalog("good")
    first = shelf.game_named("good")

    assert shelf.game_named("good") is shelf.games()["good"] is first


def test_a_blocked_plugin_is_not_imported() -> None:
    listing = catalog("good", blocked=("good",)).statuses()[0]

    assert (listing.state, listing.reason) == ("blocked", "blocked by name")
    assert "shelf_plugin_good" not in sys.modules


@pytest.mark.usefixtures("plugins")
def test_plugins_are_blocked_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BLOCK", "crash, good")
    states = {
        listing.state for listing in Catalog(installed=[entry("good"), entry("crash")]).statuses()
    }

    assert states == {"blocked"}


@pytest.mark.usefixtures("plugins")
def test_looking_up_a_game_imports_its_plugin_alone() -> None:
    shelf = catalog("good", "missing", "crash", "wrong")

    assert {*shelf.names()} - {*INCLUDED} == {"crash", "good", "missing", "wrong"}
    assert shelf.game("good").id == "good"
    assert {name for name in sys.modules if name.startswith("shelf_plugin_")} == {
        "shelf_plugin_good"
    }


@pytest.mark.usefixtures("plugins")
def test_a_game_is_found_in_a_plugin_of_another_name() -> None:
    assert (
        Catalog(installed=[entry("other", "good"), entry("crash")], blocked=()).game("good").id
        == "good"
    )


@pytest.mark.usefixtures("plugins")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chess", r"expected a game \(good\), got 'chess'"),
        ("crash", "plugin 'crash': ValueError: two lines"),
    ],
)
def test_a_game_that_cannot_be_had_gets_one_line(name: str, message: str) -> None:
    with pytest.raises(PluginError, match=message):
        catalog("good", "crash").game(name)


@pytest.mark.usefixtures("plugins")
def test_a_blocked_game_cannot_be_had() -> None:
    with pytest.raises(PluginError, match="plugin 'good': blocked by name"):
        catalog("good", blocked=("good",)).game("good")


def test_the_catalog_itself_imports_no_game() -> None:
    code = (
        "import sys; from parlour.catalog.catalog import Catalog; Catalog().names();"
        "from parlour.hooks.own import PACKAGES;"
        "print([name for name in sys.modules if name.startswith('parlour_') and '.' in name"
        " and name.partition('.')[0] not in PACKAGES])"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(  # noqa: S603  our own interpreter and our own words
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True
    )

    assert run.stdout.strip() == "[]"


@pytest.mark.usefixtures("plugins")
def test_a_bot_that_is_not_known_may_be_that_of_a_broken_plugin() -> None:
    bots = catalog("thinker", "faulty").bots()

    assert read_bot("thinker", bots)
    with pytest.raises(SetupError) as refused:
        read_bot("faulty", bots)
    said = "got 'faulty'; plugin 'faulty': bot 'faulty': expected settings to be a msgspec Struct"
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("entries", "read"),
    [
        pytest.param(b"[parlour]\nshelf = shelf.plugin\n", {"shelf": "shelf 1.0"}, id="in order"),
        pytest.param(b"[parlour]\n\xff = shelf.plugin\n", {}, id="no text"),
    ],
)
def test_a_plugin_in_a_zip_on_the_path_is_read_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entries: bytes, read: dict[str, str]
) -> None:
    with ZipFile(tmp_path / "shelf.zip", "w") as archive:
        archive.writestr("shelf-1.0.dist-info/METADATA", "Name: shelf\nVersion: 1.0\n")
        archive.writestr("shelf-1.0.dist-info/entry_points.txt", entries)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "shelf.zip"), str(tmp_path / "nowhere")])

    assert {one.name: distribution_of(one) for one in find_installed()} == read
