"""Plugins at paths: found without a change of ``os.environ`` or ``sys.path``, also in workers."""

import os
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.catalog.catalog import Catalog, CatalogSources
from parlour.hooks.installed import SAMPLES
from parlour.rules.errors import ParlourError, PluginError
from parlour_samples import tic_tac_toe

ROOT = Path(__file__).parents[1]
GAME = Path(tic_tac_toe.__file__).read_text("utf-8")
SOUND = GAME.replace('        rulebook=files("parlour_samples") / "tic_tac_toe.md",\n', "")
"""A game in one file, without its page of rules."""

pytestmark = pytest.mark.usefixtures("paths_forgotten")


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Work in an empty folder."""
    monkeypatch.delenv("PARLOUR_PATH", raising=False)
    monkeypatch.chdir(tmp_path)


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def importing(module: str) -> str:
    """Return the game with an import at its beginning."""
    return SOUND.replace("import parlour\n", f"import parlour\nimport {module}\n", 1)


def late(module: str) -> str:
    """Return the game with an import each time it begins."""
    beginning = "        return Board(TURNS[0], (0, 0))\n"
    assert beginning in SOUND
    return SOUND.replace(beginning, f"        import {module}\n{beginning}")


def test_a_game_has_the_path_that_brings_it() -> None:
    """A bot at a path comes first; an installed game is at no path."""
    bot = "import parlour\n\n@parlour.hookimpl\ndef parlour_bots():\n    return []\n"
    write({"a_bot.py": bot, "local_game.py": SOUND.replace('id="tic_tac_toe"', 'id="by_path"')})
    catalog = Catalog(["a_bot.py", "local_game.py"])

    assert catalog.path_of(catalog.game("by_path")) == str(Path("local_game.py").resolve())
    assert catalog.path_of(catalog.game("maori")) == ""


BOT = """
import parlour
from parlour.players.uniform import Uniform

@parlour.hookimpl
def parlour_bots():
    yield parlour.Bot(name="thinker", make=lambda game, rng, settings: Uniform(game, rng))
"""


PROJECT = '[project.entry-points.parlour]\ntic_tac_toe = "local_package.plugin"\n'
SHAPES = [
    pytest.param("local_file.py", {"local_file.py": SOUND}, id="a file"),
    pytest.param("local_package", {"local_package/plugin.py": SOUND}, id="a package"),
    pytest.param(
        "mine",
        {"mine/pyproject.toml": PROJECT, "mine/local_package/plugin.py": SOUND},
        id="a project",
    ),
    pytest.param(
        "mine",
        {"mine/pyproject.toml": PROJECT, "mine/src/local_package/plugin.py": SOUND},
        id="a project with src",
    ),
    pytest.param(
        "local_file.py",
        {"local_file.py": importing("local_neighbour"), "local_neighbour.py": ""},
        id="a file that imports its neighbour",
    ),
    pytest.param(
        "local_file.py",
        {"local_file.py": late("local_neighbour"), "local_neighbour.py": ""},
        id="a file that imports its neighbour in play",
    ),
    pytest.param(
        "local_package",
        {
            "local_package/__init__.py": "",
            "local_package/plugin.py": late("local_package.sizes"),
            "local_package/sizes.py": "",
        },
        id="a package that imports its module in play",
    ),
]


@pytest.mark.parametrize(("path", "files"), SHAPES)
def test_a_game_at_a_path_changes_neither_environment_nor_path(
    path: str, files: dict[str, str]
) -> None:
    write(files)
    environment, folders = dict(os.environ), [*sys.path]

    game = Catalog(blocked=()).game(f"./{path}")
    game.rules.begin(2, game.options())

    assert game.id == "tic_tac_toe"
    assert dict(os.environ) == environment
    assert sys.path == folders


def test_a_neighbour_does_not_stand_in_for_an_installed_module() -> None:
    write({"local_file.py": importing("textwrap"), "textwrap.py": "raise RuntimeError\n"})
    sys.modules.pop("textwrap", None)

    assert Catalog(blocked=()).game("./local_file.py").id == "tic_tac_toe"


def test_two_plugins_of_one_module_are_not_taken_for_each_other() -> None:
    write({"here/local_file.py": SOUND, "there/local_file.py": SOUND})
    here, there = Path("here").resolve(), Path("there").resolve()
    catalog = Catalog([here / "local_file.py", there / "local_file.py"], blocked=(), installed=())

    first, second = catalog.statuses()
    with pytest.raises(PluginError) as caught:
        catalog.game("./there/local_file.py")

    assert [game.id for game in first.games] == ["tic_tac_toe"]
    assert second.state == "broken"
    assert second.reason == (
        f"expected to import 'local_file' from {there}, but 'local_file' is already imported "
        f"from {here / 'local_file.py'}; rename one of them"
    )
    assert str(caught.value) == f"plugin 'local_file': {second.reason}"


def test_a_path_that_was_edited_is_loaded_with_its_new_rules() -> None:
    write({"edited.py": SOUND})
    before = parlour.load("./edited.py")
    again = parlour.load("./edited.py")
    # An edit of the same length within the same second, which the compiled file does not show.
    write({"edited.py": SOUND.replace("Tic-tac-toe", "Tic-tac-two")})

    assert type(again.rules) is type(before.rules)
    assert parlour.load("./edited.py").title == "Tic-tac-two"
    assert before.title == "Tic-tac-toe"
    write({"edited.py": "def"})
    with pytest.raises(PluginError, match=r"SyntaxError: .*edited\.py:1"):
        parlour.load("./edited.py")
    write({"edited.py": SOUND})
    assert parlour.load("./edited.py").title == "Tic-tac-toe"


def test_a_path_is_found_by_its_name_in_its_own_catalog_alone() -> None:
    write({"tic_tac_toe/plugin.py": SOUND.replace("Three in a row", "Ours")})
    catalog = Catalog(["./tic_tac_toe"], blocked=(), installed=())

    assert {*catalog.names()} == {sample.name for sample in SAMPLES}
    assert catalog.game_named("tic_tac_toe").summary.startswith("Ours")
    assert Catalog(blocked=(), installed=()).games() == {}


def test_a_path_is_no_name() -> None:
    write({"local_file.py": "raise RuntimeError\n"})

    with pytest.raises(PluginError, match=r"expected a game \(none\), got './local_file.py'"):
        Catalog(blocked=(), installed=()).game_named("./local_file.py")


def test_a_record_imports_no_path(capsys: pytest.CaptureFixture[str]) -> None:
    header = (
        '{"parlour":1,"game":"./local_evil.py","rules_version":1,"seats":2,'
        '"options":{},"seed":"1","players":["human","human"]}\n'
    )
    write({"local_evil.py": "print('imported')\n", "evil.jsonl": header})

    with pytest.raises(ParlourError, match=r"got '\./local_evil\.py'"):
        parlour.open("evil.jsonl")
    assert capsys.readouterr().out == ""


def test_the_environment_is_read_when_the_catalog_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    write({"local_file.py": SOUND})
    monkeypatch.setenv("PARLOUR_PATH", str(Path("local_file.py").resolve()))
    catalog = Catalog(blocked=(), installed=())
    monkeypatch.setenv("PARLOUR_PATH", "")

    assert "local_file" in catalog.names()
    assert Catalog(blocked=(), installed=()).games() == {}


def test_what_a_catalog_is_made_from_makes_it_again() -> None:
    write({"one/local_one.py": SOUND, "two/local_two.py": SOUND})
    catalog = Catalog(["one/local_one.py", "two/local_two.py"], blocked=["maori"], installed=())
    sources: CatalogSources = pickle.loads(pickle.dumps(catalog.sources))  # noqa: S301  our own

    assert sources.blocked == ("maori",)
    assert sources.paths == tuple(
        str(Path(path).resolve()) for path in ("one/local_one.py", "two/local_two.py")
    )
    assert Catalog.from_sources(sources).sources == sources


def play_first_move(game: Any, state: Any) -> tuple[str, int]:
    """Play the first legal move in a worker; return the module of the state and the moves left."""
    seat = game.rules.awaited(state).seats[0]
    after = game.rules.play(state, seat, game.rules.moves(state, seat)[0])
    return type(state).__module__, len(game.rules.moves(after, 1 - seat))


@pytest.mark.parametrize(("path", "files"), SHAPES)
def test_a_worker_unpickles_a_game_at_a_path(path: str, files: dict[str, str]) -> None:
    write(files)
    catalog = Catalog(blocked=())
    game = catalog.game(f"./{path}")
    state = game.rules.begin(2, game.options())
    with ProcessPoolExecutor(
        1, get_context("spawn"), initializer=Catalog.from_sources, initargs=(catalog.sources,)
    ) as pool:
        module, moves = pool.submit(play_first_move, game, state).result(timeout=300)

    assert module.startswith("local_")
    assert moves == 8
