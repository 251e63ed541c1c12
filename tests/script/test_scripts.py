"""The scripts of pages: their types, their style, and the layout of panels."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.needs import program

pytestmark = pytest.mark.matrix

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STATIC = [f"framework/{package}/static" for package in ("parlour_web", "parlour_site")]
"""The folders of the scripts."""


def run(*command: str, at: Path = ROOT) -> None:
    """Run a program in a folder; what it complains of is what fails."""
    done = subprocess.run(  # noqa: S603  our own commands
        command, cwd=at, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, f"{done.stdout[-5000:]}{done.stderr[-3000:]}"


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the programs of package-lock.json."""
    folder = tmp_path_factory.mktemp("script")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    run(program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund", at=folder)
    return folder / "node_modules"


def test_types_are_right(tools: Path) -> None:
    run(program("node"), str(tools / "typescript" / "bin" / "tsc"), "--project", str(HERE))


def test_no_function_is_too_complex_and_nothing_is_unused(tools: Path) -> None:
    eslint = str(tools / "eslint" / "bin" / "eslint.js")
    run(program("node"), eslint, "--config", str(HERE / "eslint.config.js"), *STATIC)


def test_panels_are_laid_out_without_a_browser() -> None:
    run(program("node"), "--test", str(HERE / "layout.test.mjs"))
