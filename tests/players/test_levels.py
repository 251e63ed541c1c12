"""Levels: the bots that are seated against people, and how long they let them wait."""

from dataclasses import replace
from random import Random
from statistics import NormalDist
from typing import Any, get_args

import pytest

from parlour import BotHints, Decision, Game, Seat
from parlour.catalog.catalog import Catalog
from parlour.catalog.game_checks import problems
from parlour.players.included import Level, level_bot, make_bot, without_limit
from parlour_tournament.plan import Entrant
from tests.broken_games import knock
from tests.broken_games.pots import Pots, Put, Valued, pots
from tests.players.piles import GAME as PILES

CATALOG = Catalog()


@pytest.mark.parametrize("name", ["giants", "maori", "rapa_nui", "connect_four", "leduc"])
def test_no_level_lets_a_person_wait_for_more_than_a_second(name: str) -> None:
    game = CATALOG.game(name)
    waits = {
        level: make_bot(level_bot(game, level), game, Random(1)).seconds
        for level in get_args(Level)
    }

    assert waits["hard"] <= 1
    assert waits["easy"] == waits["medium"] == 0


@pytest.mark.parametrize(
    ("best", "levels"),
    [
        pytest.param(
            "ahead:seconds=1", ("greedy:errors=1.0", "greedy", "ahead:seconds=1"), id="ahead"
        ),
        pytest.param("greedy", ("greedy:errors=1.0", "greedy:errors=0.3", "greedy"), id="greedy"),
        pytest.param(
            "", ("greedy:errors=1.0", "greedy:errors=0.3", "greedy"), id="no best bot is named"
        ),
    ],
)
def test_the_bots_of_the_levels(best: str, levels: tuple[str, ...]) -> None:
    game = replace(PILES, bots=BotHints(best=best))

    assert tuple(level_bot(game, level) for level in get_args(Level)) == levels


@pytest.mark.parametrize(
    ("game", "best"),
    [
        pytest.param(PILES, "greedy", id="greedy is best"),
        pytest.param(PILES, "", id="no best bot is named"),
        pytest.param(knock.GAME, "", id="the game has no heuristic"),
    ],
)
def test_a_game_names_its_weaker_levels(game: Game, best: str) -> None:
    hints = BotHints(best=best, medium="search:simulations=9", easy="greedy:errors=0.4")
    named = replace(game, bots=hints)

    assert level_bot(named, "medium") == "search:simulations=9"
    assert level_bot(named, "easy") == "greedy:errors=0.4"


def test_at_poker_the_hard_level_cannot_be_read() -> None:
    game = CATALOG.game("leduc")

    assert [level_bot(game, level).partition(":")[0] for level in get_args(Level)] == [
        "search",
        "search",
        "regret",
    ]


def test_without_a_heuristic_search_plays_all_levels() -> None:
    assert [level_bot(knock.GAME, level) for level in get_args(Level)] == [
        "search:simulations=5",
        "search:simulations=50",
        "search:simulations=2000,seconds=1",
    ]


@pytest.mark.parametrize(
    ("level", "hint"), [("hard", "best"), ("medium", "medium"), ("easy", "easy")]
)
def test_levels_may_differ_by_the_number_of_seats(level: Level, hint: str) -> None:
    """What is measured for 4 seats counts for 5 too."""
    hints: dict[str, Any] = {hint: {2: "search:rounds=2", 4: "greedy"}}
    game = replace(PILES, bots=BotHints(**hints))

    found = [level_bot(game, level, seats) for seats in (None, 2, 3, 4, 5)]
    assert found == ["search:rounds=2"] * 3 + ["greedy"] * 2


@pytest.mark.parametrize("hint", ["medium", "easy"])
def test_a_level_for_more_seats_only_is_refused(hint: str) -> None:
    hints: dict[str, Any] = {hint: {3: "greedy"}}
    game = replace(PILES, bots=BotHints(**hints))

    assert f"expected BotHints.{hint} from 2 seats up, got {{3: 'greedy'}}" in problems(game)


@pytest.mark.parametrize("name", ["giants", "maori", "rapa_nui", "connect_four"])
def test_the_budget_of_the_hard_level_is_no_time(name: str) -> None:
    """The clock is its limit alone, so that it plays the same on every machine that keeps up."""
    bot = level_bot(CATALOG.game(name), "hard")

    assert Entrant(bot, without_limit(bot)).why_not_repeatable == ""
    assert bot != without_limit(bot)


class Scaled(Valued):
    """The heuristic of the pots, in another unit."""

    def __init__(self, scale: float) -> None:
        super().__init__("places")
        self._scale = scale

    def heuristic(self, state: Pots, seat: Seat) -> float:
        return self._scale * super().heuristic(state, seat)


@pytest.mark.parametrize("scale", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("errors", [1.0, 2.0])
@pytest.mark.parametrize("name", ["greedy:", "ahead:rollouts=1,"], ids=["greedy", "ahead"])
def test_errors_are_in_units_of_the_spread_of_the_values_of_moves(
    name: str, errors: float, scale: float
) -> None:
    """With one rollout ``ahead`` compares nothing, and plays as greedy does.

    Two moves are worth 0 and 3: their values have a standard deviation of 1.5.

    So the difference of their errors has one of 1.5 √2 for each unit, and the bot takes the worse
    move where that is above 3: by a chance of 1 - Φ(√2), or with two units 1 - Φ(√2 / 2).
    """
    game = pots("places", 2, Scaled(scale))
    decision = Decision(0, game.rules.view(game.rules.begin(2), 0), (Put(0), Put(3)), seats=2)
    bot = make_bot(f"{name}errors={errors}", game, Random(1))
    wrong = sum(bot.choose(decision) == Put(0) for _ in range(4000)) / 4000

    assert wrong == pytest.approx(1 - NormalDist().cdf(2**0.5 / errors), abs=0.02)
