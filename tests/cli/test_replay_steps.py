"""A recorded match is stepped through at a terminal, forth and back."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.terminals import match_in_terminal

TWO = ("--seat", "human", "--seat", "human")
ANSWERS = ["place a1", "place a2", "place b1", "place b2", "place c1"]


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    run("play", "tic_tac_toe", *TWO, "--record", str(path), typed="\n".join(ANSWERS) + "\n")
    return path


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        pytest.param([], 0, id="begins at the beginning"),
        pytest.param([""], 1, id="Enter is one on"),
        pytest.param(["", "n", "b"], 1, id="b is one back"),
        pytest.param(["3"], 3, id="a number jumps"),
        pytest.param(["last"], 5, id="the last"),
        pytest.param(["4", "first"], 0, id="the first"),
        pytest.param(["t", "t"], 2, id="the next turn"),
        pytest.param(["last", "tb"], 4, id="the turn before"),
        pytest.param(["b"], 0, id="not before the first"),
        pytest.param(["last", ""], 5, id="not beyond the last"),
        pytest.param(["6"], 0, id="no such answer"),
        pytest.param(["nonsense"], 0, id="no such command"),
    ],
)
def test_a_line_leads_to_an_answer(
    home: dict[str, str], tmp_path: Path, record: Path, typed: list[str], at: int
) -> None:
    with match_in_terminal(home, tmp_path, "replay", str(record), "--step") as terminal:
        for line in typed:
            terminal.wait("? for help> ")
            terminal.type(line)
        shown = terminal.wait("? for help> ")

    assert shown.endswith(f"answer {at} of 5, ? for help> ")
    if typed in ([""], ["3"], ["last"]):
        assert ANSWERS[at - 1] in shown


def test_the_last_answer_shows_the_result(
    home: dict[str, str], tmp_path: Path, record: Path
) -> None:
    with match_in_terminal(home, tmp_path, "replay", str(record), "--step") as terminal:
        assert "wins" not in terminal.wait("? for help> ")
        terminal.type("last")
        assert "Player 1 wins." in terminal.wait("? for help> ")


def test_one_seat_is_shown_its_own_cards_alone(
    run: Run, home: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    run("play", "leduc", *TWO, "--seed", "1", "--record", str(path))
    dealt = [json.loads(line)["outcome"] for line in path.read_text().splitlines()[1:]]
    with match_in_terminal(home, tmp_path, "replay", str(path), "--step") as terminal:
        terminal.wait("? for help> ")
        terminal.type("2")
        everything = terminal.wait("? for help> ")
        terminal.type("seat 1")
        mine = terminal.wait("? for help> ")
        terminal.type("seat 3")
        nobody = terminal.wait("? for help> ")

    assert dealt[1] in everything
    assert dealt[1] not in mine
    assert "Choose a seat from 1 to 2." in nobody


def test_play_names_the_command_that_goes_on_from_there(
    home: dict[str, str], tmp_path: Path, record: Path
) -> None:
    with match_in_terminal(home, tmp_path, "replay", str(record), "--step") as terminal:
        terminal.wait("? for help> ")
        terminal.type("3")
        terminal.wait("? for help> ")
        terminal.type("play")
        assert f"parlour play --from {record}:3" in terminal.wait("? for help> ")


def test_leaving_ends_without_an_error(home: dict[str, str], tmp_path: Path, record: Path) -> None:
    with match_in_terminal(home, tmp_path, "replay", str(record), "--step") as terminal:
        terminal.wait("? for help> ")
        terminal.type("q")
        assert terminal.code() == 0
