"""``parlour new`` writes a game in one file and its tests, and nothing over other files."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.catalog.catalog import Catalog
from parlour.hooks.own import PACKAGES, short_name
from parlour.rules.errors import MisuseError
from parlour_testing import check
from parlour_testing.commands.new import new

pytestmark = pytest.mark.usefixtures("paths_forgotten")


@pytest.fixture(params=[False, True], ids=["secrets", "small"])
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    place = tmp_path / "pebbles"
    new("pebbles", seats="2-20", small=request.param, into=place)
    return place


def test_the_game_is_two_files(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == ["pebbles.py", "test_pebbles.py"]


@pytest.mark.parametrize("seats", [2, 20])
def test_the_game_keeps_every_law(
    folder: Path, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "pebbles", raising=False)
    game = Catalog().game(str(folder))

    assert check(game, matches=3, seats=seats).breaches == ()


def test_its_tests_pass(folder: Path) -> None:
    some = "not test_laws or 2-default or 20-default"
    options = ["-q", "--parlour-seeds", "1", "-p", "no:cacheprovider", "-k", some]
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "pytest", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("shape", ["package", "hidden"])
def test_a_small_game_is_open(tmp_path: Path, shape: str) -> None:
    with pytest.raises(MisuseError, match=f"expected --small without --{shape}: it writes an open"):
        new("pebbles", seats="2", small=True, into=tmp_path / "pebbles", **{shape: True})

    assert list(tmp_path.iterdir()) == []


# ``parlour new`` writes nothing where it cannot write everything, and nothing over anything


BAD = [
    pytest.param("Chess", {}, "small letters, digits and single '_', got 'Chess'", id="capitals"),
    pytest.param("my-game", {}, "got 'my-game'", id="hyphen"),
    pytest.param("1st", {}, "got '1st'", id="digit first"),
    pytest.param("../up", {}, "got '../up'", id="path"),
    pytest.param("", {}, "got ''", id="nothing"),
    pytest.param("a" * 25, {}, "at most 24 letters, got 25", id="too long"),
    pytest.param("class", {}, "means nothing to Python", id="keyword"),
    pytest.param("maori", {}, "Python has 'parlour_maori'", id="package taken"),
    pytest.param("json", {}, "Python has 'json'", id="module of Python"),
    pytest.param("msgspec", {}, "Python has 'msgspec'", id="module of a library"),
    pytest.param("leduc", {}, "a game 'leduc' is installed already", id="game taken"),
    pytest.param("there", {}, "there: is there already", id="folder there"),
    pytest.param("mine", {"into": Path("file")}, "file: is there already", id="file there"),
    pytest.param("mine", {"seats": "0"}, "expected seats from 1 to 999", id="no seats"),
    pytest.param("mine", {"seats": "4-2"}, "got '4-2'", id="seats backwards"),
    pytest.param("mine", {"seats": "2-1000"}, "got '2-1000'", id="too many seats"),
    pytest.param("mine", {"seats": "two"}, "got 'two'", id="seats in words"),
    pytest.param("mine", {"into": Path("file/x")}, "cannot be written", id="nowhere to write"),
]


BAD += [
    pytest.param(
        short_name(package),
        {},
        f"expected a name that Parlour does not use itself, got '{short_name(package)}'",
        id=f"our own {package}",
    )
    for package in PACKAGES
    if short_name(package)
]


@pytest.mark.parametrize(("name", "given", "said"), BAD)
def test_what_cannot_be_is_one_line_and_changes_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    given: dict[str, Any],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    Path("file").write_text("mine", encoding="utf-8")

    with pytest.raises(MisuseError) as caught:
        new(name, **given)

    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "there"]
    assert Path("file").read_text("utf-8") == "mine"


def test_without_a_terminal_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    new("mine")
    new("ours", package=True)

    assert "parlour play ." in capsys.readouterr().out
    assert "range(2, 5)" in Path("mine/mine.py").read_text("utf-8")
    assert "range(2, 5)" in Path("ours/parlour_ours/plugin.py").read_text("utf-8")
    assert not Path("ours/parlour_ours/outcomes.py").exists()
