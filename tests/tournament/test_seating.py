"""Seatings: balanced after few blocks, whatever the order of the bots in a plan."""

from collections import Counter

import pytest
from msgspec.structs import replace

from parlour.tournament.plan.plan import BY_NAME, Entrant
from parlour.tournament.schedules.blocks import fixtures, seating_order, seatings_by_name
from parlour.tournament.schedules.round_robin import RoundRobin
from tests.tournament.test_schedules import NAMES, PLAN, blocks_of, extent


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
                for made in fixtures(plan, [block])
            }
        )

    assert played[0] == played[1]
