"""Matches that were left, or killed, go on."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import Run

TWO = ("--player", "human", "--player", "human")
MINE = ("play", "tic_tac_toe", *TWO, "--record", "match.jsonl")
HEADER, FIRST, SECOND = range(3)


def lines(folder: Path) -> list[bytes]:
    return (folder / "match.jsonl").read_bytes().splitlines()


def test_a_match_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    run(*MINE, typed="place a1\nplace a2\nplace b1\nquit\n")
    resumed = run("resume", "match.jsonl", typed="place b2\nplace c1\n")
    run(
        "play", "tic_tac_toe", *TWO, "--record", "whole.jsonl", "--seed", "1",
        typed="place a1\nplace a2\nplace b1\nplace b2\nplace c1\n",
    )  # fmt: skip

    assert "Player 1 wins." in resumed.stdout
    assert lines(tmp_path)[1:] == (tmp_path / "whole.jsonl").read_bytes().splitlines()[1:]


def test_a_match_that_was_kept_goes_on_by_its_name(run: Run, tmp_path: Path) -> None:
    run("play", "tic_tac_toe", *TWO, typed="place a1\n")
    (kept,) = (tmp_path / "data" / "parlour" / "matches").glob("*.jsonl")
    gone_on = run("resume", kept.name, typed="place b2\n")

    assert gone_on.returncode == 0
    assert kept.read_bytes().endswith(b'{"seat":1,"move":"place b2"}\n')


def test_a_match_that_is_over_is_shown_and_left_as_it_is(run: Run, tmp_path: Path) -> None:
    run(*MINE, typed="1\n4\n1\n3\n1\n")
    before = lines(tmp_path)
    shown = run("resume", "match.jsonl")

    assert "Player 1 wins." in shown.stdout
    assert shown.returncode == 0
    assert lines(tmp_path) == before


def test_a_torn_line_is_left_out_and_said(run: Run, tmp_path: Path) -> None:
    run(*MINE, typed="place a1\nplace a2\n")
    kept = lines(tmp_path)
    (tmp_path / "match.jsonl").write_bytes(b"\n".join(kept)[:-4])
    resumed = run("resume", "match.jsonl", typed="place c3\n")

    assert "The last line was cut short and is left out." in resumed.stdout
    assert lines(tmp_path) == [*kept[:SECOND], b'{"seat":1,"move":"place c3"}']


def test_an_undo_is_in_the_record(run: Run, tmp_path: Path) -> None:
    run(*MINE, typed="place a1\nseat 1: undo\nplace b2\n")
    resumed = run("resume", "match.jsonl", typed="log\nplace b2\n")

    assert "Player 1 takes the last move back." in resumed.stdout
    assert "Not possible: " in resumed.stdout
    assert len(lines(tmp_path)) == 4


def test_chance_goes_on_with_the_same_cards(run: Run, tmp_path: Path) -> None:
    cards = ("play", "leduc", *TWO, "--seed", "3", "--record")
    answers = ("call\n",) * 4
    whole = run(*cards, "whole.jsonl", typed="".join(answers))
    run(*cards, "match.jsonl", typed=answers[0])
    for answer in answers[1:]:
        parts = run("resume", "match.jsonl", typed=answer)

    assert whole.stdout.splitlines()[-5:-1] == parts.stdout.splitlines()[-5:-1]
    assert (tmp_path / "whole.jsonl").read_bytes() == (tmp_path / "match.jsonl").read_bytes()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a system without SIGKILL")
@pytest.mark.parametrize("answers", [0, 1, 4])
def test_a_killed_match_has_lost_nothing(
    run: Run, home: dict[str, str], tmp_path: Path, answers: int
) -> None:
    with subprocess.Popen(  # noqa: S603  our own command
        [sys.executable, "-m", "parlour", *MINE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=home,
        cwd=tmp_path,
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        for square in ["a1", "a2", "b1", "b2"][:answers]:
            playing.stdin.write(f"place {square}\n".encode())
        playing.stdin.write(b"why undo\n")
        playing.stdin.flush()
        # The echo of this question is the sign that all before it has been played.
        while b"why undo" not in (line := playing.stdout.readline()):
            assert line, "it has ended"
        playing.kill()

    assert playing.returncode == -signal.SIGKILL
    assert len(lines(tmp_path)) == 1 + answers
    assert run("resume", "match.jsonl", typed="place c3\n").returncode == 0
    assert len(lines(tmp_path)) == 2 + answers


def test_replay_shows_a_seat_what_it_was_told(run: Run) -> None:
    run(*(("play", "leduc", *TWO, "--seed", "3", "--record", "match.jsonl")), typed="call\n")
    everything = run("replay", "match.jsonl").stdout
    mine = run("replay", "match.jsonl", "--seat", "2").stdout

    assert everything.count("a card") == 0
    assert "deal a card to Player 1" in mine
    assert "The match is not over." in mine


def test_replay_with_nothing_hidden_tells_each_event_once_and_in_full(run: Run) -> None:
    bots = ("--player", "uniform", "--player", "uniform", "--seed", "1")
    run("play", "rapa_nui", *bots, "--record", "match.jsonl")
    shown = run("replay", "match.jsonl").stdout

    assert "an offering" not in shown
    assert "takes a potato offering" in shown


def test_replay_step_by_step_shows_the_table_each_time(run: Run) -> None:
    run(*MINE, typed="place a1\nplace a2\n")
    once = run("replay", "match.jsonl", "--plain").stdout
    each = run("replay", "match.jsonl", "--plain", "--step").stdout

    assert len(each.splitlines()) > len(once.splitlines())


def test_replay_of_a_seat_that_is_not_there(run: Run) -> None:
    run(*MINE)
    done = run("replay", "match.jsonl", "--seat", "3")

    told = "parlour: expected a seat (Player 1, Player 2, or a number from 1 to 2), got '3'\n"
    assert (done.returncode, done.stderr) == (2, told)
