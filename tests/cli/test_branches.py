"""A recorded match is gone on from at any answer, in a match of its own."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TWO = ("--seat", "human", "--seat", "human")
ANSWERS = ["place a1", "place a2", "place b1", "place b2", "place c1"]


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    run("play", "tic_tac_toe", *TWO, "--record", str(path), typed="\n".join(ANSWERS) + "\n")
    return path


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def test_the_luck_of_a_branch_is_new(run: Run, tmp_path: Path) -> None:
    run(
        "play",
        "maori",
        "--seat",
        "greedy",
        "--seat",
        "greedy",
        "--seed",
        "1",
        "--record",
        "m.jsonl",
    )
    run("play", "--from", "m.jsonl:40", "--seed", "2", "--record", "b.jsonl")
    first, second = lines(tmp_path / "m.jsonl"), lines(tmp_path / "b.jsonl")
    luck = [[json.loads(line).get("outcome") for line in found[41:]] for found in (first, second)]

    assert first[1:41] == second[1:41]
    assert json.loads(second[0])["seed"] == "2"
    assert list(filter(None, luck[0])) != list(filter(None, luck[1]))


def test_other_players_may_take_the_seats(run: Run, tmp_path: Path, record: Path) -> None:
    bots = ("--seat", "uniform", "--seat", "search:simulations=50")
    done = run("play", "--from", f"{record}:0", *bots, "--record", "branch.jsonl")

    assert done.returncode == 0
    assert json.loads(lines(tmp_path / "branch.jsonl")[0])["players"] == list(bots[1::2])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param(
            ["match.jsonl"],
            "expected --from RECORD:ANSWER, such as match.jsonl:41, got 'match.jsonl'",
            id="no answer",
        ),
        pytest.param(
            ["match.jsonl:6"],
            "expected an answer from 0 to 5 of match.jsonl, got 6",
            id="no such answer",
        ),
        pytest.param(
            ["match.jsonl:5"],
            "expected an answer of match.jsonl after which the match goes on",
            id="over there",
        ),
        pytest.param(
            ["match.jsonl:2", "--seat", "human"],
            "expected 2 players, as in match.jsonl, got 1",
            id="a player for each seat",
        ),
        pytest.param(
            ["match.jsonl:2", "--seats", "2"],
            "expected --from without --seats and --option: the record has them",
            id="seats",
        ),
    ],
)
@pytest.mark.usefixtures("record")
def test_what_no_branch_begins_with_is_named(
    run: Run, tmp_path: Path, given: list[str], said: str
) -> None:
    done = run("play", "--record", "branch.jsonl", "--from", *given)

    assert (done.returncode, done.stderr) == (2, f"parlour: {said}\n")
    assert not (tmp_path / "branch.jsonl").exists()


def test_a_match_needs_a_game(run: Run) -> None:
    done = run("play")

    assert done.returncode == 2
    assert done.stderr == (
        "parlour: expected a game, such as parlour play maori; see: parlour games\n"
    )
