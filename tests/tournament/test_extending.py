"""Tournaments extended, rated with others or played again come to the same matches."""

import shlex
import shutil
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour.rules.errors import SetupError, StoreError
from parlour_tournament.analysis.analysis import analyse, analyse_files
from parlour_tournament.analysis.report_model import ContestReport
from parlour_tournament.plan.eligibility import check_eligibility, extend
from parlour_tournament.plan.plan import BotIdentity, Entrant, Tournament, provenance
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.plan.settings import Extension
from parlour_tournament.playing.results import MatchResult, PlayedMatch
from parlour_tournament.playing.runner import Runner
from parlour_tournament.playing.several_files import joined, open_files
from parlour_tournament.playing.store import Store
from parlour_tournament.report.report_html import report_as_html
from parlour_tournament.report.report_text import report_as_text
from parlour_tournament.running import replay_match
from tests.tournament.conftest import LOADER, SMALL, Make, run

UNIFORM, FOUR, EIGHT = "uniform", "search:simulations=4", "search:simulations=8"
KEPT = Path(__file__).parents[1] / "compatibility" / "tournaments"

Matches: TypeAlias = set[tuple[str, str, tuple[str, ...], tuple[int, ...]]]


def matches(store: Store, called: Callable[[Entrant], str] = attrgetter("name")) -> Matches:
    """Return the matches of a file: contest, deal, bots by seat and places."""
    plan = store.tournament.plan
    bots = [called(entrant) for entrant in plan.entrants]
    found = [
        (plan.contests[one.contest].key, one.deal, tuple(bots[w] for w in one.lineup), one.places)
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
    make: Make,
    played: Make,
    given: dict[str, Any],
    steps: list[dict[str, Any]],
    whole: dict[str, Any],
) -> None:
    grown = make("grown", bot_seed="b", **given)
    straight = played("straight", bot_seed="b", **whole)
    run(grown, stop_after=1)
    before = matches(grown)
    for step in steps:
        grown.extend(extend(grown.tournament, LOADER, Extension(**step)))
    with Store.open_file(grown.path) as again:
        run(again, stop_after=1)
        assert run(again)

        assert before < matches(again) == matches(straight)


def test_a_bot_that_left_plays_no_more_and_its_matches_count(played: Make) -> None:
    store = played(games=["leduc"], blocks=2)
    store.extend(extend(store.tournament, LOADER, Extension(without=[FOUR], bots=[FOUR], blocks=4)))
    runner = Runner(store)
    run(store)
    found = matches(store)
    numbers = {
        name: sum(name in bots for _, _, bots, _ in found)
        for name in (UNIFORM, FOUR, EIGHT, f"{FOUR}-2")
    }

    # Three pairs of 2 blocks; then 2 blocks more of one pair, and 4 of two pairs with the new bot.
    assert numbers == {UNIFORM: 8 + 4 + 8, FOUR: 8, EIGHT: 8 + 4 + 8, f"{FOUR}-2": 16}
    assert runner.most == store.count() == len(found)
    (contest,) = analyse(store).contests
    assert {row.name: row.matches for row in contest.standings} == numbers


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


# Files of several tournaments are rated as one


BOTS = ["search:simulations=2", "search:simulations=8", "uniform"]
PAIRS = {"one": BOTS[:2], "two": BOTS[1:], "three": BOTS[::2]}


@pytest.fixture
def pairs(make: Make) -> list[Store]:
    """Return three files, each of two of three bots, from one seed."""
    stores = [make(name, bots=bots, blocks=2) for name, bots in PAIRS.items()]
    for store in stores:
        run(store)
    return stores


def ratings(contest: ContestReport) -> dict[str, float]:
    return {row.name: row.elo.points for row in contest.standings if row.elo is not None}


def test_three_files_of_two_bots_are_one_of_three(played: Make, pairs: list[Store]) -> None:
    whole = played("whole", bots=BOTS, blocks=2)
    straight = analyse(whole)
    with joined(pairs) as together:
        found = analyse(together)
        assert together.count() == whole.count() == found.matches

    for contest, expected in zip(found.contests, straight.contests, strict=True):
        assert ratings(contest) == pytest.approx(ratings(expected))
        assert (contest.blocks, contest.incomplete) == (6, 0)


def test_every_match_leads_to_its_record(pairs: list[Store]) -> None:
    with joined(pairs) as together:
        for result in together.results():
            store, key = together.origins[result.key]
            assert together.record(result.key) == store.record(key)
            assert next(one.deal for one in store.results() if one.key == key) == result.deal
        assert "<h1>all</h1>" in report_as_html(together, analyse(together), "all")


MINE = [{"name": "mine", "bot": bot} for bot in BOTS[:2]]
"""Two bots of one name, so that their blocks have the same deals."""
FILES: list[dict[str, Any]] = [
    {"bots": bots, "seed": seed, "blocks": blocks}
    for bots, seed, blocks in [
        (BOTS[:2], "a", 2),
        (BOTS[1::-1], "a", 1),
        (BOTS, "a", 1),
        (BOTS, "b", 1),
        ([MINE[0], "uniform"], "a", 2),
        ([MINE[1], "uniform"], "a", 1),
    ]
]
"""Plans of which some share bots, deals, or whole blocks."""


def matches_in(path: Path) -> Matches:
    """Return the matches of a file."""
    with open_files([path]) as store:
        return matches(store, attrgetter("bot"))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Matches]:
    """Return the matches of files of tournaments; each file is followed by a copy."""
    folder = tmp_path_factory.mktemp("files")
    paths: list[Path] = []
    for number, changes in enumerate(FILES):
        path = folder / f"{number}.tournament"
        tournament = check_eligibility(parse_plan(SMALL | changes, "a plan", LOADER), LOADER)
        with Store.create_file(path, tournament) as store:
            run(store)
        paths += [path, Path(shutil.copy(path, folder / f"copy of {path.name}"))]
    return {path: matches_in(path) for path in paths}


@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_a_joint_report_counts_each_match_of_its_files_once(
    files: dict[Path, Matches], data: st.DataObject
) -> None:
    paths = data.draw(st.lists(st.sampled_from([*files]), min_size=1, max_size=4, unique=True))
    held: Matches = set().union(*(files[path] for path in paths))
    with open_files(paths) as together:
        found = matches(together, attrgetter("bot"))

        assert found == held
        assert together.count() == len(held)
    assert analyse_files(*paths).matches == len(held)


def copy(source: Store, target: Store, taken: Callable[[MatchResult], MatchResult | None]) -> Store:
    """Copy the matches of a file that are ``taken``."""
    pairs = zip(source.results(), source.timings(), strict=True)
    target.add(
        PlayedMatch(taken_result, timing, source.packed_record(result.key))
        for result, timing in pairs
        if (taken_result := taken(result)) is not None
    )
    return target


def test_a_file_completes_the_blocks_that_another_holds_in_part(make: Make, played: Make) -> None:
    whole = played("whole", bots=BOTS[:2], blocks=2)
    first = copy(whole, make("first", bots=BOTS[:2]), lambda one: one if one.match else None)
    second = copy(whole, make("second", bots=BOTS[:2]), lambda one: None if one.match else one)

    with joined([first, second]) as together:
        found = analyse(together)
        assert matches(together) == matches(whole)
    assert [(one.blocks, one.incomplete) for one in found.contests] == [(2, 0), (2, 0)]


def test_other_bots_with_the_same_deals_played_other_matches(
    make: Make, pairs: list[Store]
) -> None:
    stores = [
        copy(pair, make(f"same {name}", bots=bots), lambda one: replace(one, deal=str(one.block)))
        for pair, (name, bots) in zip(pairs, PAIRS.items(), strict=True)
    ]

    with joined(stores) as together:
        assert together.count() == sum(store.count() for store in stores)
        assert [one.blocks for one in analyse(together).contests] == [6, 6]


def test_bots_of_one_name_and_other_files_are_two(pairs: list[Store]) -> None:
    for store, digest in zip(pairs, ("d0", "d1", "d0"), strict=True):
        bots = [BotIdentity(e.name, e.bot, "", "", digest) for e in store.tournament.plan.entrants]
        store.note_run(provenance(store.tournament.plan.clock, {}, bots))
    with joined(pairs) as together:
        names = [entrant.name for entrant in together.tournament.plan.entrants]

    assert names == [
        "search:simulations=2",
        "search:simulations=8",
        f"search:simulations=8 ({pairs[1].path})",
        "uniform",
        f"uniform ({pairs[2].path})",
    ]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(
            lambda old: replace(old, plan=replace(old.plan, forfeits="played_on")),
            "expected forfeits = 'last', as in .*, got 'played_on'",
            id="forfeits",
        ),
        pytest.param(
            lambda old: replace(old, roster=replace(old.roster, rules=(9, 9))),
            "tic_tac_toe/2: expected rules version 1, as in the files before it, got 9",
            id="rules",
        ),
    ],
)
def test_what_cannot_be_put_together_is_refused(
    make: Make, tmp_path: Path, change: Callable[[Tournament], Tournament], reason: str
) -> None:
    first = make()
    with (
        Store.create_file(tmp_path / "other", change(first.tournament)) as second,
        pytest.raises(StoreError, match=reason),
        joined([first, second]),
    ):
        pass  # it is refused before it is read


def test_a_file_of_an_older_release_and_another_are_read_together(tmp_path: Path) -> None:
    paths = [
        Path(shutil.copy(KEPT / name, tmp_path))
        for name in ("finished.tournament", "unfinished.tournament")
    ]
    with open_files(paths) as together:
        counts = [analyse_files(path).matches for path in paths]
        assert max(counts) <= together.count() <= sum(counts)
        assert analyse(together).matches == together.count()


# The command that plays a match again stands beside every match of a report


FALLING = ["search:simulations=2", "uniform", "falling"]


def test_a_match_of_an_older_release_comes_as_it_was(tmp_path: Path) -> None:
    """Its record names no dealer, and writes some moves otherwise; the file stays as it is."""
    file = Path(shutil.copy(KEPT / "unfinished.tournament", tmp_path))
    before = file.read_bytes()
    with Store.open_file(file, read_only=True) as store:
        found = replay_match(store, (0, 0, 0), LOADER)
        analyse(store)

    assert b"place ship" in found.record
    assert found.differs_at is None
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_every_match_of_a_report_can_be_played_again(make: Make) -> None:
    stores = {}
    for name, bots in (("one", FALLING), ("two", FALLING[:2])):
        store = make(name, bots=bots, blocks=1, bot_seed="b")
        stores[store.path.name] = store
        run(store)
    for names in (["one.tournament"], list(stores)):
        with open_files([stores[name].path for name in names]) as store:
            report = analyse(store)
            page = report_as_html(store, report, "x")
        text = "\n".join(part for part in report_as_text(report) if isinstance(part, str))
        commands = [match.replay for one in report.contests for match in one.worth_seeing]

        assert len(commands) > 4
        for command in commands:
            *words, file, match = shlex.split(command)
            contest, block, number = match.split(":")
            keys = [one.key for one in stores[file].tournament.plan.contests]
            key = (keys.index(contest), int(block), int(number))

            assert words == ["parlour", "tournament", "replay"]
            assert f"  {command}" in text.splitlines()
            assert f"<code>{command}</code>" in page
            assert replay_match(stores[file], key, LOADER).differs_at is None
