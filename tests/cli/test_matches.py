"""Saved matches are listed, resumed by number, and counted for one person."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.match.record import RecordFile, read
from parlour.table.opening.answer_times import times_path
from parlour_analysis.player_statistics import seconds_taken
from tests.cli.commands import Run

GAME = "tic_tac_toe"
TWO = ("--player", "human", "--player", "human")
DRAWN_OUT = "place a1\nplace a2\nplace b1\nplace b2\nplace c1\n"


@pytest.fixture
def kept(run: Run, tmp_path: Path) -> Callable[..., Path]:
    """Return a function that keeps a match as it stands after the lines typed."""

    def keeping(name: str, typed: str, age: int, *seats: str) -> Path:
        path = tmp_path / "data" / "parlour" / "matches" / f"{name}.jsonl"
        run("play", GAME, *(seats or TWO), "--record", str(path), typed=typed)
        os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
        return path

    return keeping


def listed(run: Run, *options: str) -> list[tuple[int, str, str]]:
    found = json.loads(run("matches", "--json", *options).stdout)
    return [(match["number"], Path(match["path"]).stem, match["stands"]) for match in found]


def test_matches_are_listed_with_who_is_next_or_has_won(
    run: Run, kept: Callable[..., Path]
) -> None:
    kept("over", DRAWN_OUT, 30)
    kept("begun", "place a1\n", 20)
    kept("mine", "place a1\nquit\n", 10, "--player", "human", "--player", "uniform")

    assert listed(run) == [
        (1, "mine", "2 moves, next: You"),
        (2, "begun", "1 move, next: Player 2"),
        (3, "over", "over: Player 1 1, Player 2 -1"),
    ]


def test_the_table_says_what_json_says(run: Run, kept: Callable[..., Path]) -> None:
    kept("begun", "place a1\n", 0)
    head, row = run("matches", COLUMNS="120").stdout.splitlines()

    assert head.split() == ["game", "when", "who", "how", "it", "stands"]
    assert row.split(maxsplit=4)[:2] == ["1", GAME]
    assert row.endswith("Player 1, Player 2  1 move, next: Player 2")


def test_only_the_newest_are_listed_unless_all_are_asked_for(
    run: Run, kept: Callable[..., Path]
) -> None:
    first = kept("m00", "place a1\n", 0)
    for number in range(1, 22):
        other = first.with_stem(f"m{number:02}")
        other.write_bytes(first.read_bytes())
        os.utime(other, (1_600_000_000 - number, 1_600_000_000 - number))
    short = run("matches").stdout.splitlines()

    assert (len(short), short[-1]) == (22, "2 older: parlour matches --all")
    assert len(run("matches", "--all").stdout.splitlines()) == 23


def test_the_newest_that_is_not_over_is_resumed(run: Run, kept: Callable[..., Path]) -> None:
    older = kept("older", "place a1\n", 20)
    begun = kept("begun", "place a1\n", 10)
    kept("over", DRAWN_OUT, 0)
    before = older.read_bytes()
    run("resume", typed="place b2\n")

    assert begun.read_bytes().endswith(b'{"seat":1,"move":"place b2"}\n')
    assert older.read_bytes() == before


def test_a_match_that_is_being_played_is_not_the_one_to_resume(
    run: Run, kept: Callable[..., Path]
) -> None:
    older, begun = kept("older", "place a1\n", 20), kept("begun", "place a1\n", 10)
    played = RecordFile(begun, keep=begun.stat().st_size)
    run("resume", typed="place b2\n")
    played.close()

    assert older.read_bytes().endswith(b'{"seat":1,"move":"place b2"}\n')
    assert b"place b2" not in begun.read_bytes()


def test_a_match_is_resumed_by_its_number(run: Run, kept: Callable[..., Path]) -> None:
    older = kept("older", "place a1\n", 20)
    kept("begun", "place a1\n", 10)
    run("resume", "2", typed="place b2\n")

    assert older.read_bytes().endswith(b'{"seat":1,"move":"place b2"}\n')


def test_the_newest_match_is_looked_back_at_unless_another_is_named(
    run: Run, kept: Callable[..., Path]
) -> None:
    none = run("replay")
    older = kept("older", "place a1\n", 20)
    newest = kept("begun", "place b2\n", 10)

    assert (none.returncode, none.stderr.count("\n")) == (2, 1)
    assert run("replay").stdout == run("replay", str(newest)).stdout
    assert run("replay").stdout != run("replay", str(older)).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("resume",), "there is no unfinished match to resume", id="last"),
        pytest.param(
            ("resume", "3"), "there is no match 3 (1 to 1); see: parlour matches", id="number"
        ),
        pytest.param(
            ("replay", "0"), "there is no match 0 (1 to 1); see: parlour matches", id="from one"
        ),
    ],
)
def test_a_match_that_is_not_there_is_named(
    run: Run, kept: Callable[..., Path], words: tuple[str, ...], said: str
) -> None:
    kept("over", DRAWN_OUT, 0)
    done = run(*words)

    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_match_is_saved_from_the_first_move_of_a_person(
    run: Run, kept: Callable[..., Path]
) -> None:
    kept("left", "quit\n", 0, "--player", "uniform", "--player", "human")
    kept("begun", "place a1\n", 20).with_stem("broken").write_text("no record")
    kept("bots", "", 30, "--player", "uniform", "--player", "uniform")

    assert [name for _, name, _ in listed(run)] == ["broken", "begun", "bots"]


def test_a_match_that_cannot_be_read_is_listed_with_the_reason(
    run: Run, kept: Callable[..., Path]
) -> None:
    begun = kept("begun", "place a1\n", 10)
    strange = begun.read_text().replace(GAME, "unheard_of")
    begun.with_stem("strange").write_text(strange)

    (_, _, said), _ = listed(run)
    assert said.startswith("expected a game (")
    assert said.endswith("got 'unheard_of'")


def test_nothing_kept_says_how_to_begin(run: Run) -> None:
    assert run("matches").stdout.startswith("No match is saved.")


@pytest.mark.parametrize("words", [("games", "maori"), ("play", "maori", "--help")], ids=" ".join)
def test_the_options_of_a_game_are_shown_with_values_and_meanings(
    run: Run, words: tuple[str, ...]
) -> None:
    shown = run(*words, COLUMNS="120").stdout

    assert "2-5 seats" in shown
    assert "side     front    front, atoll: the side of the boards that is up (chapter 9)" in shown


def test_a_number_among_the_options_is_shown_with_its_bounds(run: Run) -> None:
    settings = json.loads(run("games", "giants", "--json").stdout)["settings"]

    assert {one["name"]: (one["values"], one["default"]) for one in settings} == {
        "edition": ("german, italian", "german"),
        "leftover_moai": ("edition, supply, removed", "edition"),
        "chief_actions": ("edition, once, per_tablet", "edition"),
        "immediate_scoring": ("true, false", "false"),
        "fast_start": ("true, false", "false"),
        "round_limit": ("a whole number, 0 to 1000", "0"),
        "board": ("a text", "island31"),
    }
    assert all(one["meaning"] for one in settings)


@pytest.mark.parametrize("columns", [80, 72])
def test_no_line_of_the_list_is_wider_than_the_terminal(
    run: Run, kept: Callable[..., Path], columns: int
) -> None:
    five = [word for _ in range(4) for word in ("--player", "greedy")]
    path = kept("x", "place a1\n", 0).with_stem("m")
    run("play", "maori", "--player", "human", *five, "--record", str(path), typed="1\n")
    lines = run("matches", COLUMNS=str(columns)).stdout.splitlines()

    assert max(map(len, lines)) <= columns
    assert "".join(lines).count("Greedy") == 4


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--unfinished"], ["mine", "begun"]),
        (["--finished"], ["over"]),
        (["--with", "unif"], ["mine"]),
        (["--game", "maori"], []),
        (["--game", GAME, "--unfinished", "--with", "player 2"], ["begun"]),
    ],
)
def test_the_list_is_filtered_and_keeps_its_numbers(
    run: Run, kept: Callable[..., Path], options: list[str], found: list[str]
) -> None:
    kept("over", DRAWN_OUT, 30)
    kept("begun", "place a1\n", 20)
    kept("mine", "place a1\nquit\n", 10, "--player", "human", "--player", "uniform")
    numbers = {"mine": 1, "begun": 2, "over": 3}

    assert [row[:2] for row in listed(run, *options)] == [(numbers[name], name) for name in found]


def test_a_match_is_deleted_with_its_files(run: Run, kept: Callable[..., Path]) -> None:
    over, other = kept("over", DRAWN_OUT, 30), kept("over-2", DRAWN_OUT, 20)
    over.with_name("over.analysis.json").write_text("{}")
    refused, done = run("matches", "--delete", "2"), run("matches", "--delete", "2", "--yes")

    assert refused.returncode == 2
    assert "expected --yes" in refused.stderr
    assert done.stdout == "over.jsonl is deleted.\n"
    assert sorted(over.parent.iterdir()) == [other, other.with_name("over-2.jsonl.times")]


def test_a_match_that_is_being_played_is_not_deleted(run: Run, kept: Callable[..., Path]) -> None:
    path = kept("begun", "place a1\n", 0)
    played = RecordFile(path, keep=path.stat().st_size)
    done = run("matches", "--delete", "1", "--yes")
    played.close()

    assert done.returncode == 2
    assert "is being played elsewhere" in done.stderr
    assert path.exists()


# ``parlour me`` counts the matches of one person, and the times beside their records


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
    run(
        "play",
        GAME,
        "--player",
        "human",
        "--player",
        "human",
        "--record",
        "mine.jsonl",
        typed="1\n",
    )
    run("resume", "mine.jsonl", typed="2\n")

    assert len(read(path).lines) == 2
    assert sorted(seconds_taken(path)) == [2, 3]
    assert [json.loads(line)[0] for line in times_path(path).read_text().splitlines()] == [
        1, 2, 2, 3,
    ]  # fmt: skip
    assert "at" not in json.loads(path.read_text().splitlines()[1])


def test_records_are_checked_by_the_name_of_an_installed_game(run: Run) -> None:
    run("play", GAME, "--player", "uniform", "--player", "uniform", "--record", "one.jsonl")
    done = run("validate", "one.jsonl", "--game", GAME)

    assert (done.returncode, done.stderr) == (0, "")
    assert "one.jsonl" in done.stdout


def test_a_seed_or_an_outcome_that_somebody_has_changed_is_found_by_dealing_again(
    run: Run, tmp_path: Path
) -> None:
    bots = ("--player", "uniform", "--player", "uniform")
    run("play", "leduc", *bots, "--seed", "1", "--record", "one.jsonl")
    header, *lines = (tmp_path / "one.jsonl").read_text().splitlines()
    fresh = json.loads(header) | {"seed": "2"}
    at = next(number for number, line in enumerate(lines) if "outcome" in line)
    (tmp_path / "two.jsonl").write_text("\n".join([json.dumps(fresh), *lines, ""]))
    plain = run("validate", "one.jsonl", "two.jsonl")
    dealt = run("validate", "--redraw", "one.jsonl", "two.jsonl")

    assert (plain.returncode, dealt.returncode) == (0, 1)
    assert "ok      one.jsonl" in dealt.stdout
    assert f"FAILED  two.jsonl: line {at + 2}: expected " in dealt.stdout


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
    run("play", GAME, "--player", "uniform", "--player", "uniform", "--record", "bots.jsonl")

    assert not times_path(tmp_path / "bots.jsonl").exists()
