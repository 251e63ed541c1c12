"""A match under way is replayed as its seat may look it up; a finished one is told whole."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TESTS = Path(__file__).parents[1]
UNDER_WAY = TESTS / "docs" / "examples" / "rapa_nui.jsonl"
FINISHED = TESTS / "golden" / "rapa_nui" / "two-seats.jsonl"
COVERED = "sacrifices a card face up."


@pytest.mark.parametrize("of_seat", [False, True], ids=["the record", "the record of a seat"])
@pytest.mark.parametrize(
    ("path", "options", "covered"),
    [
        pytest.param(UNDER_WAY, (), True, id="under way"),
        pytest.param(UNDER_WAY, ("--memory",), False, id="with memory"),
        pytest.param(FINISHED, (), False, id="over"),
    ],
)
def test_covered_cards_are_named_only_to_memory_and_at_the_end(
    run: Run,
    tmp_path: Path,
    path: Path,
    options: tuple[str, ...],
    *,
    covered: bool,
    of_seat: bool,
) -> None:
    shutil.copy(path, tmp_path / "match.jsonl")
    if of_seat:
        run("export", "match.jsonl", "--seat", "0", "--to", "seat.jsonl")
        shown = run("replay", "seat.jsonl", "--plain", *options)
    else:
        shown = run("replay", "match.jsonl", "--seat", "0", "--plain", *options)

    assert shown.returncode == 0
    assert (COVERED in shown.stdout) is covered
    assert ("sacrifices mulberry." in shown.stdout or ": offer mulberry" in shown.stdout) is not (
        covered
    )
