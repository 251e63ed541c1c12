"""What ``mypyc`` compiles: the module that plays connect four at random, and the search tree."""

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any
from zipfile import ZipFile

import pytest

from parlour_samples import connect_four, stones
from parlour_testing import check
from tests.needs import program

ROOT = Path(__file__).parents[2]
TREE = "parlour_search/tree"
BOTS = [f"tests/search/test_{name}.py" for name in ("exact", "objectives", "search", "wrong_bots")]
"""Tests of bots that search in games of all kinds."""


def run(*command: str | Path, cwd: Path, **variables: str) -> None:
    """Run a module of Python."""
    program("cc", "gcc")
    done = subprocess.run(  # noqa: S603  our own commands
        [sys.executable, "-m", *command],
        cwd=cwd,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def loaded(name: str, path: Path) -> Any:
    """Return the module in a file."""
    spec = spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.matrix
def test_a_compiled_random_result_is_that_of_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy(Path(stones.__file__).with_name("stones.py"), tmp_path)
    run("mypyc", "stones.py", cwd=tmp_path)
    (built,) = (path for path in tmp_path.glob("stones.*") if path.suffix != ".py")
    fast = loaded("stones", built)
    winners = [fast.random_winner(0, 0, Random(seed)) for seed in range(500)]

    assert winners == [stones.random_winner(0, 0, Random(seed)) for seed in range(500)]
    assert set(winners) == {1, -1, 0}
    monkeypatch.setattr(connect_four, "random_winner", fast.random_winner)
    (game,) = connect_four.parlour_games()
    assert not check(game, matches=3).breaches


@pytest.mark.matrix
def test_bots_search_as_well_in_a_compiled_tree(tmp_path: Path) -> None:
    run("hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=ROOT, PARLOUR_COMPILE="1")
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    ZipFile(wheel).extractall(site)

    assert len([*site.glob(f"{TREE}/node.*")]) == 2
    basetemp = f"--basetemp={tmp_path / 'tests'}"
    run("pytest", "-q", "-m", "not matrix", basetemp, *BOTS, cwd=ROOT, PYTHONPATH=str(site))


def test_no_module_with_a_struct_is_compiled(tmp_path: Path) -> None:
    hook = loaded("wheel_pages", ROOT / "docs" / "wheel_pages.py")
    module = tmp_path / "framework" / TREE / "node.py"
    module.parent.mkdir(parents=True)
    module.write_text("class Node(Struct, frozen=True): ...\n", encoding="utf-8")

    with pytest.raises(ValueError, match=r"node\.py holds a struct"):
        hook.PagesHook(str(tmp_path), {}, None, None, "", "wheel").compile_tree(tmp_path / "c", {})


def test_nothing_is_compiled_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_COMPILE", "0")
    page = loaded("wheel_pages", ROOT / "docs" / "wheel_pages.py")
    hook = page.PagesHook(str(ROOT), {}, None, None, "", "wheel")
    data: dict[str, dict[str, str]] = {"force_include": {}}
    hook.initialize("standard", data)
    hook.finalize("standard", data, "")

    assert list(data) == ["force_include"]
