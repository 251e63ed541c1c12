"""What each included game keeps: tests for its rules, sentences for refusals, one rules page."""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import parlour
from parlour import Viewer
from parlour.catalog.loading import games_and_bots
from parlour.match.record import read
from parlour.match.replay import replayed
from parlour.rules.errors import SetupError
from parlour_testing.checking import setups_of
from tests.games import wordings
from tests.games.citations import cited, numbered, silent_phases

TESTS = Path(__file__).parents[1]
pytestmark = pytest.mark.parametrize("name", ["giants", "maori", "rapa_nui"])


def package(name: str) -> ModuleType:
    return import_module(f"parlour_{name}")


def phases(name: str) -> Path:
    return Path(*package(name).__path__) / "phases"


def rulebook(name: str) -> str:
    page = parlour.load(name).rulebook
    assert page is not None
    return page.read_text("utf-8")


def test_every_rule_has_a_test_and_every_citation_a_rule(name: str) -> None:
    assert cited(TESTS / name) == numbered(rulebook(name))


def test_it_passes_the_checks_of_games_that_are_not_included(name: str) -> None:
    plugin = import_module(f"parlour_{name}.plugin")

    assert games_and_bots(plugin) == {"parlour_games": (plugin.GAME,), "parlour_bots": ()}


def test_every_phase_and_every_refusal_names_a_rule_that_there_is(name: str) -> None:
    said = {
        rule
        for path in phases(name).glob("*.py")
        for rule in re.findall(r"\"(\d+\.\d+)\"", path.read_text("utf-8"))
    }

    assert said
    assert said <= numbered(rulebook(name))


def test_every_phase_and_its_methods_name_their_rules(name: str) -> None:
    assert silent_phases(phases(name)) == []


def test_it_names_how_long_its_matches_are_and_the_rules_that_end_them(name: str) -> None:
    game = parlour.load(name)
    assert game.checks.longest is not None
    bounds = [game.checks.longest(seats, options) for seats, _, options in setups_of(game)]
    reasons = set(re.findall(r"\b\d+\.\d+\b", game.checks.why_it_ends))

    assert 0 < min(bounds) <= max(bounds) < 20_000
    assert reasons
    assert reasons <= numbered(rulebook(name))


def test_the_docs_show_the_same_rules(name: str) -> None:
    docs = TESTS.parent / "docs" / "rules" / f"{name}.md"

    assert docs.read_text("utf-8") == rulebook(name)


def test_every_refusal_has_a_sentence_and_no_sentence_stands_in_the_phases(name: str) -> None:
    refusals = parlour.load(name).words.refusals

    wordings.check(wordings.sources_of(package(name)), refusals)
    assert list(wordings.sentences_in(package(name))) == []


def test_every_thing_in_a_picture_has_a_rule(name: str) -> None:
    """The law of pictures holds that each is on the page of rules."""
    game = parlour.load(name)
    records = sorted((TESTS / "golden" / name).glob("*[!n].jsonl"))
    match = replayed(game, read(records[0]), name)
    draw, viewer = game.display.picture, Viewer.of_seats(match.seats)
    assert draw
    things = {
        " ".join((panel.name, spot.key, *spot.addresses))
        for step in match.steps[:: len(match.steps) // 8]
        for panel in draw(game.rules.view(step.before, 0), viewer).panels
        for spot in panel.spots
    }

    assert len(things) > 100
    assert [one for one in things if not any(map(one.__contains__, game.display.rules))] == []


def test_a_state_of_fewer_seats_is_refused(name: str) -> None:
    game = parlour.load(name)
    fewest, *more = game.seats
    state = game.match(fewest, seed=1).state

    for seats in more:
        with pytest.raises(SetupError, match=rf"^{name}: expected \d+ of '[^\n]+$"):
            game.match(seats, state=state)
