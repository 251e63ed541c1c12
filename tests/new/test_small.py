"""``parlour new --small`` writes one game file and one test file, which work as they are."""

import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli.authoring.new import new
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import MisuseError
from parlour.testing import check

pytestmark = pytest.mark.usefixtures("paths_forgotten")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "pebbles"
    new("pebbles", seats="2-20", small=True, into=place)
    return place


def test_a_small_game_is_two_files(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == ["pebbles.py", "test_pebbles.py"]


@pytest.mark.parametrize("seats", [2, 20])
def test_a_small_game_keeps_every_law(
    folder: Path, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "pebbles", raising=False)
    game = Catalog().game(str(folder / "pebbles.py"))

    assert check(game, matches=3, seats=seats).breaches == ()


def test_the_tests_of_a_small_game_pass(folder: Path) -> None:
    options = ["-q", "--parlour-seeds", "1", "-p", "no:cacheprovider"]
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", "pytest", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout


def test_a_small_game_is_open(tmp_path: Path) -> None:
    with pytest.raises(MisuseError, match="expected --small without --hidden: it writes an open"):
        new("pebbles", seats="2", hidden=True, small=True, into=tmp_path / "pebbles")

    assert list(tmp_path.iterdir()) == []
