"""Order of the matches of a contest, and places of bots that forfeit."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.plan import Entrant, Plan
from parlour_tournament.plan.settings import ForfeitRule, Hypotheses
from parlour_tournament.playing.match import places_behind
from parlour_tournament.playing.store import Store
from parlour_tournament.schedules.blocks import Schedule, matches_in_order
from parlour_tournament.schedules.round_robin import Gauntlet, RoundRobin, Swiss
from parlour_tournament.schedules.sequential import TwoBots
from tests.tournament.conftest import Make, lines, run
from tests.tournament.test_schedules import NAMES, PLAN, TWO, extent, nothing

DEALS_FIRST = replace(PLAN, entrants=(*PLAN.entrants, Entrant("last", "of_a_plugin")))
"""A plan with a bot that could remember a deal."""


def order_of(schedule: Schedule, plan: Plan) -> str:
    """Return the matches in order, as ``block.match``; results come in as matches are played."""
    played: list[str] = []

    def results(block: int) -> Mapping[int, float] | None:
        return {0: 1.0, 1: 0.0} if f"{block}.{schedule.size - 1}" in played else None

    for made in matches_in_order(plan, schedule, results):
        assert made is not None, "all that is known has been played"
        played.append(f"{made.block}.{made.match}")
    return " ".join(played)


@pytest.mark.parametrize(
    ("schedule", "order"),
    [
        pytest.param(
            RoundRobin(0, extent(2, 3), 2), "0.0 1.0 2.0 0.1 1.1 2.1", id="round robin: all blocks"
        ),
        pytest.param(
            RoundRobin(0, extent(2, 1), 3),
            "0.0 1.0 0.1 1.1 0.2 1.2",
            id="three seats: all first, all second, all third",
        ),
        pytest.param(
            Gauntlet(0, extent(3, 2), 2),
            "0.0 1.0 2.0 3.0 0.1 1.1 2.1 3.1",
            id="gauntlet: all blocks",
        ),
        pytest.param(
            Swiss(0, (0, 1), 2, replace(TWO, rounds=2, blocks=2), NAMES),
            "0.0 1.0 0.1 1.1 2.0 3.0 2.1 3.1",
            id="swiss: the blocks of a round",
        ),
        pytest.param(
            TwoBots(0, (0, 1), 2, 10, Hypotheses()),
            "0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 0.1 1.1 2.1 3.1 4.1 5.1 6.1 7.1 8.0 9.0 8.1 9.1",
            id="test: eight blocks at a time",
        ),
    ],
)
def test_first_matches_of_blocks_come_before_second_ones(schedule: Schedule, order: str) -> None:
    """The second match of a block has the deal of the first, which bots have seen."""
    assert order_of(schedule, DEALS_FIRST) == order


@pytest.mark.parametrize(
    "schedule",
    [
        pytest.param(RoundRobin(0, extent(2, 4), 2), id="round robin"),
        pytest.param(Swiss(0, (0, 1), 2, replace(TWO, rounds=2, blocks=2), NAMES), id="swiss"),
        pytest.param(TwoBots(0, (0, 1), 2, 4, Hypotheses()), id="test"),
    ],
)
def test_whole_blocks_come_one_after_the_other_if_no_bot_remembers(schedule: Schedule) -> None:
    """So a run that is stopped half-way has half of its blocks."""
    assert order_of(schedule, PLAN) == "0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1"


@pytest.mark.parametrize(
    ("bot", "given", "whole"),
    [
        pytest.param("greedy", {}, True, id="included"),
        pytest.param("exec:./bot", {}, True, id="starts again in each match"),
        pytest.param("exec:./bot", {"restart": False}, False, id="plays many matches"),
        pytest.param("of_a_plugin", {}, False, id="in this process"),
        pytest.param("of_a_plugin", {"isolate": True}, True, id="in a process of its own"),
    ],
)
def test_a_bot_that_could_remember_a_deal_spreads_the_blocks(
    bot: str, given: dict[str, Any], whole: bool
) -> None:
    entrants = (*PLAN.entrants, Entrant("one more", bot))

    assert replace(PLAN, entrants=entrants, **given).plays_whole_blocks == whole


def test_a_bot_meets_no_deal_again_before_all_have_been_dealt_once() -> None:
    """A bot that notes the deals it saw knows none of the first half, and all of the second."""
    seen: list[str] = []
    known = []
    for made in matches_in_order(DEALS_FIRST, RoundRobin(0, extent(4, 5), 2), nothing):
        assert made is not None
        known.append(made.deal in seen)
        seen.append(made.deal)

    assert known == [False] * 30 + [True] * 30


# Places of bots that forfeit: behind all others, but for tournaments of older releases


@pytest.mark.parametrize(
    ("given", "forfeited", "places"),
    [
        pytest.param((1, 2), (), (1, 2), id="nobody forfeits"),
        pytest.param((1, 2), (0,), (2, 1), id="the winner by a stand-in is last"),
        pytest.param((1, 1), (1,), (1, 2), id="a tie is none"),
        pytest.param((1, 2), (0, 1), (1, 1), id="all forfeit: nobody is ahead"),
        pytest.param((2, 1, 3, 4), (1,), (1, 4, 2, 3), id="the others keep their order"),
        pytest.param((2, 2, 4, 1), (3, 2), (1, 1, 3, 3), id="two share the last place"),
    ],
)
def test_who_forfeits_stands_behind_all_others(
    given: tuple[int, ...], forfeited: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert places_behind(given, forfeited) == places


@pytest.mark.parametrize(
    ("rule", "wins", "text"),
    [
        pytest.param("last", [0], "a bot that forfeits is last", id="last: no match is won"),
        pytest.param(
            "played_on", range(1, 17), "that was forfeited is played on", id="played_on: some are"
        ),
    ],
)
def test_a_bot_that_falls_in_every_match(
    make: Make, tmp_path: Path, rule: ForfeitRule, wins: list[int], text: str
) -> None:
    begun = make(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=8).tournament
    old = replace(begun, plan=replace(begun.plan, forfeits=rule))
    with Store.create_file(tmp_path / "old.tournament", old) as store:
        run(store)
        results = list(store.results())
        assert text in lines(analyse(store))

    assert all(result.forfeits for result in results)
    assert sum(one.places[one.lineup.index(0)] == 1 for one in results) in wins


def test_a_bot_that_falls_does_not_lead(played: Make) -> None:
    store = played(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=8)
    (contest,) = analyse(store).contests

    assert [row.name for row in contest.standings] == ["uniform", "falling"]
    assert contest.standings[1].place == 2.0


def test_the_default_is_last_and_a_plan_of_an_older_release_goes_on_as_it_was(make: Make) -> None:
    assert make().tournament.plan.forfeits == "last"
    assert Plan(seed="s", contests=(), entrants=()).forfeits == "played_on"
