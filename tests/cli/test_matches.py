"""Saved matches are listed, and resumed by number."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.match.record import RecordFile
from tests.cli.conftest import Run

GAME = "tic_tac_toe"
TWO = ("--seat", "human", "--seat", "human")
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
    kept("mine", "place a1\nquit\n", 10, "--seat", "human", "--seat", "uniform")

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
    kept("left", "quit\n", 0, "--seat", "uniform", "--seat", "human")
    kept("begun", "place a1\n", 20).with_stem("broken").write_text("no record")
    kept("bots", "", 30, "--seat", "uniform", "--seat", "uniform")

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
        "board": ("a text", "island"),
    }
    assert all(one["meaning"] for one in settings)


@pytest.mark.parametrize("columns", [80, 72])
def test_no_line_of_the_list_is_wider_than_the_terminal(
    run: Run, kept: Callable[..., Path], columns: int
) -> None:
    five = [word for _ in range(4) for word in ("--seat", "greedy")]
    path = kept("x", "place a1\n", 0).with_stem("m")
    run("play", "maori", "--seat", "human", *five, "--record", str(path), typed="1\n")
    lines = run("matches", COLUMNS=str(columns)).stdout.splitlines()

    assert max(map(len, lines)) <= columns
    assert "".join(lines).count("Greedy") == 4


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--open"], ["mine", "begun"]),
        (["--over"], ["over"]),
        (["--with", "unif"], ["mine"]),
        (["--game", "maori"], []),
        (["--game", GAME, "--open", "--with", "player 2"], ["begun"]),
    ],
)
def test_the_list_is_filtered_and_keeps_its_numbers(
    run: Run, kept: Callable[..., Path], options: list[str], found: list[str]
) -> None:
    kept("over", DRAWN_OUT, 30)
    kept("begun", "place a1\n", 20)
    kept("mine", "place a1\nquit\n", 10, "--seat", "human", "--seat", "uniform")
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
