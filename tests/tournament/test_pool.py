"""A pool: blocks go where intervals are wide, and bots join and leave while it runs."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from itertools import combinations, islice, permutations
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.analysis.pool import Pool, PredictedCovariance
from parlour_tournament.analysis.ratings import fit_ratings
from parlour_tournament.commands.progress import progress_line
from parlour_tournament.plan.eligibility import extend
from parlour_tournament.plan.plan import Tournament
from parlour_tournament.plan.settings import Extension
from parlour_tournament.playing.progress import begun_blocks
from parlour_tournament.playing.results import BlockClass
from parlour_tournament.playing.runner import Runner, StopRequest, ignore
from parlour_tournament.playing.store import Store
from parlour_tournament.running import run_pool
from parlour_tournament.schedules.blocks import Block, deal_of
from tests.tournament.conftest import LOADER, InThisProcess, Make, finish_after
from tests.tournament.test_statistics import won

BOTS = ["uniform", "search:simulations=2", "search:simulations=8"]
WAITS = "all intervals are narrow: waiting for bots to join"


PoolOf: TypeAlias = Callable[..., Store]


@pytest.fixture
def pool_of(make: Make) -> Iterator[PoolOf]:
    """Return what makes the file of a pool that has not begun."""
    with ExitStack() as opened:

        def making(name: str = "pool", width: float = 250.0, **given: object) -> Store:
            store = make(name, **{"games": ["leduc"], "bots": BOTS, **given})
            plan = replace(store.tournament.plan, schedule="pool", width=width)
            pool = replace(store.tournament, plan=plan)
            path = store.path.with_suffix(".pool")
            return opened.enter_context(Store.create_file(path, pool))

        yield making


def settle(
    store: Store, request: StopRequest | None = None, stop_after: int | None = None
) -> Runner:
    """Play a pool until all its intervals are narrow, or for a number of matches."""
    request = request or StopRequest()
    listen = finish_after(stop_after, request)
    return run_pool(
        store, InThisProcess(), listen, request, settle=True, admit=lambda longer: longer
    )


def played(store: Store) -> Counter[str]:
    """Return the number of matches of each bot."""
    names = [entrant.name for entrant in store.tournament.plan.entrants]
    return Counter(names[who] for result in store.results() for who in result.lineup)


def test_a_pool_plays_until_every_interval_is_narrow(pool_of: PoolOf) -> None:
    store = pool_of()
    runner = settle(store)
    pool = runner.contests[0].schedule
    contest = analyse(store).contests[0]
    printed = {
        bot.name: 0.0 if bot.reference else bot.elo.high - bot.elo.low
        for bot in contest.standings
        if bot.elo is not None
    }

    assert [pool.widths()[who] for who in range(3)] == [printed[name] for name in BOTS]  # type: ignore[attr-defined]  # a pool has them
    assert max(printed.values()) <= 250
    assert contest.incomplete == 0
    assert settle(store).played == runner.played


@pytest.mark.parametrize(("blocks", "width"), [(29, math.inf), (30, 0.0)])
def test_a_bot_that_never_loses_is_known_after_thirty_blocks(
    pool_of: PoolOf, blocks: int, width: float
) -> None:
    """Its interval stays open, since more wins would not close it."""
    tournament = pool_of().tournament

    assert widths_after(tournament, {won(0, 1): blocks, won(1, 2): 5, won(2, 1): 5})[0] == width


def test_a_narrower_width_takes_more_matches(pool_of: PoolOf) -> None:
    wide, narrow = pool_of("wide", 300), pool_of("narrow", 100)
    settle(wide)
    settle(narrow)

    assert narrow.count() > 1.5 * wide.count(), (narrow.count(), wide.count())


def test_a_bot_that_joins_plays_most_and_the_others_little(pool_of: PoolOf) -> None:
    store = pool_of()
    settle(store)
    before = played(store)
    store.extend(extend(store.tournament, LOADER, Extension(bots=["rude"])))
    settle(store)
    more = played(store) - before

    assert more["rude"] == more.total() / 2 > 0
    assert sum(count for name, count in more.items() if name != "rude") == more["rude"]


def test_who_leaves_plays_no_more_and_is_still_rated(pool_of: PoolOf) -> None:
    store = pool_of()
    settle(store)
    before = played(store)
    longer = extend(
        store.tournament, LOADER, Extension(bots=["rude"], without=["search:simulations=8"])
    )
    store.extend(longer)
    settle(store)

    assert (played(store) - before).keys() == {"rude", "uniform", "search:simulations=2"} & set(
        played(store) - before
    )
    assert played(store)["search:simulations=8"] == before["search:simulations=8"]
    assert len(analyse(store).contests[0].standings) == 4


def test_a_bot_joins_while_the_pool_runs(pool_of: PoolOf) -> None:
    store, request = pool_of(), StopRequest()

    def join(runner: Runner) -> None:
        if runner.played >= 8 and not joined:
            with Store.open_file(store.path) as other:
                other.extend(extend(other.tournament, LOADER, Extension(bots=["rude"])))
            joined.append(runner.played)

    def admit(longer: Tournament) -> Tournament:
        admitted.append([entrant.name for entrant in longer.plan.entrants])
        return longer

    joined, admitted = list[int](), list[list[str]]()
    runner = run_pool(store, InThisProcess(), join, request, settle=True, admit=admit)

    assert joined
    assert runner.before == 0, "all matches of the run are new, those before the bot joined too"
    assert admitted == [[*BOTS, "rude"]]
    assert played(store)["rude"] > 0


def test_a_pool_says_that_it_waits_once_every_interval_is_narrow(pool_of: PoolOf) -> None:
    store, request = pool_of(), StopRequest()
    settle(store)
    lines = list[str]()

    def listen(runner: Runner) -> None:
        lines.append(progress_line(runner))
        request.finish = True

    run_pool(store, InThisProcess(), listen, request, settle=False, admit=lambda longer: longer)

    assert lines == [f"{store.count():,} matches, {WAITS}"]


def test_who_may_not_join_does_not_play(pool_of: PoolOf) -> None:
    store = pool_of()
    with Store.open_file(store.path) as other:
        other.extend(extend(other.tournament, LOADER, Extension(bots=["rude"])))
    run_pool(store, InThisProcess(), ignore, StopRequest(), settle=True, admit=lambda _: None)

    assert played(store).keys() == set(BOTS)


def test_an_interrupted_pool_goes_on_with_its_blocks_whole(pool_of: PoolOf) -> None:
    store = pool_of(games=["tic_tac_toe", "leduc"])
    for _ in range(6):
        settle(store, StopRequest(), stop_after=3)
    settle(store)
    plan = store.tournament.plan
    for contest in (0, 1):
        blocks = begun_blocks(store, contest)
        results = list(store.results(contest))
        deals = {result.block: result.deal for result in results}

        assert Counter(result.block for result in results) == dict.fromkeys(deals, 2)
        assert {block.number: deal_of(plan, block) for block in blocks} == deals
        assert len(set(deals.values())) == len(deals)


def widths_after(tournament: Tournament, classes: Mapping[BlockClass, int]) -> dict[int, float]:
    """Return the widths in a pool of three bots that has played these blocks."""
    played = dict(enumerate(Counter(classes).elements()))
    blocks = [Block(0, number, 0, (kind[0][0],)) for number, kind in played.items()]
    pool = Pool(0, tournament, 2, begun=blocks, classes=played.get)
    assert len(list(islice(pool.blocks_by_side(lambda _: None), len(played) + 1))) > 0
    return pool.widths()


def test_blocks_go_where_most_is_to_be_learnt() -> None:
    """0, 1 and 2 have met 60 times each, and 3 only once."""
    even = {won(*pair): 30 for pair in permutations(range(3), 2)}
    known = PredictedCovariance(range(4), fit_ratings(even | {won(3, 0): 1}, range(4)))
    groups = list(combinations(range(4), 2))
    first = known.most_informative(groups, [3], 0)
    known.expect((0, 3))
    for _ in range(100):
        known.expect((0, 1))

    assert first == (0, 3)
    assert known.most_informative(groups, [1, 2, 3], 0) in {(0, 3), (1, 3), (2, 3)}
