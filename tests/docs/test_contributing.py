"""CONTRIBUTING names the tests of every package, and every environment of tox."""

import re
from configparser import ConfigParser

from tests.packages import FOLDERS, ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TESTS = ROOT / "tests"
ELSEWHERE = {"console", "script", "wasm"}
"""Folders whose tests have environments of their own."""


def rows(heading: str) -> dict[str, str]:
    """Return the rows of the table below a heading by their first cells."""
    part = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| (.+?) \| (.+) \|$", part, re.MULTILINE))


def test_the_first_tests_of_a_change_are_those_of_every_folder() -> None:
    folders = {path.parent.name for path in TESTS.glob("*/test_*.py")}
    first = rows("Which tests first")
    named = re.findall(r"\btests/(\w+)(?![\w.])", " ".join(first.values()))

    assert set(named) == folders - ELSEWHERE
    for package in {folder.name for folder in FOLDERS} - {"parlour"}:
        assert f"pytest tests/{package.removeprefix('parlour_')}`" in first[f"`{package}`"]


def test_every_environment_is_named_with_what_it_does() -> None:
    tox = ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    command = re.split(r",\s*", tox["tox"]["env_list"])
    others = re.split(r",\s*", tox["tox"]["labels"].partition("=")[2].strip())
    sections = {name.partition(":")[2] for name in tox.sections() if ":" in name} - {"release"}
    named = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.+?) \|", PAGE, re.MULTILINE)))
    named = [name for name in named if not name.startswith("parlour_")]

    assert sorted(named) == sorted({*command, *others, "coverage"})
    assert sections <= set(named)
    assert set(named[: len(command)]) == set(command)
