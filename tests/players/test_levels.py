"""Levels: the bots that are seated against people, and how long they let them wait."""

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from parlour.players.included import make_bot
from parlour.players.levels import Level, best_for, level_bot
from parlour.plugins.catalog import Catalog
from tests.broken_games import knock
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
    game = replace(PILES, best_bot=best)

    assert tuple(level_bot(game, level) for level in get_args(Level)) == levels


def test_at_poker_the_hard_level_cannot_be_read() -> None:
    game = CATALOG.game("leduc")

    assert [level_bot(game, level).partition(":")[0] for level in get_args(Level)] == [
        "search",
        "search",
        "regret",
    ]


def test_without_a_heuristic_search_plays_all_levels() -> None:
    assert [level_bot(knock.GAME, level).partition("=")[0] for level in get_args(Level)] == [
        "search:simulations",
        "search:simulations",
        "search:seconds",
    ]
    assert best_for(knock.GAME) == "search:seconds=1"
