"""The settings of a user: commands follow them, and what is typed comes before them."""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields
from platformdirs import user_config_path

from parlour.players import Level
from parlour.surroundings import config_folder
from parlour.table import Pace
from parlour.terminal.settings import (
    PlayerSettings,
    load_settings,
    save_settings,
    settings_path,
)
from tests.cli.commands import Run

GAME = "tic_tac_toe"


def header_of(path: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(path.read_text().splitlines()[0])
    return found


def test_settings_are_kept_and_begun_again(run: Run) -> None:
    run("settings", "--name", "Anna", "--no-bell", "--pace", "slow")
    run("settings", "--level", "easy")
    changed = json.loads(run("settings", "--json").stdout)
    run("settings", "--reset")
    usual = json.loads(run("settings", "--json").stdout)

    assert changed == {
        "name": "Anna", "level": "easy", "screen": "full", "bell": False, "pace": "slow",
        "ask": "costly", "language": "en",
    }  # fmt: skip
    assert usual == {
        "name": "", "level": "hard", "screen": "full", "bell": True, "pace": "normal",
        "ask": "costly", "language": "en",
    }  # fmt: skip


def test_a_match_has_the_name_and_the_level_of_the_settings(run: Run, tmp_path: Path) -> None:
    run("settings", "--name", "Anna", "--level", "easy")
    run("play", GAME, "--record", "mine.jsonl")
    run("play", GAME, "--record", "typed.jsonl", "--name", "Zoe", "--level", "hard")
    run("play", GAME, "--record", "two.jsonl", "--player", "human", "--player", "human")
    mine, typed, two = (header_of(tmp_path / f"{name}.jsonl") for name in ("mine", "typed", "two"))

    assert mine["names"] == ["Anna", ""]
    assert typed["names"] == ["Zoe", ""]
    assert "names" not in two
    assert mine["players"] != typed["players"]


@pytest.mark.parametrize(
    ("options", "is_plain"), [((), True), (("--no-plain",), False), (("--lines",), False)]
)
def test_plain_lines_are_a_setting(run: Run, options: tuple[str, ...], is_plain: bool) -> None:
    run("settings", "--screen", "plain")
    shown = run("play", GAME, *options, typed="quit\n").stdout

    assert ("Board: nothing." in shown) is is_plain


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        pytest.param("settings.toml", b'level = "sublime"', "invalid enum", id="a level"),
        pytest.param("settings.toml", b"level =", "invalid value (at end", id="no TOML"),
        pytest.param("settings.toml", b"\xff", "can't decode byte 0xff", id="no text"),
        pytest.param("settings.json", b"{", "truncated", id="a former file"),
    ],
)
def test_a_file_that_is_wrong_is_named_and_begun_again(
    run: Run, tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    path = tmp_path / ("data" if name.endswith("json") else "config") / "parlour" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    done = run("play", GAME)

    assert done.returncode == 2
    assert said in done.stderr
    assert str(path) in done.stderr
    assert done.stderr.count("\n") == 1
    assert run("settings", "--reset").returncode == 0
    assert run("play", GAME).returncode == 0


def test_fields_of_newer_releases_are_passed_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "config" / "parlour" / "settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text('level = "easy"\ndice = "wood"\n')

    assert json.loads(run("settings", "--json").stdout)["level"] == "easy"


def test_a_former_file_counts_until_settings_are_saved(run: Run, tmp_path: Path) -> None:
    former = tmp_path / "data" / "parlour" / "settings.json"
    former.parent.mkdir(parents=True)
    former.write_text('{"level":"easy","name":"Anna","bell":false}')
    first = json.loads(run("settings", "--json").stdout)
    run("settings", "--bell")
    former.write_text('{"level":"hard"}')
    again = json.loads(run("settings", "--json").stdout)

    assert (first["level"], first["name"], first["bell"]) == ("easy", "Anna", False)
    assert again == first | {"bell": True}


@settings(deadline=None, max_examples=20)
@given(
    level=st.sampled_from(get_args(Level)),
    name=st.text(max_size=9),
    pace=st.sampled_from(get_args(Pace)),
    bell=st.booleans(),
)
def test_what_is_written_is_read_back(name: str, level: Level, pace: Pace, *, bell: bool) -> None:
    kept = PlayerSettings(name=name, level=level, pace=pace, bell=bell)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", folder)
        save_settings(kept)
        text = settings_path().read_text("utf-8")

        assert load_settings() == kept
        for field in fields(PlayerSettings):
            assert re.search(rf"^#.*\n{field.name} = ", text, re.MULTILINE)


@pytest.mark.parametrize("name", ["", "x" * 21])
def test_a_name_is_checked_when_it_is_set(run: Run, name: str) -> None:
    assert run("settings", "--name", name).returncode == (2 if name else 0)


def test_a_language_is_a_setting_and_another_is_typed(run: Run) -> None:
    unknown = run("settings", "--language", "xx")
    run("settings", "--language", "de")
    german = run("play", "rapa_nui", "--lines", typed="quit\n").stdout
    italian = run("play", "rapa_nui", "--lines", "--language", "it", typed="quit\n").stdout
    rules = [run("rules", "maori", "1", *wanted).stdout for wanted in ((), ("--language", "it"))]

    assert unknown.returncode == 2
    assert "Material und Vorbereitung" in rules[0]
    assert "Il materiale e la preparazione" in rules[1]
    assert "expected a language that is offered, en (English), de (Deutsch)" in unknown.stderr
    assert "Deine Hand" in german
    assert "La tua mano" in italian


@pytest.mark.parametrize(
    ("environment", "help_has", "table_has"),
    [
        pytest.param({"LANG": "de_AT.UTF-8"}, "Spielen:", "Deine Hand", id="German"),
        pytest.param({"LANG": "it"}, "Giocare:", "La tua mano", id="Italian"),
        pytest.param(
            {"LANG": "de_DE", "LC_MESSAGES": "it_CH"}, "Giocare:", "La tua", id="messages"
        ),
        pytest.param({"LANG": "de_DE", "LC_ALL": "C"}, "Play:", "Your hand", id="all"),
        pytest.param({"LANG": "fr_FR@euro"}, "Play:", "Your hand", id="no translation"),
        pytest.param({}, "Play:", "Your hand", id="none"),
    ],
)
def test_who_has_chosen_no_language_reads_the_one_of_the_system(
    run: Run, environment: dict[str, str], help_has: str, table_has: str
) -> None:
    system = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""} | environment
    shown = run("--help", **system).stdout
    table = run("play", "rapa_nui", "--lines", typed="quit\n", **system).stdout
    run("settings", "--language", "en")
    chosen = run("--help", **system).stdout

    assert help_has in shown
    assert table_has in table
    assert "Play:" in chosen


@pytest.mark.parametrize("base", [None, "", "  ", "/etc/own", "own", "~/own"])
def test_the_folder_of_the_settings_is_where_the_system_has_it(
    monkeypatch: pytest.MonkeyPatch, base: str | None
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    if base is not None:
        monkeypatch.setenv("XDG_CONFIG_HOME", base)

    assert config_folder() == user_config_path("parlour", appauthor=False)
