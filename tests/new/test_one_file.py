"""``parlour new`` writes one file with the game and one with its tests, which work as they are."""

import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli.authoring.new import new
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import MisuseError
from parlour.testing import check

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
