"""Measured strengths: what games ship is sound, listed, and repeated by the commands beside it."""

import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import run
from typing import Any, TypeAlias

import msgspec
import pytest

from benchmarks import ladder
from benchmarks.strength import Setup, arguments, check_files, main
from docs.generated import filled
from parlour.cli.bots import listing
from parlour.match.dealer import generator
from parlour.players.included import BOTS, make_bot
from parlour.players.levels import Level, level_bot
from parlour.plugins.catalog import Catalog
from parlour.plugins.game_checks import problems
from parlour.plugins.strengths import (
    Strength,
    append_strength,
    by_setup,
    read_strengths,
    strengths_of,
)
from parlour.rules.errors import PluginError
from parlour.rules.options import read_pairs

Listed: TypeAlias = Callable[..., str]
Captured: TypeAlias = pytest.CaptureFixture[str]

GAMES = {name: Catalog().game(name) for name in ("maori", "rapa_nui", "giants", "connect_four")}
ROWS = [row for game in GAMES.values() for row in strengths_of(game)]
PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
SHOWN = filled(PAGE.read_text(encoding="utf-8")).splitlines()


def row(**changes: Any) -> Strength:
    given: dict[str, Any] = {
        "game": "maori",
        "bot": "greedy",
        "opponent": "uniform",
        "seats": 2,
        "blocks": 40,
        "value": 0.9,
        "low": 0.8,
        "high": 1.0,
        "rules_version": 1,
        "command": "python benchmarks/strength.py maori greedy uniform",
    }
    return Strength(**given | changes)


def line(**changes: Any) -> bytes:
    return msgspec.json.encode(row() if not changes else msgspec.to_builtins(row()) | changes)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game} {row.bot} {row.opponent}")
def test_a_shipped_strength_is_what_its_command_measures(row: Strength) -> None:
    program, script, *words = shlex.split(row.command)
    given = arguments(words)
    options = read_pairs(given.option, "NAME=VALUE")
    setup = Setup(given.game, (given.first, given.second), given.seats, options, given.seed)

    assert (program, script) == ("python", "benchmarks/strength.py")
    assert (row.game, row.bot, row.opponent) == (setup.game, *setup.bots)
    assert (row.seats, row.options, row.blocks) == (setup.seats, setup.options, given.blocks)
    assert setup.command(given.blocks) == row.command


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game} {row.bot} {row.opponent}")
def test_a_shipped_strength_is_of_bots_that_play_the_game_as_it_is(row: Strength) -> None:
    game = GAMES[row.game]
    game.check_setup(row.seats, game.read_options(row.options))
    for bot in (row.bot, row.opponent):
        make_bot(bot, game, generator("strengths", bot))

    assert row.rules_version <= game.rules_version


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game} {row.bot} {row.opponent}")
def test_the_page_on_bots_shows_a_shipped_strength(row: Strength) -> None:
    shown = f"| `{row.opponent}` | {row.value:.2f} [{row.low:.2f}, {row.high:.2f}] | {row.blocks} |"

    assert [line for line in SHOWN if f"`{row.bot}`" in line and shown in line]


@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("game", ["maori", "rapa_nui", "giants"])
def test_a_level_below_the_hardest_was_measured(game: str, level: Level) -> None:
    assert level_bot(GAMES[game], level) in {row.bot for row in strengths_of(GAMES[game])}


BROKEN = [
    pytest.param(b"{}\n", "line 1: object missing required field game", id="not a row"),
    pytest.param(line() + b"\n\n", "line 2: input data was truncated", id="an empty line"),
    pytest.param(line(fish=1), "contains unknown field fish", id="an unknown field"),
    pytest.param(line(blocks=0), "expected int >= 1 (at blocks)", id="no blocks"),
    pytest.param(line(value=1.5), "expected float <= 1.0 (at value)", id="more than all"),
    pytest.param(
        line(low=0.95), "expected low ≤ value ≤ high, got 0.95, 0.9, 1.0", id="outside its interval"
    ),
    pytest.param(
        line(game="giants"), "expected strengths of maori, got 'giants'", id="another game"
    ),
]


@pytest.mark.parametrize(("raw", "reason"), BROKEN)
def test_a_broken_file_is_refused_with_its_line(raw: bytes, reason: str, tmp_path: Path) -> None:
    with pytest.raises(PluginError) as refused:
        read_strengths(raw, "maori", "strengths.jsonl")

    assert str(refused.value).startswith("strengths.jsonl, line ")
    assert reason in str(refused.value)

    path = tmp_path / "strengths.jsonl"
    path.write_bytes(raw)
    with pytest.raises(PluginError):
        append_strength(path, row())
    assert path.read_bytes() == raw


def test_a_game_whose_file_is_missing_is_told(tmp_path: Path) -> None:
    game = replace(GAMES["maori"], strengths=tmp_path / "strengths.jsonl")

    assert list(problems(game)) == [
        f"expected its strengths, a file of JSON lines; there is none at {tmp_path}/strengths.jsonl"
    ]


def test_rows_are_appended_and_the_later_of_a_matchup_counts(tmp_path: Path) -> None:
    path = tmp_path / "strengths.jsonl"
    append_strength(path, row())
    append_strength(path, row(options={"side": "atoll"}))
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    append_strength(path, row(value=0.85, blocks=80))

    assert len(path.read_bytes().splitlines()) == 3
    assert read_strengths(path.read_bytes(), "maori", path.name) == (
        row(options={"side": "atoll"}),
        row(value=0.85, blocks=80),
    )


def test_rows_come_by_seats_and_options_the_strongest_first() -> None:
    strong, weak, short = row(value=0.9), row(value=0.85, bot="search"), row(options={"a": "1"})

    assert by_setup([weak, short, strong]) == {(2, ""): [strong, weak], (2, "a=1"): [short]}


def test_rows_of_a_ladder_come_by_budget() -> None:
    names = [f"search:simulations={number}" for number in (25, 50, 200, 1000)]
    rows = [row(opponent=name) for name in names]

    assert [found.opponent for found in by_setup(rows[::-1])[2, ""]] == names


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
    lanterns = str(PAGE.parents[1] / "tests" / "examples" / "parlour_lanterns")
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
    append_strength(rows, row(game="tic_tac_toe"))
    before = rows.read_bytes()
    given = arguments(["tic_tac_toe", "a", "b", "--kept", str(kept), "--json", str(rows)])
    check_files(given, Catalog().game("tic_tac_toe"))

    assert not kept.exists()
    assert rows.read_bytes() == before


@pytest.mark.parametrize("script", ["benchmarks.peers", "benchmarks.versus"])
def test_a_python_without_open_spiel_is_one_line(script: str) -> None:
    """The other side has ended before it is asked anything."""
    what = ["games", "--budget", "0.001"] if script.endswith("versus") else ["--seconds", "0.01"]
    words = [sys.executable, "-m", script, "/bin/true", *what]
    found = run(  # noqa: S603  our own command
        words, cwd=PAGE.parents[1], capture_output=True, text=True, check=False
    )

    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    assert found.stderr.endswith("side ended early: does that Python have open_spiel?\n")


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


@pytest.fixture
def listed(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> Listed:
    """Return what runs ``parlour bot list`` in 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(game: str | None = None, *, json: bool = False) -> str:
        listing.list(game, json)
        return capsys.readouterr().out

    return run


def test_the_list_of_bots_fits_80_columns_and_says_who_plays_what(listed: Listed) -> None:
    lines = listed().splitlines()

    assert max(map(len, lines)) <= 80
    assert {line.split()[0] for line in lines[1 : 1 + len(BOTS)]} == set(BOTS)
    assert "  declined by  greedy: the game has no heuristic" in lines
    assert "  declined by  regret: its matches take more than 100 answers" in lines


def test_the_list_shows_the_strengths_and_levels_of_one_game(listed: Listed) -> None:
    text = listed("giants")

    assert "Maori" not in text
    assert "  easy         greedy:errors=1.0\n" in text
    assert "  3 seats, round_limit=15, against greedy\n" in text
    assert "    greedy:errors=1.0 (easy)  0.02 [0.01, 0.04]      40    1.1\n" in text


@pytest.mark.parametrize("game", ["maori", "rapa_nui", "giants"])
def test_each_strength_stands_in_one_line_of_80_columns(game: str, listed: Listed) -> None:
    lines = [line.replace(" (easy)", "").split() for line in listed(game).splitlines()]

    for row in strengths_of(GAMES[game]):
        shown = f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}]"
        assert row.bot_ms is not None
        ms = listing.milliseconds(row.bot_ms)
        bot = [row.bot, "(medium)"] if row.bot == "greedy" else [row.bot]
        assert [*bot, *shown.split(), str(row.blocks), ms] in lines


def test_a_strength_by_earlier_rules_names_their_version(tmp_path: Path) -> None:
    path = tmp_path / "strengths.jsonl"
    append_strength(path, row(bot="older", rules_version=1))
    append_strength(path, row(bot="newer", rules_version=2))
    game = replace(GAMES["maori"], strengths=path, rules_version=2)
    text = " ".join(" ".join(listing.lines_of_game(game, BOTS)).split())

    assert "against uniform older 0.90 [0.80, 1.00] 40 rules 1 newer" in text
    assert text.endswith("newer 0.90 [0.80, 1.00] 40")


def test_strengths_stand_under_their_opponent(tmp_path: Path) -> None:
    path = tmp_path / "strengths.jsonl"
    for bot, opponent in (("strong", "greedy"), ("weak", "uniform"), ("middling", "greedy")):
        append_strength(path, row(bot=bot, opponent=opponent))
    lines = listing.lines_of_game(replace(GAMES["maori"], strengths=path), BOTS)
    found = [line.split()[:4] for line in lines if "0.90" in line or "against" in line]

    assert [words[-1] if "seats," in words else words[0] for words in found] == [
        "greedy",
        "strong",
        "middling",
        "uniform",
        "weak",
    ]


def test_a_game_whose_strengths_cannot_be_read_is_listed_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "strengths.jsonl"
    path.write_bytes(b"{}\n")
    text = " ".join(listing.lines_of_game(replace(GAMES["maori"], strengths=path), BOTS))

    assert text.startswith("Maori (maori) ")
    assert "strengths cannot be read: strengths.jsonl, line 1: object" in " ".join(text.split())


def test_the_list_as_json_has_the_commands(listed: Listed) -> None:
    found = msgspec.json.decode(listed("giants", json=True))

    assert [bot["name"] for bot in found["bots"]] == sorted(BOTS)
    (game,) = found["games"]
    assert game["declined_by"] == {"regret": "its matches take more than 100 answers"}
    assert [row["command"] for row in game["strengths"]] == [
        row.command for row in strengths_of(GAMES["giants"])
    ]
