"""Python 3.14 in WebAssembly plays as this Python does: ``tox run -e wasm``.

Typer requires a compiled package that there is no wheel of, so the command line is left out.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import program
from tests.wasm.library import MATCHES, record_of

pytestmark = pytest.mark.matrix

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYODIDE = "pyodide@314.0.7"
PACKAGES = (
    "msgspec==0.22.0",
    "platformdirs==4.14.8",
    "pluggy==1.7.0",
    "rich==15.0.0",
    "typing-extensions==4.16.0",
)
TARGET = (
    "--no-deps",
    "--only-binary=:all:",
    "--implementation=cp",
    "--python-version=3.14",
    "--platform=pyemscripten_2026_0_wasm32",
)
"""For pip: the only wheels that the Python in WebAssembly takes."""


def run(*command: str, at: Path) -> str:
    """Run a program in a folder, and return what it prints."""
    done = subprocess.run(  # noqa: S603  our own commands
        command, cwd=at, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, f"{command[:3]}: {done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """Return what the Python in WebAssembly reports about the project's wheel."""
    node = program("node")
    folder = tmp_path_factory.mktemp("wasm")
    archive = run(program("npm"), "pack", "--silent", PYODIDE, at=folder).strip()
    shutil.unpack_archive(folder / archive, folder / "npm", filter="data")
    packages = folder / "packages"
    wheel = os.environ.get("TOX_PACKAGE", str(ROOT))
    install = (sys.executable, "-m", "pip", "install", "--quiet", "--no-compile")
    run(*install, *TARGET, "--target", str(packages), *PACKAGES, wheel, at=folder)
    shutil.copy(HERE / "library.py", packages)
    pyodide = folder / "npm" / "package"
    told = run(node, str(HERE / "run.mjs"), str(pyodide), str(packages), at=folder)
    parts: dict[str, dict[str, str]] = json.loads(told)
    return parts


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_has_the_same_record(reported: dict[str, dict[str, str]], name: str) -> None:
    record = record_of(*MATCHES[name])

    assert record.startswith("{")
    assert reported["records"][name].encode() == record.encode()


def test_each_module_is_imported_unless_another_is_missing(
    reported: dict[str, dict[str, str]],
) -> None:
    assert reported["faults"] == {}
