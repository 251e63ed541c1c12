"""How far the rollouts of ``ahead`` go, and what they are worth there."""

from dataclasses import replace
from typing import Any

import pytest

from parlour_search.ahead.rollouts import Rollouts
from parlour_search.ahead.turns import FastTurns
from tests.broken_games.pots import Pots, Put, Putting, Valued, pots
from tests.players.branches import Go, Spot, Tree, at, tree_game
from tests.search.test_ahead import ahead, decision_at


def long_tree(*, named: bool) -> Tree:
    """Return a match of 40 turns by the seats in turn, with five turns in a stretch."""
    turns = {
        f"t{n}": Spot((f"t{n + 1}", f"t{n + 1}b"), n % 2, stretch=n // 5 if named else None)
        for n in range(40)
    }
    others = {f"{name}b": spot for name, spot in turns.items()}
    ends = {name: Spot(worth=(1, 0)) for name in ("t40", "t40b")}
    return {"start": turns["t0"], **turns, **others, **ends}


@pytest.mark.parametrize(
    ("named", "last"),
    [
        # Turns 0 and 2 are its own, 1 and 3 the other's.
        pytest.param(False, 3, id="before its third turn"),
        pytest.param(True, 4, id="at the end of the stretch"),
    ],
)
def test_a_rollout_ends_at_the_horizon(named: bool, last: int) -> None:
    game = tree_game(long_tree(named=named))
    rules: Any = game.rules
    ahead(game).choose(decision_at(game))
    left = {0 if spot == "start" else int(spot.strip("tb")) for spot in rules.left}

    assert left == set(range(last + 1))


def test_a_rollout_of_an_endless_round_ends_after_two_hundred_turns_and_outcomes() -> None:
    """A hundred moves and as many outcomes follow the first move."""
    tree: Tree = {
        "start": Spot(("wind",), stretch=0),
        "wind": Spot(("a",), seat=None, stretch=0),
        "a": Spot(("wind",), stretch=0),
    }
    game = tree_game(tree)
    rules: Any = game.rules
    rollouts = Rollouts(game, 2, FastTurns(game))
    rollouts.value(at(tree, "start"), 0, Go("wind"), 1)

    assert rules.left == ["start", *100 * ["a"]]
    assert rollouts.end == at(tree, "wind")


def test_a_turn_that_chance_interrupts_is_one() -> None:
    """The seat moves, chance speaks, and it moves on, three times before the other's turn."""
    own = {f"a{n}": Spot((f"w{n}", f"w{n}"), stretch=None) for n in range(6)}
    winds = {f"w{n}": Spot((f"a{n + 1}",), seat=None) for n in range(6)}
    winds["w2"], winds["w5"] = Spot(("b3",), seat=None), Spot(("b6",), seat=None)
    others = {"b3": Spot(("a3",), seat=1), "b6": Spot(("a6",), seat=1)}
    tree = {
        "start": Spot(("w0", "v0")),
        "v0": Spot(("a1",), seat=None),
        **own,
        **winds,
        **others,
        "a6": Spot(("end", "end")),
        "end": Spot(worth=(1, 0)),
    }
    game = tree_game(tree)
    rules: Any = game.rules
    ahead(game).choose(decision_at(game))

    assert set(rules.left) == {"start", "a1", "a2", "b3", "a3", "a4", "a5", "b6"}


def test_a_seat_that_goes_round_in_circles_leaves_them() -> None:
    """By the heuristic round and round is best; the match ends where the seat leaves the circle."""
    tree: Tree = {
        "start": Spot(("circle", "other")),
        "other": Spot(("circle",)),
        "circle": Spot(("back", "out"), worth=(1, 0)),
        "back": Spot(("circle",), worth=(1, 0)),
        "out": Spot(worth=(0, 0)),
    }
    game = tree_game(tree)
    rollouts = Rollouts(game, 2, FastTurns(game))
    values = {rollouts.value(at(tree, "start"), 0, Go("circle"), seed) for seed in range(9)}

    assert values == {0.0}


def test_a_seat_that_chance_lets_go_on_is_in_no_circle() -> None:
    """Twenty times the seat moves on rightly, and chance speaks; a wrong move ends the match."""
    steps = {f"a{n}": Spot((f"w{n}", "wrong")) for n in range(20)}
    winds = {f"w{n}": Spot((f"a{n + 1}",), seat=None, worth=(1, 0)) for n in range(20)}
    tree = {**steps, **winds, "a20": Spot(worth=(1, 0)), "wrong": Spot(worth=(0, 0))}
    game = replace(tree_game(tree), objective="points")
    rollouts = Rollouts(game, 2, FastTurns(game))
    values = {rollouts.value(at(tree, "a0"), 0, Go("w0"), seed) for seed in range(9)}

    assert values == {1.0}


def test_a_seat_that_goes_on_alone_plays_its_best() -> None:
    """Its turns are twenty moves in a row, of which a few are foreseen; a wrong one ends all."""
    steps = {f"a{n}": Spot((f"a{n + 1}", "wrong"), worth=(1, 0)) for n in range(20)}
    tree = {**steps, "a20": Spot(worth=(1, 0)), "wrong": Spot(worth=(0, 0))}
    game = replace(tree_game(tree), objective="points")
    rollouts = Rollouts(game, 2, FastTurns(game))
    values = {rollouts.value(at(tree, "a0"), 0, Go("a1"), seed) for seed in range(9)}

    assert values == {1.0}


def test_rollouts_weigh_by_values_and_tell_the_lead_in_points() -> None:
    """Seats have put in 2, 3, 5 and then 1 coin: 1 less 10 thirds, and 4 times that in points."""
    game = pots("points", 4, Valued("points"))
    rollouts = Rollouts(game, 4, FastTurns(game))
    world = Pots((Putting(3, 4, "points"),), (2, 3, 5))

    assert rollouts.value(world, 3, Put(1), 0) == pytest.approx(1 - 10 / 3)
    assert rollouts.objective.lead(rollouts.end, 3) == pytest.approx(4 * (1 - 10 / 3))
