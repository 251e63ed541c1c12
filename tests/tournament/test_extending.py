"""A tournament that is extended comes to the same matches as one that had it all at the start."""

import shutil
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from parlour.rules.errors import SetupError, StoreError
from parlour.tournament.analysis.analysis import analyse
from parlour.tournament.plan.eligibility import extend
from parlour.tournament.plan.settings import Extension
from parlour.tournament.playing.runner import Runner
from parlour.tournament.playing.store import Store
from tests.tournament.conftest import LOADER, Make, run

UNIFORM, FOUR, EIGHT = "uniform", "search:simulations=4", "search:simulations=8"
KEPT = Path(__file__).parents[1] / "compatibility" / "tournaments"

Matches: TypeAlias = set[tuple[str, str, tuple[str, ...], tuple[int, ...]]]


def matches(store: Store) -> Matches:
    """Return the matches of a file: contest, deal, bots by seat and places."""
    plan = store.tournament.plan
    names = [entrant.name for entrant in plan.entrants]
    found = [
        (plan.contests[one.contest].key, one.deal, tuple(names[w] for w in one.lineup), one.places)
        for one in store.results()
    ]
    assert len(set(found)) == len(found)
    return set(found)


EXTENSIONS = [
    pytest.param({"bots": [UNIFORM, FOUR]}, [{"bots": [EIGHT]}], {}, id="a bot"),
    pytest.param({"blocks": 1}, [{"blocks": 3}], {}, id="blocks"),
    pytest.param(
        {"bots": [UNIFORM, FOUR], "blocks": 1},
        [{"bots": [EIGHT], "blocks": 2}, {"blocks": 3}],
        {},
        id="bots and blocks, twice",
    ),
    pytest.param(
        {"bots": [FOUR, UNIFORM], "schedule": "gauntlet"},
        [{"bots": [EIGHT]}],
        {"schedule": "gauntlet", "bots": [FOUR, UNIFORM, EIGHT]},
        id="a gauntlet",
    ),
    pytest.param(
        {"schedule": "swiss", "rounds": 1, "blocks": 1},
        [{"rounds": 3}],
        {"schedule": "swiss", "rounds": 3, "blocks": 1},
        id="rounds of Swiss",
    ),
    pytest.param(
        {"schedule": "test", "bots": [EIGHT, UNIFORM], "games": ["leduc"], "blocks": 4},
        [{"blocks": 9}],
        {"schedule": "test", "bots": [EIGHT, UNIFORM], "games": ["leduc"], "blocks": 9},
        id="blocks of a test",
    ),
    pytest.param(
        {"games": [{"game": "maori", "seats": 3}], "bots": [UNIFORM, "greedy", FOUR], "blocks": 1},
        [{"bots": ["rude"]}],
        {
            "games": [{"game": "maori", "seats": 3}],
            "bots": [UNIFORM, "greedy", FOUR, "rude"],
            "blocks": 1,
        },
        id="a bot at three seats",
        marks=pytest.mark.matrix,
    ),
]


@pytest.mark.parametrize(("given", "steps", "whole"), EXTENSIONS)
def test_an_extended_tournament_is_the_whole_one(
    make: Make, given: dict[str, Any], steps: list[dict[str, Any]], whole: dict[str, Any]
) -> None:
    grown = make("grown", bot_seed="b", **given)
    straight = make("straight", bot_seed="b", **whole)
    run(straight)
    run(grown, stop_after=1)
    before = matches(grown)
    for step in steps:
        grown.extend(extend(grown.tournament, LOADER, Extension(**step)))
    with Store.open_file(grown.path) as again:
        run(again, stop_after=1)
        assert run(again)

        assert before < matches(again) == matches(straight)


def test_a_bot_that_left_plays_no_more_and_its_matches_count(make: Make) -> None:
    store = make(games=["leduc"], blocks=2)
    run(store)
    store.extend(extend(store.tournament, LOADER, Extension(without=[FOUR], bots=[FOUR], blocks=4)))
    runner = Runner(store)
    run(store)
    found = matches(store)
    played = {
        name: sum(name in bots for _, _, bots, _ in found)
        for name in (UNIFORM, FOUR, EIGHT, f"{FOUR}-2")
    }

    # Three pairs of 2 blocks; then 2 blocks more of one pair, and 4 of two pairs with the new bot.
    assert played == {UNIFORM: 8 + 4 + 8, FOUR: 8, EIGHT: 8 + 4 + 8, f"{FOUR}-2": 16}
    assert runner.most == store.count() == len(found)
    (contest,) = analyse(store).contests
    assert {row.name: row.matches for row in contest.standings} == played


def test_who_leaves_before_the_end_leaves_whole_blocks(make: Make) -> None:
    store = make(games=["leduc"], blocks=2)
    run(store, stop_after=1)
    store.extend(extend(store.tournament, LOADER, Extension(without=[EIGHT])))
    assert run(store)

    pairs = {frozenset(bots) for _, _, bots, _ in matches(store)}
    assert pairs >= {frozenset({UNIFORM, FOUR})}
    assert analyse(store).contests[0].blocks >= 2


def test_a_cancelled_contest_is_held_once_two_bots_play_it(make: Make) -> None:
    """The greedy bot declines tic-tac-toe, which has no heuristic: only one bot was left."""
    store = make(games=["tic_tac_toe", "rapa_nui"], bots=[UNIFORM, "greedy"], blocks=1)
    before = store.tournament.roster
    run(store)
    store.extend(extend(store.tournament, LOADER, Extension(bots=[FOUR])))
    after = store.tournament.roster
    assert run(store)

    assert (list(before.cancelled), before.held) == ([0], (1,))
    assert (after.cancelled, after.held, after.entrants[0]) == ({}, (0, 1), (0, 2))
    assert {one.lineup for one in store.results(0)} == {(0, 2), (2, 0)}


@pytest.mark.parametrize(
    ("given", "step", "reason"),
    [
        pytest.param({}, {}, "expected --bot, --without, --blocks or --rounds", id="nothing"),
        pytest.param({}, {"blocks": 2}, "at least 3 blocks, which it has, got 2", id="fewer"),
        pytest.param({}, {"rounds": 9}, "expected --rounds for a swiss", id="rounds"),
        pytest.param({}, {"without": ["nobody"]}, "a bot that takes part", id="nobody"),
        pytest.param({}, {"without": [FOUR, EIGHT]}, "at least 2 bots that stay", id="all leave"),
        pytest.param({}, {"bots": ["nobody"]}, "'nobody' plays none", id="no bot"),
        pytest.param(
            {"schedule": "swiss"}, {"bots": ["rude"]}, "of a swiss to stay", id="Swiss bots"
        ),
        pytest.param({"schedule": "swiss"}, {"blocks": 9}, "no --blocks", id="Swiss blocks"),
        pytest.param(
            {"schedule": "gauntlet"}, {"without": [UNIFORM]}, "cannot leave it", id="the gauntlet's"
        ),
    ],
)
def test_what_cannot_be_extended_is_refused(
    make: Make, given: dict[str, Any], step: dict[str, Any], reason: str
) -> None:
    store = make(**given)

    with pytest.raises(SetupError, match=reason):
        extend(store.tournament, LOADER, Extension(**step))


def test_the_file_of_an_older_release_is_not_extended(tmp_path: Path) -> None:
    path = Path(shutil.copy(KEPT / "finished.tournament", tmp_path))
    with Store.open_file(path) as store, pytest.raises(StoreError, match="expected format 3"):
        store.extend(store.tournament)
