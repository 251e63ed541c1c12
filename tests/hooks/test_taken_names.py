"""No stranger takes the place of an included game, and a name that two claim is told aloud."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from parlour.catalog.catalog import Catalog, CatalogSources
from parlour.hooks import installed
from parlour.rules.errors import MisuseError
from tests.cli.commands import Run
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


def test_a_stranger_does_not_get_the_name_of_a_sample(run_among: Run, strangers: Strangers) -> None:
    strangers.install("evil-games", {"zzz": ""}, GAME.format(id="leduc"))

    assert listed(run_among)["zzz", "evil-games"]["reason"] == (
        "game 'leduc' is already brought by plugin 'leduc' of Parlour"
    )
    assert run_among("rules", "leduc").stdout.startswith("Leduc poker")


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


def test_a_package_in_front_does_not_stand_in_for_an_included_one(
    run_alone: Run, strangers: Strangers
) -> None:
    package = strangers.folder / "parlour_giants"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('taken over')", encoding="utf-8")
    done = run_alone("rules", "giants", PYTHONPATH=strangers.path)

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


STONES, GIANTS = GAME.format(id="stones"), GAME.format(id="giants")
TWO_STRANGERS = {"first": ("one", STONES), "second": ("two", STONES)}
NEITHER = (
    "game 'stones' is also brought by plugin 'two' of 'second 1.0'; neither has it until one is "
    "left out: PARLOUR_BLOCK=first:one or PARLOUR_BLOCK=second:two"
)
CONFLICTS = [
    pytest.param(
        {"evil-games": ("aaa", GIANTS)},
        "",
        {
            ("aaa", "evil-games"): (
                "broken",
                [],
                "game 'giants' is already brought by plugin 'giants' of 'parlour 0.1.0'",
            )
        },
        id="the fault of a second claim names both",
    ),
    pytest.param(
        {"evil-games": ("aaa", GIANTS)},
        "parlour:giants",
        {("giants", "parlour"): ("blocked", [], ""), ("aaa", "evil-games"): ("broken", [], "")},
        id="a blocked included game leaves its name to nobody",
    ),
    pytest.param(
        TWO_STRANGERS,
        "",
        {
            ("one", "first"): ("broken", [], NEITHER),
            ("two", "second"): ("broken", [], "plugin 'one' of 'first 1.0'"),
        },
        id="between two strangers neither has the name",
    ),
    pytest.param(
        TWO_STRANGERS,
        "second:two",
        {("one", "first"): ("good", ["stones"], "")},
        id="a stranger alone has the name",
    ),
    pytest.param(
        {"first": ("aaa", STONES), "second": ("stones", STONES)},
        "",
        {
            ("stones", "second"): ("good", ["stones"], ""),
            ("aaa", "first"): (
                "broken",
                [],
                "game 'stones' is already brought by plugin 'stones' of 'second 1.0'",
            ),
        },
        id="a plugin called like its game has it",
    ),
    pytest.param(
        {"first": ("aaa", f"{GIANTS}    yield variant(id='stones')\n"), "second": ("bbb", STONES)},
        "",
        {("bbb", "second"): ("good", ["stones"], "")},
        id="a plugin that is broken anyway takes no name along",
    ),
    *(
        pytest.param(
            {"first": ("aaa", BOT.format(name=name)), "second": ("bbb", BOT.format(name=name))},
            "",
            {
                ("aaa", "first"): ("broken", [], f"bot '{name}' is a"),
                ("bbb", "second"): ("broken", [], ""),
            },
            id=f"two bots called {name}",
        )
        for name in ("search", "thinker")
    ),
]


@pytest.mark.parametrize(("installed", "blocked", "found"), CONFLICTS)
def test_a_name_that_two_claim_goes_to_one_or_to_nobody(
    run_among: Run,
    strangers: Strangers,
    installed: dict[str, tuple[str, str]],
    blocked: str,
    found: dict[tuple[str, str], tuple[str, list[str], str]],
) -> None:
    for distribution, (entry, source) in installed.items():
        strangers.install(distribution, {entry: ""}, source)
    plugins = listed(run_among, PARLOUR_BLOCK=blocked)

    for plugin, (state, games, reason) in found.items():
        assert (plugins[plugin]["state"], ids(plugins[plugin])) == (state, games)
        assert reason in plugins[plugin]["reason"]


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
    assert run_among(*before, "play", "maori", "--player", "aaa", **given).returncode == 2
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
    assert Catalog.from_sources(sources).names() == tuple(sorted(installed.INCLUDED))


def test_no_path_is_added_where_plugins_are_left_out() -> None:
    with pytest.raises(MisuseError, match="plugins are left out"):
        Catalog([os.curdir], environ={"PARLOUR_NO_PLUGINS": "1"})
