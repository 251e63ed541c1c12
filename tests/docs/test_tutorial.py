"""Each step of the tutorial plays and keeps every law, and the page shows what is there."""

import re
import subprocess
import sys
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.generated import filled
from parlour.catalog.catalog import Catalog
from parlour.match.game import Game
from parlour_testing import check
from tests.docs.test_shown_pictures import expect_shown, laid

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "tutorial.md").read_text(encoding="utf-8")
STEPS = {number: DOCS / f"tutorial/step{number}/cuckoo.py" for number in range(1, 6)}
MOVES = {4: ("swap",), 5: ("swap", "keep", "swap")}
"""Moves before the picture of a step."""
PACKAGE = DOCS / "tutorial/package"
LINKED = re.findall(r'href="play/index.html#source=([\w-]+)"', filled(PAGE))

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


def _game(path: Path) -> Game:
    return Catalog(blocked=(), environ={}, installed=()).game(str(path))


def _expect_lawful(path: Path) -> None:
    report = check(_game(path), matches=15)

    assert not report.breaches, "\n".join(map(str, report.breaches))


@pytest.mark.parametrize("number", STEPS)
def test_the_link_of_a_step_carries_its_file_which_alone_keeps_every_law(
    number: int, tmp_path: Path
) -> None:
    raw = urlsafe_b64decode(LINKED[number - 1] + "==")
    name, _, source = zlib.decompress(raw, -zlib.MAX_WBITS).decode().partition("\n")
    alone = tmp_path / f"{name}.py"
    alone.write_text(source, encoding="utf-8")

    assert (alone.name, source) == (STEPS[number].name, STEPS[number].read_text("utf-8"))
    _expect_lawful(alone)


@pytest.mark.parametrize("number", STEPS)
def test_a_step_is_shown_as_it_is_drawn(number: int) -> None:
    drawn = laid(_game(STEPS[number]), *MOVES.get(number, ()))

    expect_shown(f"cuckoo{number}", drawn, "tutorial.md")


def test_the_package_keeps_every_law() -> None:
    _expect_lawful(PACKAGE)


def test_the_tests_of_the_package_pass() -> None:
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
            *("--rootdir", str(PACKAGE), "-c", str(PACKAGE / "pyproject.toml"), "tests"),
        ),
        capture_output=True,
        text=True,
        cwd=PACKAGE,
        check=False,
    )

    assert " passed" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0


def test_the_types_of_the_last_step_and_the_package_are_right() -> None:
    done = subprocess.run(  # noqa: S603  our own interpreter
        [sys.executable, "-m", "mypy", "--strict", str(STEPS[5]), str(PACKAGE / "parlour_cuckoo")],
        capture_output=True,
        text=True,
        cwd=PACKAGE,
        check=False,
    )

    assert done.returncode == 0, done.stdout


def test_every_step_is_shown_and_every_file_that_is_shown_is_there() -> None:
    shown = re.findall(r"\{literalinclude\} (\S+)", PAGE)

    assert all((DOCS / path).is_file() for path in shown)
    assert {path.relative_to(DOCS).as_posix() for path in STEPS.values()} <= set(shown)
