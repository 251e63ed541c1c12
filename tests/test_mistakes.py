"""A mistake in a plugin is told in one line, with its file, its line and what was expected."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.catalog import Catalog
from parlour.cli.bench import bench
from parlour.cli.faults import GameFault
from parlour.errors import PluginError, UnknownGame
from parlour.testing import check

GAME = (Path(__file__).parent / "sample_plugin/parlour_sample/tic_tac_toe.py").read_text("utf-8")
ANOTHER_KIND = """class Pass(Move, frozen=True):
    form = "pass"


class Board("""
SOUND = GAME.replace("class Board(", ANOTHER_KIND).replace(
    '        rulebook=files("parlour_sample") / "tic_tac_toe.md",\n', ""
)

NAMES = iter(range(1000))


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Leave neither path nor module behind."""
    monkeypatch.setenv("PARLOUR_PATH", "")
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    known = set(sys.modules)
    yield
    for name in set(sys.modules) - known:
        if name.startswith(("game_", "parlour_mine")):
            del sys.modules[name]


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


LOADING = [
    pytest.param(
        "def moves(self", "def moves(self:", "SyntaxError: ", "def moves(self:", id="syntax"
    ),
    pytest.param(
        "from typing import Annotated",
        "from typing import Anotated as Annotated",
        "ImportError: cannot import name 'Anotated'",
        "Anotated",
        id="an import",
    ),
    pytest.param(
        "def parlour_games",
        "def parlour_game",
        "expected a hook (parlour_games, parlour_bots), got 'parlour_game'",
        "@parlour.impl",
        id="a misspelt hook",
    ),
    pytest.param(
        "@parlour.impl\n",
        "",
        "'parlour_games' is no hook without '@parlour.impl' above it",
        "def parlour_games",
        id="an unmarked hook",
    ),
    pytest.param(
        "    yield Game(",
        "    return Game(",
        "expected 'parlour_games' to yield, got Game",
        "",
        id="a hook that returns",
    ),
    pytest.param(
        "rules=Rules(),",
        "rules=Rules,",
        "expected rules to be made, Rules(), got the class Rules",
        "",
        id="rules not made",
    ),
    pytest.param(
        "seats=range(2, 3)",
        "seats=2",
        "expected seats to be a range such as range(2, 5), got 2",
        "",
        id="seats no range",
    ),
    pytest.param(
        "state=Board,",
        "state=dict,",
        "expected state to be a subclass of parlour.State, got the class dict",
        "",
        id="a state of another type",
    ),
    pytest.param(
        "moves=Place,",
        "moves=Board,",
        "expected moves to be kinds of parlour.Move, got the class Board",
        "",
        id="moves of another type",
    ),
    pytest.param(
        "        draw=squares_drawn,",
        "        rulebook=__import__('pathlib').Path('none.md'),\n        draw=squares_drawn,",
        "expected its rulebook, a Markdown file; there is none at none.md",
        "",
        id="no rulebook",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place {squares}"',
        "names 'squares', which is no field; did you mean its 'square'?",
        "class Place",
        id="a form with another field",
    ),
    pytest.param(
        'form = "place {square}"',
        'form = "place"',
        "leaves out the field 'square', so no text can be read",
        "class Place",
        id="a form that leaves a field out",
    ),
    pytest.param(
        '    phases: tuple["Turn | Over", ...]\n',
        "",
        "expected Board to declare 'phases: tuple[Turn | ... | Over, ...]'",
        "class Board",
        id="no kinds of phases",
    ),
    pytest.param(
        '"Turn | Over"',
        '"Turns | Over"',
        "the types of Board cannot be read: name 'Turns' is not defined",
        "class Board",
        id="a phase that is not there",
    ),
    pytest.param(
        "    def moves(self, state: Board, seat: Seat) -> Sequence[Place]:",
        "    def move(self, state: Board, seat: Seat) -> Sequence[Place]:",
        "expected Turn, a DecisionPhase, to have 'moves'; did you mean its 'move'?",
        "class Turn",
        id="a phase without a method",
    ),
    pytest.param(
        "    def census(self, state: Board) -> dict[str, int]:",
        "    def counted(self, state: Board) -> dict[str, int]:",
        "expected Rules, a Rules, to have 'census'",
        "class Rules",
        id="rules without a method",
    ),
]
LOADING += [
    pytest.param(
        'form = "place {square}"',
        "form = 7",
        "expected the form of Place to be a text, got 7",
        "class Place",
        id="a form that is no text",
    ),
    pytest.param(
        '"Turn | Over"',
        '"Turn"',
        "expected 'phases' of Board to name Over too",
        "class Board",
        id="no end",
    ),
    pytest.param(
        "def play(self, state: Board, seat: Seat, move: Place, tell: Tell)",
        "def play(self, state: Board, move: Place, tell: Tell)",
        "expected 'def play(self, state, seat, move, tell)' in Turn",
        "def play",
        id="a method with too few arguments",
    ),
    pytest.param(
        "def start(self, seats: int, options: object)",
        "def start(self, seats: int)",
        "expected 'def start(self, seats, options)' in Rules",
        "def start",
        id="rules with too few arguments",
    ),
    pytest.param(
        "draw=squares_drawn",
        'draw="board"',
        "expected draw to be a function, got 'board'",
        "",
        id="a drawing that is no function",
    ),
    pytest.param(
        "moves=Place,",
        "moves=(Place,),",
        "expected moves to be kinds of parlour.Move, got (",
        "",
        id="moves in a tuple",
    ),
]
PLAYING = [
    pytest.param(
        "return FREE[state.marks[0] | state.marks[1]]",
        "return [Pass()]",
        "expected 'moves' of Turn to return kinds that Game(moves=...) names, got the class Pass",
        "def moves",
        id="a move of a kind that the game does not name",
    ),
    pytest.param(
        "return FREE[state.marks[0] | state.marks[1]]",
        "return ['a1']",
        "expected 'moves' of Turn to return a tuple of moves, got ['a1']",
        "def moves",
        id="texts for moves",
    ),
    pytest.param(
        "return FREE[state.marks[0] | state.marks[1]]",
        "return FREE[self.seet]",
        "AttributeError: 'Turn' object has no attribute 'seet'",
        "FREE[self.seet]",
        id="moves that raise",
    ),
    pytest.param(
        "return FREE[state.marks[0] | state.marks[1]]",
        "FREE[state.marks[0] | state.marks[1]]",
        "expected 'moves' of Turn to return a tuple of moves, got None",
        "def moves",
        id="moves that return nothing",
    ),
    pytest.param(
        "return Board(after, (other, mine) if seat else (mine, other))",
        "Board(after, (other, mine) if seat else (mine, other))",
        "expected 'play' of Turn to return a state, got None",
        "def play",
        id="play that returns nothing",
    ),
    pytest.param(
        "return one(self.seat)",
        "return self.seat",
        "expected 'awaited' of Turn to return one(seat) or Decide, got 0",
        "def awaited",
        id="a seat instead of who is awaited",
    ),
    pytest.param(
        "return Board(TURNS[0], (0, 0))",
        "pass",
        "expected 'start' of Rules to return a state, got None",
        "def start",
        id="no state to start with",
    ),
]

LOOKING = [
    pytest.param(
        'return {"squares": len(FREE[first | second]) + first.bit_count() + second.bit_count()}',
        "return 9 + first",
        "expected 'census' of Rules to return how many there are of what, got 9",
        "def census",
        id="a census that is one number",
    ),
    pytest.param(
        'return parlour.Refusal("3", f"{SQUARES[move.square]} is taken")',
        'return "taken"',
        "expected 'why_not' of Turn to return a Refusal or None, got 'taken'",
        "def why_not",
        id="a text for a refusal",
    ),
    pytest.param(
        "    def census(",
        "    def heuristic(self, state: Board, seat: Seat) -> str:\n"
        '        return "good"\n\n'
        "    def census(",
        "expected the heuristic to return a number or None, got 'good'",
        "",
        id="a worth in words",
    ),
]


def test_the_game_without_a_mistake_is_found() -> None:
    assert Catalog((), ()).game(written(SOUND)).id == "tic_tac_toe"


@pytest.mark.parametrize(("old", "new", "said", "where"), LOADING)
def test_a_mistake_found_on_loading(old: str, new: str, said: str, where: str) -> None:
    path = written(SOUND, old, new)

    with pytest.raises(PluginError) as caught:
        Catalog((), ()).game(path)

    assert said in str(caught.value)
    assert not where or line_of(path, where) in str(caught.value)
    assert "\n" not in str(caught.value)


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
    breaches = check(Catalog((), ()).game(path), matches=2).breaches
    told = [breach.message for breach in breaches]
    place = line_of(path, where) if where else ""

    assert any(said in message and place in message for message in told), told


PROJECT = '[project]\nname = "mine"\n[project.entry-points.parlour]\n{entries}\n'
PLACES = [
    pytest.param("nowhere", {}, UnknownGame, "nowhere' does not exist", id="nothing"),
    pytest.param("empty", {"x.txt": ""}, PluginError, "expected a plugin in '", id="no plugin"),
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
        Catalog((), ()).game(f"./{name}")

    assert said in str(caught.value)


@pytest.mark.parametrize("source", ["", "src"], ids=["beside the project", "under src"])
def test_a_project_that_is_not_installed_is_found(source: str) -> None:
    package = Path("mine") / source / "parlour_mine"
    package.mkdir(parents=True)
    (package / "plugin.py").write_text(SOUND, encoding="utf-8")
    project = PROJECT.format(entries='tic_tac_toe = "parlour_mine.plugin"')
    Path("mine/pyproject.toml").write_text(project, encoding="utf-8")
    catalog = Catalog((), ())

    assert catalog.game("./mine").id == "tic_tac_toe"
    assert catalog.game("tic_tac_toe").rules.__class__.__module__ == "parlour_mine.plugin"


def test_a_package_that_is_not_installed_is_found() -> None:
    package = Path("parlour_mine_package")
    package.mkdir()
    (package / "plugin.py").write_text(SOUND, encoding="utf-8")

    assert Catalog((), ()).game("./parlour_mine_package").id == "tic_tac_toe"


def test_what_the_environment_names_comes_before_what_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = Path("tic_tac_toe")
    package.mkdir()
    (package / "plugin.py").write_text(SOUND.replace("Three in a row", "Ours"), encoding="utf-8")
    monkeypatch.setenv("PARLOUR_PATH", str(package.resolve()))

    assert Catalog(None, ()).game("tic_tac_toe").summary.startswith("Ours")


def test_of_several_games_one_must_be_named() -> None:
    twice = SOUND + '    yield Game(**(vars(GAMES) | {"id": "other"}))\n'
    twice = twice.replace("    yield Game(\n        id", "    GAMES = Game(\n        id")
    path = written(twice.replace("    yield Game(**", "    yield GAMES\n    yield Game(**"))

    with pytest.raises(UnknownGame, match="got tic_tac_toe, other"):
        Catalog((), ()).game(path)
