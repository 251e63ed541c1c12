"""A recorded match is stepped through, forth and back, and gone on from at any answer."""

import json
from pathlib import Path

import pytest

from parlour.terminal.steps import Steps
from tests.cli.commands import Run
from tests.cli.terminals import match_in_terminal

TWO = ("--player", "human", "--player", "human")
ANSWERS = ["place a1", "place a2", "place b1", "place b2", "place c1"]


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    run("play", "tic_tac_toe", *TWO, "--record", str(path), typed="\n".join(ANSWERS) + "\n")
    return path


NO_ANSWER = "Choose a step from 0 to 5."
RUNS = (None, 0, 0, None, 1, 1, 0)


@pytest.mark.parametrize(
    ("lines", "position", "said"),
    [
        pytest.param([""], 1, "", id="Enter is one on"),
        pytest.param(["", "n", "b"], 1, "", id="b is one back"),
        pytest.param(["3"], 3, "", id="a number jumps"),
        pytest.param(["LAST"], 5, "", id="the last"),
        pytest.param(["4", "first"], 0, "", id="the first"),
        pytest.param(["t", "t"], 2, "", id="the next turn"),
        pytest.param(["last", "tb"], 4, "", id="the turn before"),
        pytest.param(["last", "t"], 5, "", id="no turn after the last"),
        pytest.param(["b"], 0, NO_ANSWER, id="not before the first"),
        pytest.param(["last", ""], 5, NO_ANSWER, id="not beyond the last"),
        pytest.param(["6"], 0, NO_ANSWER, id="no such answer"),
        pytest.param(["9" * 5_000], 0, NO_ANSWER, id="no such number"),
        pytest.param(["x"], 0, "No command reads 'x'. Type ? for help.", id="no such command"),
    ],
)
def test_a_line_leads_to_an_answer(lines: list[str], position: int, said: str) -> None:
    steps = Steps((0, 1, 0, 1, 0), seats=2, seat=None)

    assert [steps.go(line) for line in lines][-1] == said
    assert steps.position == position


@pytest.mark.parametrize(
    ("lines", "position"),
    [
        pytest.param(["t"], 4, id="all moves of the first seat, with chance"),
        pytest.param(["t", "t"], 6, id="all moves of the second"),
        pytest.param(["6", "tb"], 3, id="back to the chance before them"),
    ],
)
def test_a_turn_is_all_moves_of_a_seat_in_a_row(lines: list[str], position: int) -> None:
    steps = Steps(RUNS, seats=2, seat=None)
    for line in lines:
        steps.go(line)

    assert steps.position == position


def test_the_prompt_names_the_answer_and_the_screen_shows_it(
    home: dict[str, str], tmp_path: Path, record: Path
) -> None:
    with match_in_terminal(home, tmp_path, "replay", str(record), "--step") as terminal:
        assert terminal.wait("? for help> ").endswith("step 0 of 5, ? for help> ")
        for line, at in (("", 1), ("3", 3), ("last", 5), ("b", 4)):
            terminal.type(line)
            shown = terminal.wait("? for help> ")
            assert shown.endswith(f"step {at} of 5, ? for help> ")
            assert ANSWERS[at - 1] in shown
        terminal.type("nonsense")
        assert "No command reads 'nonsense'." in terminal.wait("? for help> ")


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

    card = dealt[1].removesuffix("1")
    assert f"{card}Player 2" in everything
    assert card not in mine
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


# A recorded match is gone on from at any answer, in a match of its own


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def test_the_luck_of_a_branch_is_new(run: Run, tmp_path: Path) -> None:
    run(
        "play",
        "maori",
        "--player",
        "greedy",
        "--player",
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
    bots = ("--player", "uniform", "--player", "search:simulations=50")
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
            "expected a step from 0 to 5 of match.jsonl, got 6",
            id="no such answer",
        ),
        pytest.param(
            ["match.jsonl:5"],
            "expected an answer of match.jsonl after which the match goes on",
            id="over there",
        ),
        pytest.param(
            ["match.jsonl:2", "--player", "human"],
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
