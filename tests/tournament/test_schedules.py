"""Schedules: the bots that meet, and their seats, balanced after few blocks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations

import pytest
from msgspec.structs import replace

from parlour_tournament.plan.plan import BY_NAME, Contest, Entrant, Extent, Plan
from parlour_tournament.plan.settings import Hypotheses
from parlour_tournament.schedules.blocks import (
    Block,
    Schedule,
    deal_of,
    groups_of,
    planned_matches,
    rotations,
    seating_order,
    seatings,
    seatings_by_name,
)
from parlour_tournament.schedules.round_robin import Gauntlet, History, RoundRobin, Swiss
from parlour_tournament.schedules.sequential import MAX_AHEAD, TwoBots

NAMES = "abcdefg"
PLAN = Plan(
    seed="s",
    contests=(Contest("maori", 2),),
    entrants=tuple(Entrant(name, "uniform") for name in NAMES),
    blocks=2,
    rounds=4,
)


def nothing(_block: int) -> None:
    """Know of no result."""


def extent(bots: int, blocks: int) -> list[Extent]:
    """Return the only extent of a contest that was never extended."""
    return [Extent(tuple(range(bots)), blocks)]


def blocks_of(schedule: Schedule) -> list[Block]:
    return [block for block in schedule.blocks(nothing) if block is not None]


@pytest.mark.parametrize(
    ("bots", "seats", "groups"),
    [
        pytest.param(2, 2, 1, id="a pair"),
        pytest.param(5, 2, 10, id="all pairs of five"),
        pytest.param(5, 3, 10, id="all threes of five"),
        pytest.param(2, 3, 2, id="two bots at three seats: one of them sits twice"),
        pytest.param(3, 5, 6, id="three bots at five seats: all are there"),
    ],
)
def test_everybody_meets_everybody(bots: int, seats: int, groups: int) -> None:
    found = groups_of(range(bots), seats)

    assert len(set(found)) == groups
    assert all(len(group) == seats for group in found)
    assert all(len(set(group)) == min(bots, seats) for group in found)


@pytest.mark.parametrize(
    ("group", "number"),
    [
        pytest.param((0, 1), 1, id="two"),
        pytest.param((0, 1, 2), 2, id="three"),
        pytest.param((0, 1, 2, 3), 6, id="four"),
        pytest.param((0, 0, 1, 1), 2, id="two twice: side by side, or across"),
    ],
)
def test_seatings_are_orders_that_no_rotation_turns_into_each_other(
    group: tuple[int, ...], number: int
) -> None:
    found = seatings(group)
    rotated = {lineup for seating in found for lineup in rotations(seating)}

    assert len(found) == number
    assert rotated == set(permutations(group))


def test_a_round_robin_plays_all_seatings_equally_often() -> None:
    seated = Counter(
        lineup for block in blocks_of(RoundRobin(0, extent(4, 4), 3)) for lineup in block.lineups
    )

    assert set(seated) == set(permutations(range(4), 3))
    assert set(seated.values()) == {2}


def test_a_gauntlet_has_the_first_bot_in_every_match() -> None:
    blocks = blocks_of(Gauntlet(0, [Extent((2, 0, 1, 3), 1)], 3))

    assert {frozenset(block.lineups[0]) for block in blocks} == {
        frozenset({2, *others}) for others in combinations((0, 1, 3), 2)
    }


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_block_of_two_bots_gives_both_the_same_seats(seats: int) -> None:
    (block, *_) = blocks_of_first(TwoBots(0, (0, 1), seats, 1, Hypotheses()))
    sat = Counter((seat, who) for lineup in block.lineups for seat, who in enumerate(lineup))

    assert all(sat[seat, 0] == sat[seat, 1] for seat in range(seats))
    assert all({0, 1} == set(lineup) for lineup in block.lineups)


def blocks_of_first(schedule: Schedule) -> list[Block]:
    return [block for block in [next(schedule.blocks(nothing))] if block is not None]


def test_a_test_waits_for_results_and_stops_when_they_decide() -> None:
    schedule = TwoBots(0, (0, 1), 2, 1000, Hypotheses())
    stream = schedule.blocks(nothing)
    begun = [next(stream) for _ in range(MAX_AHEAD)]

    assert None not in begun
    assert next(stream) is None

    def always(block: int) -> Mapping[int, float] | None:
        return {0: 1.0, 1: 0.0} if block < MAX_AHEAD else None

    decided = schedule.counted(always)

    assert decided < MAX_AHEAD
    assert len(list(schedule.blocks(always))) == decided


def test_a_test_that_needs_few_blocks_plays_eight() -> None:
    hypotheses = Hypotheses(alternative=0.9, false_alarms=0.4, misses=0.4)
    schedule = TwoBots(0, (0, 1), 2, 1000, hypotheses)

    assert schedule.counted(lambda _: {0: 1.0, 1: 0.0}) == 8


def test_what_a_test_counts_does_not_depend_on_how_far_ahead_it_was_played() -> None:
    schedule = TwoBots(0, (0, 1), 2, 1000, Hypotheses())

    def until(last: int) -> int:
        return schedule.counted(lambda block: {0: 1.0} if block < last else None)

    assert until(40) == until(1000)


def swiss(bots: int, seats: int) -> tuple[list[Block], list[set[int]]]:
    """Play a Swiss tournament: the bot with the higher number wins."""
    plan, played = PLAN, dict[int, dict[int, float]]()
    rounds: list[set[int]] = [set()]
    found: list[Block] = []
    for block in Swiss(0, range(bots), seats, plan, NAMES).blocks(played.get):
        if block is None:
            for made in found[len(played) :]:
                played[made.number] = {
                    who: sum(who > other for other in made.lineups[0]) / (seats - 1)
                    for who in made.lineups[0]
                }
            rounds.append(set())
            continue
        found.append(block)
        rounds[-1] |= set(block.lineups[0])
    return found, rounds


@pytest.mark.parametrize(("bots", "seats"), [(6, 2), (7, 2), (7, 3), (5, 5)])
def test_in_a_swiss_round_everybody_plays_who_need_not_rest(bots: int, seats: int) -> None:
    blocks, rounds = swiss(bots, seats)
    rests = Counter(who for there in rounds for who in range(bots) if who not in there)

    assert len(rounds) == PLAN.rounds
    assert len(blocks) == PLAN.rounds * PLAN.blocks * (bots // seats)
    assert all(len(there) == bots - bots % seats for there in rounds)
    assert max(rests.values(), default=0) - min(rests[who] for who in range(bots)) <= 1


def test_swiss_pairs_those_who_stand_alike_and_have_not_met() -> None:
    blocks, _ = swiss(6, 2)
    three_rounds = blocks[: 3 * 3 * PLAN.blocks]
    met = Counter(frozenset(block.lineups[0]) for block in three_rounds)

    assert max(met.values()) == PLAN.blocks
    assert frozenset({5, 4}) in met


def groupings(bots: frozenset[int], seats: int) -> Iterator[list[tuple[int, ...]]]:
    if not bots:
        yield []
        return
    first = min(bots)
    for mates in combinations(sorted(bots - {first}), seats - 1):
        for others in groupings(bots - {first, *mates}, seats):
            yield [(first, *mates), *others]


@pytest.mark.parametrize(("bots", "seats"), [(6, 2), (8, 2), (6, 3), (9, 3)])
def test_in_every_swiss_round_as_few_meet_again_as_can_be(bots: int, seats: int) -> None:
    history, met = History(range(bots)), Counter[tuple[int, int]]()

    def again(groups: Iterable[tuple[int, ...]]) -> int:
        return sum(met[pair] for group in groups for pair in combinations(sorted(group), 2))

    for _ in range(9):
        groups = history.pair_next_round(seats)
        fewest = min(map(again, groupings(frozenset(range(bots)), seats)))

        assert again(groups) == fewest
        met.update(pair for group in groups for pair in combinations(sorted(group), 2))


def test_all_matches_of_a_block_share_a_deal_and_no_generator() -> None:
    block = Block(0, 7, 0, rotations((0, 1)))
    first, second = planned_matches(PLAN, [block])

    assert first.deal == second.deal == deal_of(PLAN, block)
    assert len({f.generator(seat).random() for f in (first, second) for seat in (0, 1)}) == 4


@pytest.mark.parametrize(
    ("plan", "block", "same"),
    [
        pytest.param(PLAN, Block(0, 9, 0, ((1, 0),)), True, id="another number in the schedule"),
        pytest.param(PLAN, Block(0, 7, 1, ((0, 1),)), False, id="another meeting"),
        pytest.param(PLAN, Block(0, 7, 0, ((0, 2),)), False, id="another opponent"),
        pytest.param(PLAN, Block(0, 7, 0, ((0, 1, 1),)), False, id="a copy more"),
        pytest.param(
            Plan(seed="t", contests=PLAN.contests, entrants=PLAN.entrants),
            Block(0, 7, 0, ((0, 1),)),
            False,
            id="another master seed",
        ),
        pytest.param(
            Plan(seed="s", contests=(Contest("maori", 3),), entrants=PLAN.entrants),
            Block(0, 7, 0, ((0, 1),)),
            False,
            id="another contest",
        ),
        pytest.param(
            Plan(seed="s", contests=PLAN.contests, entrants=PLAN.entrants[:2]),
            Block(0, 7, 0, ((0, 1),)),
            True,
            id="a smaller field",
        ),
    ],
)
def test_a_deal_depends_on_seed_contest_and_who_meets_for_which_time(
    plan: Plan, block: Block, same: bool
) -> None:
    assert (deal_of(plan, block) == deal_of(PLAN, Block(0, 7, 0, ((0, 1),)))) is same


@pytest.mark.parametrize(
    ("bots", "seats"),
    [
        pytest.param(2, 3, id="two bots at three seats"),
        pytest.param(3, 5, id="three at five"),
        pytest.param(5, 3, id="five at three"),
    ],
)
def test_no_two_blocks_of_a_tournament_share_their_luck(bots: int, seats: int) -> None:
    """Statistics take blocks to be independent."""
    deals = Counter(deal_of(PLAN, b) for b in blocks_of(RoundRobin(0, extent(bots, 4), seats)))

    assert len(deals) > bots
    assert max(deals.values()) == 1


TWO = Plan(seed="s", bot_seed="b", contests=PLAN.contests, entrants=PLAN.entrants[:2])
LISTED_BACKWARDS = replace(TWO, entrants=TWO.entrants[::-1])


@pytest.mark.parametrize("meeting", [0, 1])
def test_bots_draw_the_same_in_whatever_order_a_plan_lists_them(meeting: int) -> None:
    """The deal, the name of the bot and who sits where decide; its number in the plan does not."""
    draws: list[dict[tuple[str, ...], tuple[float, ...]]] = []
    for plan in (TWO, LISTED_BACKWARDS):
        block = Block(0, meeting, meeting, rotations((0, 1)))
        draws.append(
            {
                tuple(plan.entrants[who].name for who in made.lineup): tuple(
                    made.generator(seat).random() for seat in (0, 1)
                )
                for made in planned_matches(plan, [block])
            }
        )

    assert draws[0] == draws[1]
    assert len({draw for pair in draws[0].values() for draw in pair}) == 4


def test_copies_that_sit_the_same_way_twice_draw_anew() -> None:
    block = Block(0, 0, 0, rotations((0, 1, 0, 1)))

    assert len({made.generator(0).random() for made in planned_matches(TWO, [block])}) == 4


@pytest.mark.parametrize(
    ("bot_seed", "draws"),
    [
        pytest.param("", [[0.554834, 0.427483]], id="a file of an older release"),
        pytest.param("b", [[0.108613, 0.758977]], id="a file of this one"),
    ],
)
def test_what_bots_draw_never_changes(bot_seed: str, draws: list[list[float]]) -> None:
    """Else a tournament would be resumed with other luck than it was begun with."""
    block = Block(0, 7, 0, ((0, 1),))
    plan = replace(TWO, bot_seed=bot_seed)

    assert [
        [round(made.generator(seat).random(), 6) for seat in (0, 1)]
        for made in planned_matches(plan, [block])
    ] == draws


def test_deals_never_change() -> None:
    """Else the same plan would give other results tomorrow."""
    assert deal_of(PLAN, Block(0, 7, 0, ((0, 1),))) == "df9c40aa7181a5f5e86930645d17324f"


# Seatings: balanced after few blocks, whatever the order of the bots in a plan


@pytest.mark.parametrize(
    ("bots", "seats", "blocks"),
    [
        pytest.param(3, 3, 2, id="three: both ways round"),
        pytest.param(4, 4, 6, id="four: all six seatings are needed"),
        pytest.param(5, 5, 4, id="five: four of 24 seatings"),
        pytest.param(7, 7, 6, id="seven: six of 720 seatings"),
    ],
)
def test_after_few_blocks_each_has_sat_at_each_distance_from_each(
    bots: int, seats: int, blocks: int
) -> None:
    orders = seatings_by_name(NAMES[:bots])(tuple(range(bots)))
    found = Counter(
        (step, order[seat], order[(seat + step) % seats])
        for order in orders[:blocks]
        for step in range(1, seats)
        for seat in range(seats)
    )

    assert len(found) == (seats - 1) * seats * (seats - 1)
    assert len(set(found.values())) == 1


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (3, 3), (4, 3), (4, 4), (2, 4)])
def test_the_order_of_the_bots_in_a_plan_changes_no_match(bots: int, seats: int) -> None:
    played: list[set[tuple[str, tuple[str, ...], str]]] = []
    for names in (NAMES[:bots], NAMES[:bots][::-1]):
        plan = replace(
            PLAN,
            bot_seed="b",
            pairing=BY_NAME,
            entrants=tuple(Entrant(name, "uniform") for name in names),
        )
        schedule = RoundRobin(0, extent(bots, 3), seats, seating_order(plan))
        played.append(
            {
                (made.deal, tuple(names[who] for who in made.lineup), made.luck)
                for block in blocks_of(schedule)
                for made in planned_matches(plan, [block])
            }
        )

    assert played[0] == played[1]
