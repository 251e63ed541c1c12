"""``parlour train`` as a process: it learns, goes on, is interrupted, and refuses in a line."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import Run
from tests.training import learnable, walk

WALK = str(Path(walk.__file__))
PILES = str(Path(learnable.__file__))


def test_a_training_writes_weights_with_their_command_and_goes_on(run: Run, tmp_path: Path) -> None:
    begun = run("train", WALK, "--matches", "50", "--workers", "1", "--blocks", "2")
    more = run("train", WALK, "--matches", "80", "--workers", "1", "--blocks", "0")
    fewer = run("train", WALK, "--matches", "10", "--workers", "1", "--blocks", "0")
    held = json.loads((tmp_path / "walk.weights.json").read_text(encoding="utf-8"))

    assert (begun.returncode, begun.stderr) == (0, "")
    assert begun.stdout.splitlines() == [
        "checkpoint in walk.weights.training.json",
        "walk.weights.json: 6 weights after 50 matches",
    ]
    assert more.stdout.splitlines() == [
        "continued after 50 matches, from walk.weights.training.json",
        "walk.weights.json: 6 weights after 100 matches",
    ]
    assert fewer.stdout == more.stdout.replace("after 50", "after 100")
    assert held["matches"] == 100
    assert held["command"] == (
        f"parlour train {WALK} --matches=100 --seed=train "
        "--errors=0.5 --trace=0.8 --batch=50 --prior=60"
    )


def test_a_leaf_is_written_with_its_command_and_goes_on(run: Run, tmp_path: Path) -> None:
    typed = ("train", PILES, "--leaf", "greedy:errors=2", "--seats", "3", "--workers", "1")
    begun = run(*typed, "--matches", "10")
    more = run(*typed, "--matches", "20")
    held = json.loads((tmp_path / "piles.leaf.json").read_text(encoding="utf-8"))

    assert (begun.returncode, begun.stderr) == (0, "")
    assert begun.stdout.splitlines()[0] == "checkpoint in piles.leaf.training.json"
    assert more.stdout.splitlines()[0] == (
        "continued after 10 matches, from piles.leaf.training.json"
    )
    assert more.stdout.endswith("of the squares of leads in 4 matches left out, after 20 matches\n")
    assert held["command"] == (
        f"parlour train {PILES} --matches=20 --seed=train --seats=3 --leaf=greedy:errors=2"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        pytest.param(
            (WALK, "--leaf", "greedy"),
            2,
            "parlour: greedy declines walk: the game has no heuristic",
            id="a bot that declines",
        ),
        pytest.param(
            (PILES, "--leaf", "greedy", "--trace", "0.5"),
            2,
            "parlour: --trace goes with weights: a leaf is fitted to a bot's matches",
            id="a setting that no leaf takes",
        ),
        pytest.param(
            ("tic_tac_toe",),
            2,
            "parlour: tic_tac_toe names no features, which a learned evaluation weighs",
            id="no features",
        ),
        pytest.param(
            (WALK, "--seats", "2"), 2, "parlour: walk: expected 1 seats, got 2", id="too many seats"
        ),
        pytest.param(
            (WALK, "--to", "none/weights.json", "--workers", "1"),
            2,
            "parlour: none/weights.training.json: cannot be written: No such file or directory",
            id="no folder",
        ),
        pytest.param(
            (WALK, "--to", ".", "--workers", "1"),
            2,
            "parlour: .: expected a file for the weights, got a folder",
            id="a folder",
        ),
        pytest.param(
            (WALK, "--prior", "inf"),
            2,
            "parlour: invalid value for '--prior': Input should be less than or equal to 1000000 "
            "(see: parlour train --help)",
            id="a prior without bounds",
        ),
    ],
)
def test_what_cannot_be_trained_is_refused_in_a_line(
    run: Run, arguments: tuple[str, ...], code: int, reason: str
) -> None:
    refused = run("train", *arguments)

    assert (refused.returncode, refused.stderr.splitlines()) == (code, [reason])


def test_the_command_holds_all_digits_of_a_setting(run: Run, tmp_path: Path) -> None:
    once = run("train", WALK, "--matches=1", "--batch=1", "--errors=0.12345678", "--workers=1")
    held = json.loads((tmp_path / "walk.weights.json").read_text(encoding="utf-8"))

    assert once.stdout.endswith("6 weights after 1 match\n")
    assert "--errors=0.12345678 " in held["command"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a process")
def test_the_interrupt_key_leaves_a_checkpoint_and_says_how_to_go_on(
    home: dict[str, str], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "parlour", "train", WALK, "--matches", "1000000"]
    with subprocess.Popen(  # noqa: S603  our own command
        [*command, "--workers", "1", "--blocks", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=home,
        cwd=tmp_path,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "checkpoint in walk.weights.training.json\n"
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=300)
        finally:
            process.kill()
    matches = json.loads((tmp_path / "walk.weights.training.json").read_text("utf-8"))["matches"]

    assert process.returncode == 130
    assert told == (
        f"parlour: interrupted after {matches:,} of 1,000,000 matches, saved in "
        f"walk.weights.training.json; go on with: parlour train {WALK} --matches=1000000 "
        "--seed=train --errors=0.5 --trace=0.8 --batch=50 --prior=60 --to=walk.weights.json\n"
    )
