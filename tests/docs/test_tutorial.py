"""Each step of the tutorial plays and keeps every law, and the page shows what is there."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.catalog.catalog import Catalog
from parlour_testing import check

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "tutorial.md").read_text(encoding="utf-8")
STEPS = {number: DOCS / f"tutorial/step{number}/cuckoo.py" for number in range(1, 5)}
LAST = DOCS / "tutorial/step5"

pytestmark = pytest.mark.usefixtures("paths_forgotten")


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Import each step afresh, for they share a name."""
    monkeypatch.setenv("PARLOUR_PATH", "")
    monkeypatch.setattr(sys, "path", [*sys.path])
    _forget()
    yield
    _forget()


def _forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0].endswith("cuckoo")]:
        del sys.modules[name]


@pytest.mark.parametrize("path", [*STEPS.values(), LAST], ids=lambda path: path.parts[-2])
def test_a_step_keeps_every_law(path: Path) -> None:
    report = check(Catalog(blocked=(), environ={}, installed=()).game(str(path)), matches=15)

    assert not report.breaches, "\n".join(map(str, report.breaches))


def test_the_tests_of_the_last_step_pass() -> None:
    done = subprocess.run(  # noqa: S603  our own interpreter
        (
            *(
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                "-p",
                "parlour_pytest",
            ),
            *("--parlour-seeds", "1", "--import-mode=importlib", "-o", "pythonpath=."),
            *("--rootdir", str(LAST), "-c", str(LAST / "pyproject.toml"), "tests"),
        ),
        capture_output=True,
        text=True,
        cwd=LAST,
        check=False,
    )

    assert " passed" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


def test_the_types_of_the_last_steps_are_right() -> None:
    done = subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-m", "mypy", "--strict", str(STEPS[4]), str(LAST / "parlour_cuckoo")],
        capture_output=True,
        text=True,
        cwd=LAST,
        check=False,
    )

    assert done.returncode == 0, done.stdout


def test_every_step_is_shown_and_every_file_that_is_shown_is_there() -> None:
    shown = re.findall(r"\{literalinclude\} (\S+)", PAGE)

    assert all((DOCS / path).is_file() for path in shown)
    assert {path.relative_to(DOCS).as_posix() for path in STEPS.values()} <= set(shown)
