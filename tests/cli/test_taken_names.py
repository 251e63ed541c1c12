"""No stranger takes the place of an included game, and a name that two claim is told aloud."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from parlour.plugins.catalog import Catalog, CatalogSources
from parlour.rules.errors import MisuseError
from tests.cli.conftest import Run
from tests.cli.strangers import BOT, GAME, Strangers

INCLUDED = ["giants", "maori", "rapa_nui"]


def listed(run_among: Run, *before: str, **given: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the list of plugins by name and distribution, without versions."""
    done = run_among(*before, "games", "--json", **given)
    assert done.returncode == 0, done.stderr
    plugins = json.loads(done.stdout)
    return {(one["plugin"], one["distribution"].partition(" ")[0]): one for one in plugins}


def ids(plugin: dict[str, Any]) -> list[str]:
    return [game["id"] for game in plugin["games"]]


CLAIMS = [
    pytest.param("giants", GAME.format(id="giants"), id="the entry point and the game"),
    pytest.param("giants", GAME.format(id="another"), id="the entry point alone"),
    pytest.param("aaa", GAME.format(id="giants"), id="the game, sorted first"),
    pytest.param("zzz", GAME.format(id="giants"), id="the game, sorted last"),
]


@pytest.mark.parametrize(("name", "source"), CLAIMS)
def test_a_stranger_does_not_get_the_name_of_an_included_game(
    run_among: Run, strangers: Strangers, name: str, source: str
) -> None:
    strangers.install("evil-games", {name: ""}, source)
    plugins = listed(run_among)

    assert ids(plugins["giants", "parlour"]) == ["giants"]
    assert plugins["giants", "parlour"]["state"] == "good"
    assert plugins[name, "evil-games"]["state"] == "broken"
    assert plugins[name, "evil-games"]["games"] == []
    assert "giants" in plugins[name, "evil-games"]["reason"]
    assert "Easter Island" in run_among("rules", "giants").stdout


def test_a_stranger_of_that_name_is_not_even_imported(run_among: Run, strangers: Strangers) -> None:
    strangers.install("evil-games", {"giants": ""}, GAME.format(id="giants"))
    run_among("rules", "giants")
    run_among("games")
    reason = listed(run_among)["giants", "evil-games"]["reason"]

    assert strangers.imported() == ""
    assert reason == (
        "the name of plugin 'giants' of 'evil-games 1.0' is that of an included game; "
        "PARLOUR_BLOCK=evil-games:giants leaves it out"
    )


def test_a_stranger_that_points_at_the_included_module_is_a_stranger(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install("evil-games", {"giants": "parlour_giants.plugin"}, "")
    plugins = listed(run_among)

    assert plugins["giants", "parlour"]["state"] == "good"
    assert plugins["giants", "evil-games"]["state"] == "broken"
    assert len(listed(run_among, "--no-plugins")) == len(INCLUDED)


def test_the_fault_of_a_second_claim_names_both(run_among: Run, strangers: Strangers) -> None:
    strangers.install("evil-games", {"aaa": ""}, GAME.format(id="giants"))

    assert listed(run_among)["aaa", "evil-games"]["reason"] == (
        "game 'giants' is already brought by plugin 'giants' of 'parlour 0.1.0'"
    )


def test_a_blocked_included_game_leaves_its_name_to_nobody(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install("evil-games", {"aaa": ""}, GAME.format(id="giants"))
    plugins = listed(run_among, PARLOUR_BLOCK="parlour:giants")

    assert plugins["giants", "parlour"]["state"] == "blocked"
    assert plugins["aaa", "evil-games"]["state"] == "broken"


def test_a_package_in_front_does_not_stand_in_for_an_included_one(
    run_among: Run, strangers: Strangers
) -> None:
    package = strangers.folder / "parlour_giants"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('taken over')", encoding="utf-8")
    done = run_among("rules", "giants")

    assert done.returncode == 1
    assert "expected its package 'parlour_giants' in " in done.stderr
    assert "taken over" not in done.stderr


@pytest.mark.parametrize(
    "raw", ["[parlour]\nno value\n", "[parlour\n", "giants = evil\n[parlour]\n=\n"]
)
def test_metadata_that_cannot_be_read_stop_nobody(
    run_among: Run, strangers: Strangers, raw: str
) -> None:
    strangers.install("garbled", raw, "")
    plugins = listed(run_among)

    assert [name for name, owner in plugins if owner == "parlour"] == INCLUDED
    assert all(plugins[name, "parlour"]["state"] == "good" for name in INCLUDED)


def test_between_two_strangers_neither_has_the_name(run_among: Run, strangers: Strangers) -> None:
    strangers.install("first", {"one": ""}, GAME.format(id="stones"))
    strangers.install("second", {"two": ""}, GAME.format(id="stones"))
    plugins = listed(run_among)

    assert ids(plugins["one", "first"]) == ids(plugins["two", "second"]) == []
    assert plugins["one", "first"]["reason"] == (
        "game 'stones' is also brought by plugin 'two' of 'second 1.0'; neither has it until one "
        "is left out: PARLOUR_BLOCK=first:one or PARLOUR_BLOCK=second:two"
    )
    assert "plugin 'one' of 'first 1.0'" in plugins["two", "second"]["reason"]
    assert ids(listed(run_among, PARLOUR_BLOCK="second:two")["one", "first"]) == ["stones"]


def test_two_strangers_of_one_name_are_blocked_one_by_one(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install("first", {"stones": ""}, GAME.format(id="stones"))
    strangers.install("Second_Box", {"stones": ""}, GAME.format(id="stones"))
    contested = run_among("rules", "stones")
    blocked = listed(run_among, PARLOUR_BLOCK="second-box:stones")

    assert contested.returncode == 1
    assert "'first 1.0'" in contested.stderr
    assert "'Second_Box 1.0'" in contested.stderr
    assert blocked["stones", "Second_Box"]["state"] == "blocked"
    assert ids(blocked["stones", "first"]) == ["stones"]


def test_a_plugin_called_like_its_game_has_it(run_among: Run, strangers: Strangers) -> None:
    strangers.install("first", {"aaa": ""}, GAME.format(id="stones"))
    strangers.install("second", {"stones": ""}, GAME.format(id="stones"))
    plugins = listed(run_among)

    assert ids(plugins["stones", "second"]) == ["stones"]
    assert plugins["aaa", "first"]["reason"] == (
        "game 'stones' is already brought by plugin 'stones' of 'second 1.0'"
    )


def test_a_plugin_that_is_broken_anyway_takes_no_name_along(
    run_among: Run, strangers: Strangers
) -> None:
    both = GAME.format(id="giants") + "    yield variant(id='stones')\n"
    strangers.install("first", {"aaa": ""}, both)
    strangers.install("second", {"bbb": ""}, GAME.format(id="stones"))

    assert ids(listed(run_among)["bbb", "second"]) == ["stones"]


@pytest.mark.parametrize("name", ["search", "thinker"])
def test_names_of_bots_are_claimed_alike(run_among: Run, strangers: Strangers, name: str) -> None:
    strangers.install("first", {"aaa": ""}, BOT.format(name=name))
    strangers.install("second", {"bbb": ""}, BOT.format(name=name))
    plugins = listed(run_among)

    assert plugins["aaa", "first"]["state"] == plugins["bbb", "second"]["state"] == "broken"
    assert f"bot '{name}' is a" in plugins["aaa", "first"]["reason"]


LEFT_OUT: list[Any] = [
    pytest.param(("--no-plugins",), {}, id="the option"),
    pytest.param((), {"PARLOUR_NO_PLUGINS": "1"}, id="the environment"),
]


@pytest.mark.parametrize(("before", "given"), LEFT_OUT)
def test_without_plugins_there_are_the_included_games(
    run_among: Run,
    strangers: Strangers,
    tmp_path: Path,
    before: tuple[str, ...],
    given: dict[str, str],
) -> None:
    strangers.install("first", {"aaa": "", "maori": ""}, GAME.format(id="stones"))
    (tmp_path / "here.py").write_text(GAME.format(id="here"), encoding="utf-8")
    given = given | {"PARLOUR_PATH": str(tmp_path / "here.py")}

    assert list(listed(run_among, *before, **given)) == [(name, "parlour") for name in INCLUDED]
    mistyped = run_among(*before, "rules", "stones", **given)
    assert mistyped.stderr == "parlour: expected a game (giants, maori, rapa_nui), got 'stones'\n"
    assert run_among(*before, "play", "maori", "--seat", "aaa", **given).returncode == 2
    assert run_among(*before, "rules", "./here.py", **given).returncode == 2
    assert strangers.imported() == ""


def test_completion_without_plugins_offers_the_included_games(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install("first", {"manila": ""}, GAME.format(id="manila"))
    words = {"_PARLOUR_COMPLETE": "complete_bash", "COMP_WORDS": "parlour\nplay\nma"}
    fewer = {"_PARLOUR_COMPLETE": "complete_bash", "COMP_WORDS": "parlour\n--no-plugins\nplay\nma"}

    assert run_among(COMP_CWORD="2", **words).stdout == "manila\nmaori\n"
    assert run_among(COMP_CWORD="3", **fewer).stdout == "maori\n"


def test_workers_are_without_plugins_too() -> None:
    sources = Catalog(included_only=True, environ={"PARLOUR_LOAD_LIMIT": "2.5"}).sources

    assert sources == CatalogSources((), (), included_only=True, limit=2.5)
    assert Catalog.from_sources(sources).sources == sources
    assert Catalog.from_sources(sources).names() == ("giants", "maori", "rapa_nui")


def test_no_path_is_added_where_plugins_are_left_out() -> None:
    with pytest.raises(MisuseError, match="plugins are left out"):
        Catalog([os.curdir], environ={"PARLOUR_NO_PLUGINS": "1"})
