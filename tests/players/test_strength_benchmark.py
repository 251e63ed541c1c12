"""strength.py and ladder.py of the benchmarks measure what is asked for, and refuse the wrong."""

import shlex
import sys
from pathlib import Path
from subprocess import CompletedProcess, run
from types import ModuleType
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from benchmarks import ladder, leads, levels, oddities, win_chance
from benchmarks.strength import arguments, check_files, main
from parlour.catalog.catalog import Catalog
from parlour_testing.commands.strengths import read_strengths

Captured: TypeAlias = pytest.CaptureFixture[str]

REPOSITORY = Path(__file__).parents[2]


def measured(*words: object) -> None:
    main(["tic_tac_toe", "search:simulations=20", "uniform", "--blocks", "2", *map(str, words)])


def test_the_benchmark_appends_what_it_measured(tmp_path: Path, capsys: Captured) -> None:
    measured("--json", tmp_path / "strengths.jsonl")
    (found,) = read_strengths((tmp_path / "strengths.jsonl").read_bytes(), "tic_tac_toe", "")

    assert (found.bot, found.opponent) == ("search:simulations=20", "uniform")
    assert (found.seats, found.blocks, found.rules_version) == (2, 2, 1)
    assert found.command.endswith("uniform --seats 2 --blocks 2 --seed strength")
    assert found.bot_ms is not None
    assert found.opponent_ms is not None
    assert found.bot_ms > found.opponent_ms > 0
    assert f"move: {found.bot_ms:g} and {found.opponent_ms:g}\n" in capsys.readouterr().out


def test_a_bot_outside_plays_without_a_clock(capsys: Captured) -> None:
    bot = f"exec:{shlex.quote(sys.executable)} {Path(__file__).with_name('echoing.py')}"

    main(["tic_tac_toe", "uniform", bot, "--blocks", "1"])

    assert capsys.readouterr().out.endswith(" and unknown\n")


def test_a_game_without_winners_is_refused(capsys: Captured) -> None:
    lanterns = str(REPOSITORY / "tests" / "examples" / "parlour_lanterns")
    with pytest.raises(SystemExit):
        main([lanterns, "greedy", "uniform"])

    assert "all seats share one result" in capsys.readouterr().err


def test_kept_blocks_are_not_played_again_and_parts_make_the_whole(
    tmp_path: Path, capsys: Captured
) -> None:
    kept, whole, parts = (tmp_path / name for name in ("kept", "whole", "parts"))
    measured("--json", whole)
    _, second = capsys.readouterr().err.splitlines()
    measured("--kept", kept, "--part", "2/2")
    assert capsys.readouterr().err.splitlines() == [second]
    measured("--kept", kept, "--json", parts)
    assert capsys.readouterr().err.startswith("block 0: ")
    measured("--kept", kept)
    assert capsys.readouterr().err == ""

    (one,), (other,) = (
        read_strengths(path.read_bytes(), "tic_tac_toe", "") for path in (whole, parts)
    )
    assert (one.value, one.blocks) == (other.value, other.blocks)


def test_half_a_kept_block_is_played_again(tmp_path: Path, capsys: Captured) -> None:
    """A run that is killed may leave half a line."""
    kept = tmp_path / "kept"
    measured("--kept", kept)
    first, second = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(first + second[:40])
    capsys.readouterr()
    measured("--kept", kept)

    assert capsys.readouterr().err.startswith("block 1: ")
    measured("--kept", kept)
    assert capsys.readouterr().err == ""


WRONG = [
    pytest.param(["chequers", "greedy", "uniform"], "got 'chequers'", id="game"),
    pytest.param(["tic_tac_toe", "nobody", "uniform"], "expected a bot", id="bot"),
    pytest.param(["tic_tac_toe", "uniform", "uniform", "--option=x"], "NAME=VALUE", id="option"),
    pytest.param(["tic_tac_toe", "uniform", "uniform", "--seats=9"], "got 9", id="seats"),
    pytest.param(
        ["tic_tac_toe", "uniform", "uniform", "--blocks=1", "--part=2/2"],
        "no block was played",
        id="an empty part",
    ),
    pytest.param(
        ["tic_tac_toe", "uniform", "uniform", "--kept=/dev/null/x"],
        "/dev/null/x: cannot be written",
        id="kept",
    ),
    pytest.param(
        ["tic_tac_toe", "uniform", "uniform", "--kept=/"], "/: cannot be written", id="a folder"
    ),
    pytest.param(
        ["tic_tac_toe", "uniform", "uniform", "--json=/dev/null/x"],
        "/dev/null/x: cannot be written",
        id="json",
    ),
]


@pytest.mark.parametrize(("words", "reason"), WRONG)
def test_a_wrong_comparison_is_one_line_before_anything_is_played(
    words: list[str], reason: str, capsys: Captured
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words)
    (line,) = capsys.readouterr().err.splitlines()

    assert refused.value.code == 2
    assert line.startswith("strength: ")
    assert reason in line


@pytest.mark.parametrize("program", [leads, oddities, win_chance])
def test_an_unknown_game_ends_other_benchmarks_with_one_line(
    program: ModuleType, capsys: Captured
) -> None:
    with pytest.raises(SystemExit) as refused:
        program.main(["no_game", *["uniform"] * (program in {leads, win_chance})])
    line = capsys.readouterr().err.splitlines()[-1]

    assert refused.value.code == 2
    assert "no_game" in line


@pytest.mark.parametrize(
    "word",
    [
        "--blocks=0",
        "--seats=-3",
        "--minutes=nan",
        "--minutes=0",
        "--minutes=soon",
        "--minutes=inf",
        "--part=3/2",
    ],
)
def test_a_number_that_plays_nothing_is_misuse(word: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["tic_tac_toe", "uniform", "uniform", word])
    name = word.partition("=")[0]

    assert refused.value.code == 2
    assert f"error: argument {name}: expected a " in capsys.readouterr().err


def test_a_file_of_something_else_is_told_before_anything_is_played(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "strengths.jsonl"
    path.write_text("notes\n")
    with pytest.raises(SystemExit) as failed:
        measured("--json", path)

    assert failed.value.code == 1
    assert capsys.readouterr().err.startswith("strength: strengths.jsonl, line 1: ")
    assert path.read_text() == "notes\n"


def test_files_that_can_be_written_are_left_as_they_were(tmp_path: Path) -> None:
    kept, rows = tmp_path / "kept", tmp_path / "strengths.jsonl"
    measured("--json", rows)
    before = rows.read_bytes()
    given = arguments(["tic_tac_toe", "a", "b", "--kept", str(kept), "--json", str(rows)])
    check_files(given, Catalog().game("tic_tac_toe"))

    assert not kept.exists()
    assert rows.read_bytes() == before


def against_nobody(script: str, *words: str) -> "CompletedProcess[str]":
    """Run a script against a program that ends at once."""
    return run(  # noqa: S603  our own command
        [sys.executable, "-m", script, "/bin/true", *words],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("script", ["benchmarks.peers", "benchmarks.versus"])
def test_a_python_without_open_spiel_is_one_line(script: str) -> None:
    """The other side has ended before it is asked anything."""
    what = ["games", "--budget", "0.001"] if script.endswith("versus") else ["--seconds", "0.01"]
    found = against_nobody(script, *what)

    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    assert found.stderr.endswith("side ended early: does that Python have open_spiel?\n")


def test_a_pair_before_the_first_is_misuse() -> None:
    found = against_nobody("benchmarks.versus", "games", "--first=-1")

    assert found.returncode == 2
    assert found.stderr.endswith("--first: expected a whole number, 0 or more, got '-1'\n")


def test_each_measurement_has_its_own_minutes(capsys: Captured) -> None:
    """A ladder measures one step after the other in one process."""
    measured("--minutes", 0.0001)

    assert capsys.readouterr().err.startswith("block 0: ")


def test_a_ladder_measures_each_doubling_against_the_one_below(tmp_path: Path) -> None:
    path = tmp_path / "ladder.jsonl"
    words = ["--start", "4", "--doublings", "2", "--blocks", "1", "--json", str(path)]
    ladder.main(["tic_tac_toe", "search:simulations={}", *words])
    rows = read_strengths(path.read_bytes(), "tic_tac_toe", path.name)

    assert [(row.bot, row.opponent, row.blocks) for row in rows] == [
        ("search:simulations=8", "search:simulations=4", 1),
        ("search:simulations=16", "search:simulations=8", 1),
    ]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        pytest.param(["search"], "expected {} where the budget stands", id="no place"),
        pytest.param(["search:simulations={}", "--doublings=0"], "1 or more, got '0'", id="none"),
        pytest.param(["search:simulations={}", "--start=-4"], "1 or more, got '-4'", id="less"),
    ],
)
def test_a_ladder_that_measures_nothing_is_misuse(
    words: list[str], reason: str, capsys: Captured
) -> None:
    with pytest.raises(SystemExit):
        ladder.main(["tic_tac_toe", *words])

    assert reason in capsys.readouterr().err


def test_the_table_of_levels_has_each_step_and_marks_what_is_no_quarter(
    tmp_path: Path, capsys: Captured
) -> None:
    rows, kept = tmp_path / "rows.jsonl", tmp_path / "kept"
    words = ["tic_tac_toe", "--seed", "fresh", "--blocks", "2", "--kept", str(kept)]
    levels.main([*words, "--json", str(rows)])
    levels.main([*words, "--step", "easy"])
    *whole, again = capsys.readouterr().out.splitlines()
    found = read_strengths(rows.read_bytes(), "tic_tac_toe", "")

    assert [(row.bot, row.opponent) for row in found] == [
        ("search:simulations=5", "search:simulations=50"),
        ("search:simulations=50", "search:simulations=2000"),
    ]
    assert [line.split(" | ")[1] for line in whole] == ["easy", "medium"]
    assert all(line.endswith(", 2 * |") for line in whole)
    assert again == whole[0]
    assert len(kept.read_bytes().splitlines()) == 4


def test_a_step_within_seven_hundredths_of_a_quarter_has_no_mark() -> None:
    (row,) = read_strengths(LEVEL, "maori", "")
    wide = replace(row, high=0.33)

    assert levels.in_cells("easy", row) == "| maori, 2 | easy | a | b | 0.24 [0.19, 0.31], 100 |"
    assert levels.in_cells("easy", wide).endswith("0.24 [0.19, 0.33], 100 * |")


LEVEL = (
    b'{"game":"maori","bot":"a","opponent":"b","seats":2,"blocks":100,"value":0.24,"low":0.19,'
    b'"high":0.31,"rules_version":1,"command":"x"}\n'
)
