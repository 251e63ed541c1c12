"""Measured strengths: what games ship is sound, listed, and repeated by the commands beside it."""

import shlex
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias, get_args

import msgspec
import pytest

from benchmarks.strength import Setup, arguments
from docs.generated import filled
from parlour import BotHints
from parlour.catalog.catalog import Catalog
from parlour.catalog.game_checks import problems
from parlour.match.dealer import generator
from parlour.players.included import BOTS, Level, level_bot, make_bot, without_limit
from parlour.rules.errors import PluginError
from parlour.rules.options import read_pairs
from parlour_testing.commands import bot_list
from parlour_testing.commands.strengths import (
    Strength,
    append_strength,
    by_setup,
    read_strengths,
    strengths_of,
)

Listed: TypeAlias = Callable[..., str]
Captured: TypeAlias = pytest.CaptureFixture[str]

GAMES = {name: Catalog().game(name) for name in ("maori", "rapa_nui", "giants", "connect_four")}
KNOWN = {*BOTS, *Catalog().bots()}
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


@pytest.mark.parametrize("level", get_args(Level))
@pytest.mark.parametrize("game", ["maori", "rapa_nui", "giants"])
def test_a_level_was_measured(game: str, level: Level) -> None:
    played = GAMES[game]
    bots = {without_limit(level_bot(played, level, seats)) for seats in played.seats}

    assert bots <= {row.bot for row in strengths_of(played)}


@pytest.mark.parametrize("game", ["maori", "rapa_nui", "giants"])
def test_each_level_wins_about_a_quarter_against_the_next(game: str) -> None:
    """The page shows every step that was measured."""
    played = GAMES[game]
    for row in strengths_of(played):
        bots = [without_limit(level_bot(played, level, row.seats)) for level in get_args(Level)]
        if (row.bot, row.opponent) in pairwise(bots):
            cell = f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}], {row.blocks} |"
            begin = f"| {played.title}, {row.seats}"
            assert row.low <= 0.25 <= row.high
            assert [line for line in SHOWN if line.startswith(begin) and cell in line]


BROKEN = [
    pytest.param(b"{}\n", "line 1: object missing required field game", id="not a row"),
    pytest.param(line() + b"\n\n", "line 2: input data was truncated", id="an empty line"),
    pytest.param(line(fish=1), "contains unknown field fish", id="an unknown field"),
    pytest.param(line(blocks=0), "expected a whole number, 1 or more (at blocks)", id="no blocks"),
    pytest.param(line(value=1.5), "expected a number, 1 or less (at value)", id="more than all"),
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
    game = replace(GAMES["maori"], bots=BotHints(strengths=tmp_path / "strengths.jsonl"))

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


@pytest.fixture
def listed(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> Listed:
    """Return what runs ``parlour bot list`` in 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(game: str | None = None, *, json: bool = False) -> str:
        bot_list.list(game, json)
        return capsys.readouterr().out

    return run


def test_the_list_of_bots_fits_80_columns_and_says_who_plays_what(listed: Listed) -> None:
    lines = listed().splitlines()

    assert max(map(len, lines)) <= 80
    assert {line.split()[0] for line in lines[1 : 1 + len(KNOWN)]} == KNOWN
    assert "  declined by  greedy: the game has no heuristic" in lines
    assert "  declined by  regret: its matches take more than 100 answers" in lines


def test_the_list_shows_the_strengths_and_levels_of_one_game(listed: Listed) -> None:
    text = listed("giants")

    assert "Maori" not in text
    assert "  medium       ahead:rollouts=10,errors=0.4\n" in text
    assert "  3 seats, round_limit=15, against uniform\n" in text
    assert " greedy:errors=0.2 (easy) 0.32 [0.22, 0.44] 12 1.5 " in " ".join(text.split())


@pytest.mark.parametrize("game", ["maori", "rapa_nui", "giants"])
def test_each_strength_stands_in_80_columns(game: str, listed: Listed) -> None:
    """A bot with a long name has its figures on the line below."""
    text = listed(game)
    words = " ".join(text.split())

    assert max(map(len, text.splitlines())) <= 80
    for row in strengths_of(GAMES[game]):
        shown = f"{row.value:.2f} [{row.low:.2f}, {row.high:.2f}]"
        assert row.bot_ms is not None
        ms = bot_list.milliseconds(row.bot_ms)
        bot = f"{row.bot} {bot_list.level_label(row, GAMES[game])}"
        assert " ".join([*bot.split(), shown, str(row.blocks), ms]) in words


@pytest.mark.parametrize(
    ("bot", "seats", "level"),
    [
        ("search:simulations=160,rounds=2", 2, " (hard)"),
        ("search:simulations=160,rounds=2", 4, " (hard)"),
        ("greedy", 2, " (easy)"),
        ("greedy", 3, " (medium)"),
    ],
)
def test_the_level_of_a_bot_is_that_with_so_many_seats(bot: str, seats: int, level: str) -> None:
    assert bot_list.level_label(row(bot=bot, seats=seats), GAMES["rapa_nui"]) == level


def test_a_strength_by_earlier_rules_names_their_version(tmp_path: Path) -> None:
    path = tmp_path / "strengths.jsonl"
    append_strength(path, row(bot="older", rules_version=1))
    append_strength(path, row(bot="newer", rules_version=2))
    game = replace(GAMES["maori"], bots=BotHints(strengths=path), rules_version=2)
    text = " ".join(" ".join(bot_list.lines_of_game(game, BOTS)).split())

    assert "against uniform older 0.90 [0.80, 1.00] 40 rules 1 newer" in text
    assert text.endswith("newer 0.90 [0.80, 1.00] 40")


def test_strengths_stand_under_their_opponent(tmp_path: Path) -> None:
    path = tmp_path / "strengths.jsonl"
    for bot, opponent in (("strong", "greedy"), ("weak", "uniform"), ("middling", "greedy")):
        append_strength(path, row(bot=bot, opponent=opponent))
    lines = bot_list.lines_of_game(replace(GAMES["maori"], bots=BotHints(strengths=path)), BOTS)
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
    text = " ".join(
        bot_list.lines_of_game(replace(GAMES["maori"], bots=BotHints(strengths=path)), BOTS)
    )

    assert text.startswith("Maori (maori) ")
    assert "strengths cannot be read: strengths.jsonl, line 1: object" in " ".join(text.split())


def test_the_list_as_json_has_the_commands(listed: Listed) -> None:
    found = msgspec.json.decode(listed("giants", json=True))

    assert [bot["name"] for bot in found["bots"]] == sorted(KNOWN)
    (game,) = found["games"]
    assert game["declined_by"] == {"regret": "its matches take more than 100 answers"}
    assert [row["command"] for row in game["strengths"]] == [
        row.command for row in strengths_of(GAMES["giants"])
    ]
