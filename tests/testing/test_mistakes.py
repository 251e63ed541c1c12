"""A mistake in a plugin is one line, with its file, its line and what was expected."""

import sys
from pathlib import Path

import pytest

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import GameFault
from parlour.hooks.own import PACKAGES
from parlour.rules.errors import PluginError, UnknownGame
from parlour_samples import tic_tac_toe
from parlour_testing import check
from parlour_testing.commands.bench import bench
from tests.testing.mistakes import LOADING
from tests.testing.play_mistakes import LOOKING, PLAYING

GAME = Path(tic_tac_toe.__file__).read_text("utf-8")
ANOTHER_KIND = """class Pass(Move, frozen=True):
    form = "pass"


class Stay(Move, frozen=True):
    form = "Pass"


class Bids(parlour.SealedPhase[State, Place], frozen=True):
    moves = opened = lambda *given: ()


class Board("""
OF_A_PACKAGE = """class Bidding(parlour.SealedPhase[State, Place], frozen=True):
    __module__ = "PACKAGE.phases"
    answers: tuple = ()


class Bids(Bidding, frozen=True):
"""
SOUND = "import typing\n\nimport msgspec\n" + GAME.replace("class Board(", ANOTHER_KIND).replace(
    '        rulebook=files("parlour_samples") / "tic_tac_toe.md",\n', ""
)

NAMES = iter(range(1000))

pytestmark = pytest.mark.usefixtures("paths_forgotten")


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave no path behind."""
    monkeypatch.setenv("PARLOUR_PATH", "")
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)


def written(source: str, old: str = "", new: str = "") -> str:
    """Write a game with one thing changed; return the path to give."""
    assert not old or source.count(old) == 1
    path = Path(f"game_{next(NAMES)}.py")
    path.write_text(source.replace(old, new) if old else source, encoding="utf-8")
    return f"./{path}"


def line_of(path: str, text: str) -> str:
    """Return the place of a line as an error names it."""
    lines = Path(path).read_text("utf-8").splitlines()
    return f"{Path(path).name}:{next(n for n, line in enumerate(lines, 1) if text in line)}"


def test_the_game_without_a_mistake_is_found() -> None:
    assert Catalog(blocked=(), environ={}, installed=()).game(written(SOUND)).id == "tic_tac_toe"


@pytest.mark.parametrize(("old", "new", "said", "where"), LOADING)
def test_a_mistake_found_on_loading(old: str, new: str, said: str, where: str) -> None:
    path = written(SOUND, old, new)

    with pytest.raises(PluginError) as caught:
        Catalog(blocked=(), environ={}, installed=()).game(path)

    assert said in str(caught.value)
    assert not where or line_of(path, where) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_phase_of_ours_declares_is_not_declared_by_the_game(package: str) -> None:
    own = "class Bids(parlour.SealedPhase[State, Place], frozen=True):\n"
    inherited = OF_A_PACKAGE.replace("PACKAGE", package)
    path = written(SOUND.replace(own, inherited), '"Turn | Over"', '"Turn | Bids | Over"')

    with pytest.raises(PluginError, match="expected Bids, a SealedPhase, to declare 'answers'"):
        Catalog(blocked=(), environ={}, installed=()).game(path)


@pytest.mark.parametrize(("old", "new", "said", "where"), PLAYING)
def test_a_mistake_found_in_play(old: str, new: str, said: str, where: str) -> None:
    path = written(SOUND, old, new)

    with pytest.raises(GameFault) as caught:
        bench(path, seconds=0.01)

    assert said in str(caught.value)
    assert line_of(path, where) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("old", "new", "said", "where"), PLAYING + LOOKING)
def test_a_mistake_found_by_the_laws(old: str, new: str, said: str, where: str) -> None:
    path = written(SOUND, old, new)
    breaches = check(Catalog(blocked=(), environ={}, installed=()).game(path), matches=2).breaches
    told = [breach.message for breach in breaches]
    place = line_of(path, where) if where else ""

    assert any(said in message and place in message for message in told), told


PROJECT = '[project]\nname = "mine"\n[project.entry-points.parlour]\n{entries}\n'
PLACES = [
    pytest.param("nowhere", {}, UnknownGame, "nowhere' does not exist", id="nothing"),
    pytest.param("empty", {"x.txt": ""}, UnknownGame, "expected a plugin in '", id="no plugin"),
    pytest.param(
        "plain",
        {"pyproject.toml": "[project]\nname = 'plain'\n"},
        PluginError,
        "expected a table [project.entry-points.parlour]",
        id="no entry point",
    ),
    pytest.param(
        "torn", {"pyproject.toml": "[project\n"}, PluginError, "cannot be read: ", id="torn"
    ),
    pytest.param(
        "gone",
        {"pyproject.toml": PROJECT.format(entries='mine = "parlour_mine.gone"')},
        PluginError,
        "No module named 'parlour_mine'",
        id="a module that is not there",
    ),
]


@pytest.mark.parametrize(("name", "files", "kind", "said"), PLACES)
def test_a_folder_that_is_no_plugin(
    name: str, files: dict[str, str], kind: type[Exception], said: str
) -> None:
    for file, text in files.items():
        Path(name).mkdir(exist_ok=True)
        (Path(name) / file).write_text(text, encoding="utf-8")

    with pytest.raises(kind) as caught:
        Catalog(blocked=(), environ={}, installed=()).game(f"./{name}")

    assert said in str(caught.value)


@pytest.mark.parametrize("source", ["", "src"], ids=["beside the project", "under src"])
def test_a_project_that_is_not_installed_is_found(source: str) -> None:
    package = Path("mine") / source / "parlour_mine"
    package.mkdir(parents=True)
    (package / "plugin.py").write_text(SOUND, encoding="utf-8")
    project = PROJECT.format(entries='tic_tac_toe = "parlour_mine.plugin"')
    Path("mine/pyproject.toml").write_text(project, encoding="utf-8")
    catalog = Catalog(blocked=(), environ={}, installed=())

    assert catalog.game("./mine").id == "tic_tac_toe"
    assert catalog.game("tic_tac_toe").rules.__class__.__module__ == "parlour_mine.plugin"


def test_a_package_that_is_not_installed_is_found() -> None:
    package = Path("parlour_mine_package")
    package.mkdir()
    (package / "plugin.py").write_text(SOUND, encoding="utf-8")

    assert (
        Catalog(blocked=(), environ={}, installed=()).game("./parlour_mine_package").id
        == "tic_tac_toe"
    )


def test_what_the_environment_names_comes_before_what_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = Path("tic_tac_toe")
    package.mkdir()
    (package / "plugin.py").write_text(SOUND.replace("Three in a row", "Ours"), encoding="utf-8")
    monkeypatch.setenv("PARLOUR_PATH", str(package.resolve()))

    assert Catalog(blocked=()).game("tic_tac_toe").summary.startswith("Ours")


def test_the_module_of_a_package_stands_for_the_package() -> None:
    package = Path("parlour_mine_module")
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "sizes.py").write_text("", encoding="utf-8")
    source = SOUND.replace("import msgspec", "import msgspec\nimport parlour_mine_module.sizes")
    (package / "plugin.py").write_text(source, encoding="utf-8")

    assert (
        Catalog(blocked=(), environ={}, installed=()).game("./parlour_mine_module/plugin.py").id
        == "tic_tac_toe"
    )


def test_a_hook_that_yields_nothing_brings_no_game() -> None:
    path = written("import parlour\n\n\n@parlour.hookimpl\ndef parlour_games():\n    return ()\n")

    with pytest.raises(UnknownGame, match="got none: its hook yields no Game"):
        Catalog(blocked=(), environ={}, installed=()).game(path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("mine", "got 'mine'; its folder here is given as './mine'", id="a folder"),
        pytest.param("tic_tac_to", "got 'tic_tac_to'; did you mean 'tic_tac_toe'?", id="a letter"),
        pytest.param("chess", "got 'chess'", id="neither"),
    ],
)
def test_a_name_that_is_no_game(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine").mkdir()
    monkeypatch.setenv("PARLOUR_PATH", str(Path(written(SOUND)).resolve()))

    with pytest.raises(UnknownGame) as caught:
        Catalog(blocked=()).game(name)

    assert str(caught.value).endswith(said)


def test_of_several_games_one_must_be_named() -> None:
    twice = SOUND + '    yield Game(**(vars(GAMES) | {"id": "other"}))\n'
    twice = twice.replace("    yield Game(\n        id", "    GAMES = Game(\n        id")
    path = written(twice.replace("    yield Game(**", "    yield GAMES\n    yield Game(**"))

    with pytest.raises(UnknownGame, match="got tic_tac_toe, other"):
        Catalog(blocked=(), environ={}, installed=()).game(path)
