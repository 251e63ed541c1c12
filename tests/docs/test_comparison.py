"""The page that compares games: its numbers are counted, and its games keep the laws."""

from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

import parlour
from parlour_testing import check

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "benchmarks" / "same_games").glob("*.py"))


@pytest.fixture
def lines() -> ModuleType:
    spec = util.spec_from_file_location("lines", ROOT / "benchmarks" / "lines.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_numbers_that_are_counted(lines: ModuleType) -> None:
    page = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")

    assert lines.table(lines.all_rows()) in page


def test_comments_docstrings_and_blank_lines_do_not_count(lines: ModuleType) -> None:
    python = (
        '"""Words."""\n\n# a remark\nx = 1  # code\n\n\ndef f():\n    """Words."""\n    return x\n'
    )

    assert lines.lines_of("a.py", python) == 3
    assert lines.lines_of("a.cc", "/* one\n two */\nint x;  // code\n\n// remark\n") == 1


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_compared_game_keeps_every_law(path: Path) -> None:
    report = check(parlour.load(str(path)), matches=4)

    assert report.breaches == ()
