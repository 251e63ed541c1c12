"""Contests whose seats win together: one bot plays all seats of a side."""

from math import log
from pathlib import Path

import pytest
from msgspec.structs import replace

from parlour.players.time_control import ThinkTime
from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.analysis.ratings import SCALE
from parlour_tournament.plan.eligibility import why_not_held
from parlour_tournament.plan.plan import Contest, Entrant, Plan, Roster, Tournament
from parlour_tournament.plan.settings import ScheduleName
from parlour_tournament.playing.results import MatchResult, PlayedMatch, Timing
from parlour_tournament.playing.store import Store
from parlour_tournament.schedules import schedule_of
from parlour_tournament.schedules.blocks import Block, Schedule, deal_of

PLAN = Plan(
    seed="s",
    contests=(Contest("maori", 2),),
    entrants=tuple(Entrant(name, "uniform") for name in "abc"),
    blocks=2,
)


def nothing(_block: int) -> None:
    """Know of no result."""


def blocks_of(schedule: Schedule) -> list[Block]:
    return [block for block in schedule.blocks(nothing) if block is not None]


SIDES = [
    pytest.param(
        (0, 1, 0, 1), [(0, 1, 0, 1), (1, 0, 1, 0)], [(0, 2, 0, 2), (2, 0, 2, 0)], id="two pairs"
    ),
    pytest.param((0, 1, 1), [(0, 1, 1), (1, 0, 0)], [(0, 2, 2), (2, 0, 0)], id="one against two"),
    pytest.param((0, 0, 0), [(0, 0, 0)], [(1, 1, 1)], id="one result for all"),
]


@pytest.mark.parametrize(("sides", "first", "second"), SIDES)
def test_one_bot_plays_all_seats_of_a_side(
    sides: tuple[int, ...], first: list[tuple[int, ...]], second: list[tuple[int, ...]]
) -> None:
    plan = replace(PLAN, contests=(Contest("maori", len(sides)),))
    tournament = Tournament(plan, Roster(((0, 1, 2),), sides=(sides,)))
    schedule = schedule_of(tournament, 0)
    found = [list(block.lineups) for block in blocks_of(schedule)]

    assert found[:2] == [first, second]
    assert {len(lineups) for lineups in found} == {schedule.size}
    assert (schedule.waits, schedule.max_together, schedule.most) == (
        False,
        None,
        len(found),
    )


def test_bots_that_play_with_themselves_have_the_same_deals() -> None:
    plan = replace(PLAN, contests=(Contest("maori", 3),))
    blocks = blocks_of(schedule_of(Tournament(plan, Roster(((0, 1, 2),), sides=((0, 0, 0),))), 0))
    deals = [deal_of(plan, block) for block in blocks]

    assert deals[:3] == deals[:1] * 3
    assert deals[3:] == deals[3:4] * 3
    assert deals[0] != deals[3]


def test_files_of_older_releases_have_a_side_for_each_seat() -> None:
    assert Roster(((0, 1),)).sides_of(0, 3) == (0, 1, 2)


@pytest.mark.parametrize(
    ("schedule", "bots", "sides", "reason"),
    [
        pytest.param("round-robin", 1, 1, None, id="one bot plays alone for a shared result"),
        pytest.param("round-robin", 1, 2, "expected 2 bots that play it, got 1", id="nobody else"),
        pytest.param("swiss", 2, 2, None, id="two bots for two teams of any size"),
        pytest.param("swiss", 2, 3, "expected 3 bots that play it, got 2", id="a team too many"),
        pytest.param(
            "test", 2, 1, "all seats share one result: expected round-robin, got test", id="a test"
        ),
    ],
)
def test_bots_must_fill_the_sides(
    schedule: ScheduleName, bots: int, sides: int, reason: str | None
) -> None:
    assert why_not_held(replace(PLAN, schedule=schedule), sides, range(bots)) == reason


BLOCKS = 40
"""Number of blocks of two bots; the first wins three of four."""


def played(block: Block, lineup: tuple[int, ...], match: int) -> PlayedMatch:
    """Return a match that the team of the better bot won; both seats of the other are third."""
    places = tuple(1 if who == (block.number % 4 == 0) else 3 for who in lineup)
    result = MatchResult(0, block.number, match, "deal", lineup, (0,) * 4, places, 9)
    return PlayedMatch(result, Timing(1.0, 0.0, "here", (ThinkTime(0, 0.0, 0.0),) * 4), b"")


def test_a_team_is_rated_as_one(tmp_path: Path) -> None:
    """Three wins to one are 191 Elo, however many seats a team has; its seats are no tie."""
    plan = replace(PLAN, contests=(Contest("maori", 4),), entrants=PLAN.entrants[:2], blocks=BLOCKS)
    tournament = Tournament(plan, Roster(((0, 1),), sides=((0, 1, 0, 1),)))
    with Store.create_file(tmp_path / "teams.tournament", tournament) as store:
        for block in blocks_of(schedule_of(tournament, 0)):
            store.add([played(block, one, match) for match, one in enumerate(block.lineups)])
        (contest,) = analyse(store).contests
    pair = next(pair for pair in contest.pairs if pair.one == "a")
    assert pair.result is not None

    assert pair.difference.points == pytest.approx(SCALE * log(3), rel=0.02)
    assert (pair.wins, pair.ties, pair.losses) == (60, 0, 20)
    assert pair.result.value == pytest.approx(0.75)
    assert [bot.matches for bot in contest.standings] == [2 * BLOCKS] * 2
    assert [seat.value for seat in contest.by_seat] == [0.5] * 4
