"""A recorded match is stepped through, forth and back, and gone on from at any answer."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import Run
from tests.cli.terminals import match_in_terminal

TWO = ("--player", "human", "--player", "human")
ANSWERS = ["place a1", "place a2", "place b1", "place b2", "place c1"]


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    run("play", "tic_tac_toe", *TWO, "--record", str(path), typed="\n".join(ANSWERS) + "\n")
    return path


def test_the_prompt_names_the_step_and_the_screen_shows_it(
    home: dict[str, str], tmp_path: Path, record: Path
) -> None:
    with match_in_terminal(home, tmp_path, "replay", str(record), "--lines") as terminal:
        assert "Step 0 of 5" in terminal.wait("saw it> ")
        for line, at in (("", 1), ("3", 3), ("last", 5), ("b", 4)):
            terminal.type(line)
            shown = terminal.wait("saw it> ")
            assert f"Step {at} of 5" in shown
            assert ANSWERS[at - 1] in shown
            assert ("wins." in shown) == (at == 5)
        terminal.type("nonsense")
        assert "No command reads 'nonsense'." in terminal.wait("saw it> ")
        terminal.type("q")
        assert terminal.code() == 0


def test_each_seat_is_shown_its_own_cards_alone(
    run: Run, home: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    run("play", "leduc", *TWO, "--seed", "1", "--record", str(path))
    dealt = [json.loads(line)["outcome"] for line in path.read_text().splitlines()[1:]]
    with match_in_terminal(home, tmp_path, "replay", str(path), "--lines") as terminal:
        terminal.wait("saw it> ")
        terminal.type("2")
        mine = terminal.wait("saw it> ")
        terminal.type("seat 2")
        theirs = terminal.wait("saw it> ")

    card = dealt[1].removesuffix("1")
    assert card not in mine
    assert card in theirs


def test_the_record_of_a_seat_is_looked_back_at_and_holds_no_branch(
    run: Run, home: dict[str, str], tmp_path: Path
) -> None:
    run("play", "leduc", *TWO, "--seed", "1", "--record", "match.jsonl")
    (tmp_path / "seat.jsonl").write_text(run("export", "match.jsonl", "--seat", "2").stdout)
    with match_in_terminal(home, tmp_path, "replay", "seat.jsonl", "--lines") as terminal:
        assert "Step 0 of 2, as Player 2 saw it" in terminal.wait("saw it> ")
        terminal.type("last")
        assert "Player 2" in terminal.wait("Step 2 of 2, as Player 2 saw it> ")
        for line in ("branch", "x", "seat 1", "analyse"):
            terminal.type(line)
            assert "Not possible" in terminal.wait("saw it> "), line
        terminal.type("q")
        assert terminal.code() == 0


def test_a_match_of_bots_is_played_on_by_whoever_looks_back(
    run: Run, home: dict[str, str], tmp_path: Path
) -> None:
    bots = ("--player", "uniform", "--player", "uniform")
    run("play", "tic_tac_toe", *bots, "--record", str(tmp_path / "m.jsonl"))
    with match_in_terminal(home, tmp_path, "replay", "m.jsonl", "--lines") as terminal:
        terminal.wait("saw it> ")
        terminal.type("2")
        terminal.wait("saw it> ")
        terminal.type("branch")
        assert "You may" in terminal.wait("You> ")


def test_a_match_is_looked_back_at_and_branches_off_while_it_is_played(
    home: dict[str, str], tmp_path: Path
) -> None:
    with match_in_terminal(home, tmp_path, "play", "tic_tac_toe", *TWO, "--lines") as terminal:
        for line in ("place a1", "place a2"):
            terminal.wait("> ")
            terminal.type(line)
        terminal.wait("> ")
        terminal.type("look 1")
        assert "Step 1 of 2" in terminal.wait("saw it> ")
        terminal.type("q")
        terminal.wait("Player 1> ")
        terminal.type("look 1")
        terminal.wait("saw it> ")
        terminal.type("branch")
        terminal.wait("Player 2> ")


def test_a_stranger_s_record_starts_no_command_without_a_word(
    home: dict[str, str], tmp_path: Path, record: Path
) -> None:
    kept = lines(record)
    header = json.loads(kept[0]) | {"players": ["human", "exec:touch here"]}
    evil = tmp_path / "evil.jsonl"
    evil.write_bytes(b"\n".join([json.dumps(header).encode(), *kept[1:]]) + b"\n")
    with match_in_terminal(home, tmp_path, "replay", str(evil), "--lines") as terminal:
        terminal.wait("saw it> ")
        terminal.type("branch")
        assert "exec:touch here" in terminal.wait("Start that")
        terminal.type("n")
        terminal.rest()

    assert not (tmp_path / "here").exists()


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
