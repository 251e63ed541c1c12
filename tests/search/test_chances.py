"""The chance of winning that a lead is, by the widths that a game names."""

from dataclasses import replace
from math import exp

import pytest

from parlour import BotHints, Over, Result, WinChance
from parlour.rules.seats import Objective
from parlour_search.tree.objective import HeuristicLead
from tests.broken_games.pots import Pots, Putting, Valued, pots


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def sure(seats: int, width: float = 2.0) -> HeuristicLead:
    """Return the objective at the start of a game where leads of ``width`` coins are rather sure.

    At the end of a match the width is 0.
    """
    game = pots("places", seats, Valued("places"))
    chance = WinChance[Pots](start=width, end=0, stage=lambda state: sum(state.coins) / 100)
    lead = HeuristicLead(replace(game, bots=BotHints(chance=chance)), seats)
    lead.start(Pots((Putting(0, seats, "places"),), (0,) * seats))
    return lead


@pytest.mark.parametrize(
    ("coins", "chances"),
    [
        pytest.param((3, 3), (0.5, 0.5), id="even"),
        pytest.param((35, 15), (logistic(20), logistic(-20)), id="half of the width is left"),
        pytest.param(
            (0, 0, 50),
            (
                (0.5 + logistic(-50)) / 2,
                (0.5 + logistic(-50)) / 2,
                logistic(50),
            ),
            id="the mean over the others",
        ),
    ],
)
def test_a_lead_is_the_surer_the_later(coins: tuple[int, ...], chances: tuple[float, ...]) -> None:
    """Between 2 % and 98 %, since a match may end otherwise than any lead lets expect."""
    lead = sure(len(coins))
    lead.before_end(Pots((Putting(0, len(coins), "places"),), coins))

    assert [lead.chance(seat) for seat in range(len(coins))] == pytest.approx(
        [0.02 + 0.96 * chance for chance in chances]
    )


def test_a_sure_win_by_a_coin_is_worth_more_than_any_lead() -> None:
    hoped, won = sure(2), sure(2)
    far = hoped.before_end(Pots((Putting(0, 2, "places"),), (99, 0)))
    # The same scale for both, as in one search.
    won.before_end(Pots((Putting(0, 2, "places"),), (99, 0)))
    near = won.at_end(Pots((Over.ranked((1, 0)),), (1, 0)), Result((1, 0), (1, 2)))

    assert near[0] > far[0]
    assert (won.chance(0), won.chance(1)) == (1, 0)


@pytest.mark.parametrize(("objective", "seats"), [("points", 2), ("shared", 2), ("places", 1)])
def test_nobody_wins_by_a_chance_where_places_do_not_count(
    objective: Objective, seats: int
) -> None:
    widths = WinChance[Pots](start=2, end=0, stage=lambda _state: 0.0)
    game = replace(pots(objective, seats, Valued(objective)), bots=BotHints(chance=widths))
    lead = HeuristicLead(game, seats)
    lead.start(Pots((Putting(0, seats, objective),), ()))
    lead.before_end(Pots((Putting(0, seats, objective),), (1,)))

    assert lead.chance(0) is None


def test_a_prior_gains_chances_too() -> None:
    """From an even start a lead of 2 wins by 1 / (1 + 1 / e)."""
    assert sure(2).gain_by(2.0, 0) == pytest.approx(logistic(1) - 0.5)


def test_a_lead_at_the_end_counts_for_two_in_a_hundred() -> None:
    """Two coins are a width; the second gap counts for a fiftieth of the scale."""
    lead = sure(2)
    narrow, wide = (1 + 0.02 * (logistic(by) - logistic(-by)) for by in (1, 2))
    for coins in ((0, 2), (0, 4)):
        rewards = lead.at_end(Pots((Over.ranked(coins),), coins), Result(coins, (2, 1)))
    units = wide / (narrow + 0.02 * (wide - narrow))

    assert rewards == pytest.approx((logistic(-units), logistic(units)), abs=1e-9)


def test_of_two_sure_defeats_the_smaller_is_better() -> None:
    lead = sure(2)
    ends = [Pots((Over.ranked((0, by)),), (0, by)) for by in (2, 1)]
    large, small = (lead.at_end(end, Result(end.coins, (2, 1)))[0] for end in ends)

    assert small > large
