"""``parlour me`` counts the matches of one person, and the times beside their records."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour.match.record import read
from parlour.table.opening.answer_times import seconds_taken, times_path
from tests.cli.conftest import Run

GAME = "tic_tac_toe"
WON = ("a1", "a2", "b1", "b2", "c1")
"""The cells of a match that the first seat wins."""


def save(
    folder: Path,
    name: str,
    players: tuple[str, str],
    names: tuple[str, str] | None = None,
    times: tuple[float, ...] = (),
    *,
    resigned: bool = False,
    lesson: str = "",
) -> None:
    """Write the record of a match that the first seat wins, and when its lines were written."""
    matches = folder / "data" / "parlour" / "matches"
    matches.mkdir(parents=True, exist_ok=True)
    header: dict[str, object] = {
        "parlour": 1, "game": GAME, "rules_version": 1, "seats": 2, "options": {}, "seed": "1",
        "players": players,
    }  # fmt: skip
    if names:
        header["names"] = names
    if lesson:
        header["lesson"] = lesson
    lines: list[dict[str, object]] = [header]
    lines += ({"seat": n % 2, "move": f"place {cell}"} for n, cell in enumerate(WON))
    if resigned:
        lines.insert(2, {"forfeit": {"seat": 0, "ending": "resigned", "reason": "resigned"}})
    lines.append({"over": {"type": "Ended", "scores": [1, -1], "places": [1, 2]}})
    path = matches / f"{name}.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    if times:
        rows = (f"[{line},{at}]\n" for line, at in enumerate(times, 1))
        times_path(path).write_text("".join(rows))


def found(run: Run, *options: str) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(run("me", "--json", *options).stdout)
    return whole


def test_figures_are_counted_by_game_level_and_opponent(run: Run, tmp_path: Path) -> None:
    save(tmp_path, "won", ("human", "search:simulations=5"))
    save(tmp_path, "lost", ("search:simulations=50", "human"))
    save(tmp_path, "left", ("human", "uniform"), resigned=True)
    save(tmp_path, "bots", ("uniform", "uniform"))
    save(tmp_path, "taught", ("human", "uniform"), lesson="first_turns")
    whole = found(run)
    (game,) = whole["games"]

    assert (game["about"], game["matches"], game["won"]) == ("Tic-tac-toe", 3, 1)
    assert game["mean_points"] == pytest.approx((1 - 1 + 1) / 3)
    assert game["best"] == 1
    assert game["moves"] == pytest.approx((3 + 2 + 1) / 3)
    assert game["minutes"] is None
    assert {one["about"]: one["won"] for one in whole["levels"]} == {
        "Tic-tac-toe, easy": 1, "Tic-tac-toe, medium": 0, "Tic-tac-toe, others": 0,
    }  # fmt: skip
    assert {one["about"]: one["matches"] for one in whole["opponents"]} == {
        "Tic-tac-toe, Search": 2, "Tic-tac-toe, Uniform": 1,
    }  # fmt: skip


def test_of_several_people_the_one_with_the_name_is_counted(run: Run, tmp_path: Path) -> None:
    save(tmp_path, "both", ("human", "human"), ("Ben", "Anna"))
    save(tmp_path, "nobody", ("human", "human"))
    run("settings", "--name", "anna")

    assert found(run)["games"][0]["won"] == 0
    assert found(run, "--name", "Ben")["games"][0]["won"] == 1
    assert found(run, "--name", "Zoe")["games"] == []


def test_the_length_of_matches_and_moves_is_counted(run: Run, tmp_path: Path) -> None:
    """The person's moves are lines 2, 4 and 6, which took 10, 20 and 30 s; the bot's took 1 s."""
    times = (100.0, 110.0, 111.0, 131.0, 132.0, 162.0, 162.0)
    save(tmp_path, "won", ("human", "uniform"), times=times)
    (game,) = found(run)["games"]

    assert game["minutes"] == pytest.approx(62 / 60)
    assert game["seconds_a_move"] == pytest.approx(20)
    assert "1.0" in run("me").stdout
    assert "20.0" in run("me").stdout


def test_the_time_of_each_answer_is_beside_the_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    run("play", GAME, "--seat", "human", "--seat", "human", "--record", "mine.jsonl", typed="1\n")
    run("resume", "mine.jsonl", typed="2\n")

    assert len(read(path).lines) == 2
    assert sorted(seconds_taken(path)) == [2, 3]
    assert [json.loads(line)[0] for line in times_path(path).read_text().splitlines()] == [
        1, 2, 2, 3,
    ]  # fmt: skip
    assert "at" not in json.loads(path.read_text().splitlines()[1])


def test_a_match_goes_on_if_its_times_cannot_be_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    times_path(path).mkdir()
    done = run("play", GAME, "--record", "mine.jsonl", typed="1\nquit\n")

    assert done.returncode == 0
    assert done.stderr == ""
    assert read(path).lines
    assert seconds_taken(path) == {}


def test_times_that_are_damaged_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    times_path(path).write_text('[1,10]\n[2,12]\n[3,\n[3,13.5]\n[3,99]\n[4,100]\n[6,200]\n"x"\n')

    assert seconds_taken(path) == {2: 2.0, 3: 1.5, 4: 1.0}


def test_bots_among_themselves_leave_no_times(run: Run, tmp_path: Path) -> None:
    run("play", GAME, "--seat", "uniform", "--seat", "uniform", "--record", "bots.jsonl")

    assert not times_path(tmp_path / "bots.jsonl").exists()
