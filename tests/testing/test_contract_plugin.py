"""The contract suite as an author of a game meets it: one line in a test file, run by pytest."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from parlour_testing import LAWS

ROOT = Path(__file__).parents[2]
ONE_LINE = """
from parlour_testing import contract
from tests.broken_games import {module}
from tests.broken_games.broken.worlds import ConjuredCard

test_laws = contract({module}.{game}, seeds={seeds}, limit=300)
"""
HERE = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}


def ran(tmp_path: Path, source: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on one file, in a process of its own; the plugin is named once more."""
    (tmp_path / "test_laws.py").write_text(source, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "parlour_pytest", *arguments]
    return subprocess.run(  # noqa: S603  our own interpreter and our own words
        command, capture_output=True, text=True, env=HERE, cwd=tmp_path, check=False
    )


def test_every_law_setting_and_seed_is_a_test_of_its_own(tmp_path: Path) -> None:
    done = ran(tmp_path, ONE_LINE.format(module="sealed_bid", game="GAME", seeds=2))

    # The preset rich is for two and three seats only.
    assert f"{len(LAWS.all()[0]) * (3 + 2) * 2} passed" in done.stdout


def test_the_number_of_seeds_can_be_chosen_for_a_run(tmp_path: Path) -> None:
    source = ONE_LINE.format(module="which_hand", game="GAME", seeds=2)
    done = ran(tmp_path, source, "--parlour-seeds", "1", "--collect-only")

    assert re.search(rf"\b{len(LAWS.all()[0])} tests collected", done.stdout)
    assert "test_laws[2-default-0-no-leak]" in done.stdout


def test_a_broken_law_is_told_with_a_record_that_can_be_replayed(tmp_path: Path) -> None:
    game = "variant(ConjuredCard())"
    done = ran(tmp_path, ONE_LINE.format(module="which_hand", game=game, seeds=1))
    shown = dict(re.findall(r"^(\w[\w ]+): +(.+)$", done.stdout, re.MULTILINE))

    assert "1 failed" in done.stdout
    assert "test_laws[2-default-0-fits-view]" in done.stdout
    assert shown["law"].startswith("fits-view: A state determinized from a view")
    assert shown["match"] == "2 seats, no options, seed contract:0"
    assert Path(shown["record"]).read_text("utf-8").startswith('{"parlour":1')
    assert shlex.split(shown["see it"])[:3] == ["parlour", "replay", shown["record"]]
    assert "Traceback" not in done.stdout + done.stderr
    assert "contract.py" not in done.stdout


def test_a_run_ends_with_what_the_matches_never_met(tmp_path: Path) -> None:
    source = ONE_LINE.format(module="rare", game="GAME", seeds=5)
    shown = ran(tmp_path, source, "-n", "2").stdout

    assert "\nrare: met: 1 of 2 moves, 2 of 3 phases, 1 of 2 ends" in shown
    assert "rare: never met, move: Wait" in shown
    assert "rare: never met, phase: Waiting" in shown
    assert "rare: never met, end: nobody left" in shown


def test_a_game_that_cannot_be_had_is_one_line(tmp_path: Path) -> None:
    source = "from parlour_testing import contract\ntest_laws = contract('./nowhere')\n"
    done = ran(tmp_path, source)

    assert done.returncode != 0
    assert "'nowhere' does not exist" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_another_test_run_imports_nothing_of_parlour(tmp_path: Path) -> None:
    source = "import sys\ndef test_none():\n    assert 'parlour' not in sys.modules\n"

    assert "1 passed" in ran(tmp_path, source).stdout
